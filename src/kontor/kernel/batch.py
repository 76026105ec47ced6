"""Batches: many games of one configuration that are stepped together by one call.

Chance moves and the seats of built-in policies are played inside the kernel. A game waits when a seat with an
external policy has to decide. The observation and the legal moves of that seat are written into arrays of the caller.
"""

from __future__ import annotations

from typing import Any, Final

from kontor.kernel.arguments import MOST_INT, checked_number, checked_policies, checked_seed
from kontor.kernel.base_position import BasePosition
from kontor.kernel.engine import LIGHT, BaseEngine
from kontor.kernel.generator import Generator, scramble
from kontor.kernel.observation import Observer, clear
from kontor.kernel.runtime.array_checks import check_batch_rows, check_row
from kontor.kernel.runtime.dialect import Cells, Ints, UInt64, exported
from kontor.kernel.seats import CHANCE_CELL

EXTERNAL: Final = 2  # policy of a seat whose moves come from outside the kernel
WAITING: Final = 0  # state of a game: an external decision is due
FINISHED_GAME: Final = 1  # state of a game: it is over
CAPPED: Final = 2  # state of a game: its turn number passed the cap
HINT_STREAM: Final = 1  # separates the random numbers of hints from those of the game


class Batch:
    """Games of one configuration, each with its own stream of random numbers."""

    engine: BaseEngine
    observer: Observer
    cap: int
    moves: int  # how many moves, from 0 on, the masks have room for
    seat_policies: list[bytes]  # game -> the policy of every seat
    hint_policies: bytes  # the policies that suggest hints; empty for no hints
    start_position: bytearray
    positions: list[bytearray]
    generators: list[Generator]
    hint_generators: list[Generator]
    observations: Cells
    masks: Cells
    allowed: Cells  # a copy of the masks that the caller cannot change
    seats: Ints
    states: Ints
    hints: Ints

    def __init__(
        self,
        engine: BaseEngine,
        observer: Observer,
        start_position: bytearray,
        seat_policies: list[bytes],
        hint_policies: bytes,
        cap: Any,
        moves: Any,
        rows: Any,
    ) -> None:
        engine.load_checked(start_position)
        players = engine.base_position.players
        if observer.engine is not engine:
            raise ValueError("the observer belongs to another engine: use one that this engine made.")
        self.engine = engine
        self.observer = observer
        self.start_position = bytearray(start_position)
        self.seat_policies = [
            checked_policies(policies, players, EXTERNAL, "a row of seat policies") for policies in seat_policies
        ]
        self.hint_policies = b""
        if len(hint_policies):
            self.hint_policies = checked_policies(hint_policies, players, LIGHT, "the hint policies")
        self.cap = checked_number(cap, 0, MOST_INT, "the cap of turns")
        self.moves = checked_number(moves, 1, MOST_INT, "the number of moves")
        self.positions = [bytearray(start_position) for _ in seat_policies]
        self.generators = [Generator(0) for _ in seat_policies]
        self.hint_generators = [Generator(0) for _ in seat_policies]
        checked = check_batch_rows(rows, len(seat_policies), observer.width, self.moves)
        self.observations, self.masks, self.seats, self.states, self.hints = checked
        self.allowed = bytearray(len(seat_policies) * self.moves)

    @exported
    def begin(self, game: Any, seed: Any) -> None:
        """Start a game from the start position."""
        number: int = checked_number(game, 0, len(self.positions) - 1, "the game")
        start: UInt64 = checked_seed(seed)
        self.engine.base_position.load(self.start_position)
        self.generators[number] = Generator(start)
        self.hint_generators[number] = Generator(scramble(start ^ HINT_STREAM))
        self.run_game(number)

    @exported
    def step(self, chosen: Any) -> int:
        """Make a move in every game and return -1; if one is illegal, change nothing and return its game."""
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
            self.run_game(game)
        return -1

    @exported
    def position(self, game: Any) -> bytearray:
        """Return the position of a game."""
        number: int = checked_number(game, 0, len(self.positions) - 1, "the game")
        position: bytearray = self.positions[number]
        self.engine.base_position.load(position)
        return self.engine.position_copy()

    def is_offered(self, game: int, move: int) -> bool:
        """Return whether the mask of a game allows a move."""
        return 0 <= move < self.moves and self.allowed[game * self.moves + move] != 0

    def run_game(self, game: int) -> None:
        """Play on from the loaded position until the game waits or ends, and write its rows."""
        position: bytearray = self.positions[game]
        self.states[game] = self.play_until_waiting(game)
        position[:] = self.engine.base_position.store
        self.write_rows(game)

    def play_until_waiting(self, game: int) -> int:
        """Make chance moves and the moves of built-in policies until the game waits or ends; return its state."""
        engine = self.engine
        policies: bytes = self.seat_policies[game]
        generator: Generator = self.generators[game]
        while not engine.is_over():
            if engine.turn_number() > self.cap:
                return CAPPED
            decider = engine.decider()
            if decider != CHANCE_CELL and policies[decider] == EXTERNAL:
                return WAITING
            engine.list_moves()
            engine.make(engine.choose(generator, policies))
        return FINISHED_GAME

    def write_rows(self, game: int) -> None:
        """Write the deciding seat of the loaded game, its observation and its mask."""
        engine = self.engine
        clear(self.masks, game * self.moves, (game + 1) * self.moves)
        clear(self.allowed, game * self.moves, (game + 1) * self.moves)
        self.seats[game] = -1
        if self.states[game] == WAITING:
            self.seats[game] = engine.decider()
            self.write_mask(engine.base_position, game)
            self.observer.write(engine.base_position, self.seats[game], self.observations, game * self.observer.width)

    def write_mask(self, p: BasePosition, game: int) -> None:
        """Write the legal moves into the mask, and the hint if hint policies are set."""
        self.engine.list_moves()
        for n in range(p.offered):
            if p.offers[n] < self.moves:
                self.masks[game * self.moves + p.offers[n]] = 1
                self.allowed[game * self.moves + p.offers[n]] = 1
        if len(self.hint_policies):
            generator: Generator = self.hint_generators[game]
            self.hints[game] = self.engine.choose(generator, self.hint_policies)
