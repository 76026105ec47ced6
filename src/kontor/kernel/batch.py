"""Batching: many games side by side, all of them stepped by one call.

Chance, and the seats that a quick policy plays, move by themselves; a game waits when a seat played from outside has
to decide. What that seat sees and may do is written into rows that whoever drives the batch owns.
"""

from __future__ import annotations

from typing import Any, Final

from kontor.kernel.arguments import MOST_INT, checked_number, checked_policies, checked_seed
from kontor.kernel.base_position import BasePosition
from kontor.kernel.engine import LIGHT, BaseEngine
from kontor.kernel.generator import Generator, scramble
from kontor.kernel.observation import Observer, clear
from kontor.kernel.runtime.array_checks import check_batch_rows, check_row
from kontor.kernel.runtime.dialect import Cells, Ints, Wide, exported
from kontor.kernel.seats import CHANCE_CELL

OUTSIDE: Final = 2  # the policy of a seat that is played from outside
WAITING: Final = 0  # states of a game: a decision from outside is due
PLAYED: Final = 1  # it is over
STOPPED: Final = 2  # its turn number passed the cap
HINTS: Final = 1  # what keeps the random numbers of hints apart from those of the game


class Batch:
    """Games of one configuration, each with its own stream of random numbers."""

    engine: BaseEngine
    observer: Observer
    cap: int
    moves: int  # how many moves, from 0 on, the masks have room for
    companies: list[bytes]  # game -> the policy of every seat
    advice: bytes  # the policies that hints are asked of, or nothing
    beginning: bytearray
    positions: list[bytearray]
    generators: list[Generator]
    advisers: list[Generator]
    observations: Cells
    masks: Cells
    allowed: Cells  # the masks again, which the owner of the rows cannot change
    seats: Ints
    states: Ints
    hints: Ints

    def __init__(
        self,
        engine: BaseEngine,
        observer: Observer,
        beginning: bytearray,
        companies: list[bytes],
        advice: bytes,
        cap: Any,
        moves: Any,
        rows: Any,
    ) -> None:
        engine.opened(beginning)
        players = engine.base_position.players
        if observer.engine is not engine:
            raise ValueError("the observer belongs to another engine: use one that this engine made.")
        self.engine = engine
        self.observer = observer
        self.beginning = bytearray(beginning)
        self.companies = [checked_policies(company, players, OUTSIDE, "a company") for company in companies]
        self.advice = checked_policies(advice, players, LIGHT, "the advice") if len(advice) else b""
        self.cap = checked_number(cap, 0, MOST_INT, "the cap of turns")
        self.moves = checked_number(moves, 1, MOST_INT, "the number of moves")
        self.positions = [bytearray(beginning) for _ in companies]
        self.generators = [Generator(0) for _ in companies]
        self.advisers = [Generator(0) for _ in companies]
        checked = check_batch_rows(rows, len(companies), observer.width, self.moves)
        self.observations, self.masks, self.seats, self.states, self.hints = checked
        self.allowed = bytearray(len(companies) * self.moves)

    @exported
    def begin(self, game: Any, seed: Any) -> None:
        """Begin a game anew."""
        number: int = checked_number(game, 0, len(self.positions) - 1, "the game")
        start: Wide = checked_seed(seed)
        self.engine.base_position.load(self.beginning)
        self.generators[number] = Generator(start)
        self.advisers[number] = Generator(scramble(start ^ HINTS))
        self.go_on(number)

    @exported
    def step(self, chosen: Any) -> int:
        """Make a move in every game and return -1, or change nothing and return the first where it is not legal."""
        position: bytearray
        check_row("moves", chosen, 0, "i", True)
        moves: Ints = chosen
        if len(moves) != len(self.positions):
            raise ValueError(f"{len(moves)} moves for {len(self.positions)} games: give one for each.")
        for game in range(len(self.positions)):
            if not self.is_offered(game, moves[game]):
                return game
        for game in range(len(self.positions)):
            position = self.positions[game]
            self.engine.base_position.load(position)
            self.engine.make(moves[game])
            self.go_on(game)
        return -1

    @exported
    def position(self, game: Any) -> bytearray:
        """The position of a game."""
        number: int = checked_number(game, 0, len(self.positions) - 1, "the game")
        position: bytearray = self.positions[number]
        self.engine.base_position.load(position)
        return self.engine.copied()

    def is_offered(self, game: int, move: int) -> bool:
        """Whether the mask of a game allows a move."""
        return 0 <= move < self.moves and self.allowed[game * self.moves + move] != 0

    def go_on(self, game: int) -> None:
        """Play on from the position on the table until the game waits or ends, and show where that is."""
        position: bytearray = self.positions[game]
        self.states[game] = self.play_on(game)
        position[:] = self.engine.base_position.store
        self.show(game)

    def play_on(self, game: int) -> int:
        """Make the moves of chance and of quick policies until the game waits or ends, and return its state."""
        engine = self.engine
        company: bytes = self.companies[game]
        generator: Generator = self.generators[game]
        while not engine.is_over():
            if engine.turn_number() > self.cap:
                return STOPPED
            decider = engine.decider()
            if decider != CHANCE_CELL and company[decider] == OUTSIDE:
                return WAITING
            engine.list_moves()
            engine.make(engine.choose(generator, company))
        return PLAYED

    def show(self, game: int) -> None:
        """Write who decides in the game on the table, what it sees and what it may do."""
        engine = self.engine
        clear(self.masks, game * self.moves, (game + 1) * self.moves)
        clear(self.allowed, game * self.moves, (game + 1) * self.moves)
        self.seats[game] = -1
        if self.states[game] == WAITING:
            self.seats[game] = engine.decider()
            self.offer(engine.base_position, game)
            self.observer.write(engine.base_position, self.seats[game], self.observations, game * self.observer.width)

    def offer(self, p: BasePosition, game: int) -> None:
        """Write the legal moves into the mask, and the hint if one is wanted."""
        self.engine.list_moves()
        for n in range(p.offered):
            if p.offers[n] < self.moves:
                self.masks[game * self.moves + p.offers[n]] = 1
                self.allowed[game * self.moves + p.offers[n]] = 1
        if len(self.advice):
            generator: Generator = self.advisers[game]
            self.hints[game] = self.engine.choose(generator, self.advice)
