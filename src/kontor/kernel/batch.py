"""Batches: many games of one configuration that are stepped together by one call.

Chance moves and the seats of built-in policies are played inside the kernel. A game waits when a seat with an
external policy has to decide. The observation and the legal moves of that seat are written into arrays of the caller,
which must not change the observations: the next step writes only what differs.
"""

from __future__ import annotations

from array import array
from typing import Any, Final

from kontor.kernel.arguments import MOST_INT, checked_number, checked_policies, checked_seed
from kontor.kernel.base_position import Snapshot
from kontor.kernel.engine import LIGHT, BaseEngine
from kontor.kernel.generator import Generator, scramble
from kontor.kernel.observation import Observer, clear
from kontor.kernel.runtime.array_checks import check_batch_rows, checked_moves
from kontor.kernel.runtime.dialect import Cells, Ints, UInt64, exported
from kontor.kernel.seats import CHANCE_CELL

EXTERNAL: Final = 2  # policy of a seat whose moves come from outside the kernel
WAITING: Final = 0  # state of a game: an external decision is due
FINISHED_GAME: Final = 1  # state of a game: it is over
CAPPED: Final = 2  # state of a game: its turn number passed the cap
NOBODY: Final = -1
HINT_STREAM: Final = 1  # separates the random numbers of hints from those of the game


class Batch:
    """Games of one configuration, each with its own stream of random numbers."""

    engine: BaseEngine
    observer: Observer
    cap: int
    moves: int  # how many moves, from 0 on, the masks have room for
    seat_policies: list[bytes]  # game -> the policy of every seat
    hint_policies: bytes  # the policies that suggest hints; empty for no hints
    start: Snapshot
    snapshots: list[Snapshot]  # game -> its position, with what is derived from it
    generators: list[Generator]
    hint_generators: list[Generator]
    observations: Cells
    shown: Ints  # game -> the seat to which its observation shows the position of its snapshot, or NOBODY
    masks: Cells
    allowed: Cells  # a copy of the masks that the caller cannot change, eight moves in a byte
    allowed_width: int  # bytes of a game in it
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
        self.start = Snapshot(engine.base_position)
        self.seat_policies = [
            checked_policies(policies, players, EXTERNAL, "a row of seat policies") for policies in seat_policies
        ]
        self.hint_policies = b""
        if len(hint_policies):
            self.hint_policies = checked_policies(hint_policies, players, LIGHT, "the hint policies")
        self.cap = checked_number(cap, 0, MOST_INT, "the cap of turns")
        self.moves = checked_number(moves, 1, MOST_INT, "the number of moves")
        self.snapshots = [Snapshot(engine.base_position) for _ in seat_policies]
        self.generators = [Generator(0) for _ in seat_policies]
        self.hint_generators = [Generator(0) for _ in seat_policies]
        checked = check_batch_rows(rows, len(seat_policies), observer.width, self.moves)
        self.observations, self.masks, self.seats, self.states, self.hints = checked
        self.shown = array("i", [NOBODY] * len(seat_policies))
        self.allowed_width = (self.moves + 7) // 8
        self.allowed = bytearray(len(seat_policies) * self.allowed_width)

    @exported
    def begin(self, game: Any, seed: Any) -> None:
        """Start a game from the start position."""
        number: int = checked_number(game, 0, len(self.snapshots) - 1, "the game")
        start: UInt64 = checked_seed(seed)
        self.engine.base_position.restore(self.start)
        self.generators[number] = Generator(start)
        self.hint_generators[number] = Generator(scramble(start ^ HINT_STREAM))
        self.run_game(number)

    @exported
    def begin_at(self, game: Any, position: bytearray, state: Any, hint_state: Any) -> None:
        """Continue a game from a position with the given states of its generators; its hint stays as it is."""
        number: int = checked_number(game, 0, len(self.snapshots) - 1, "the game")
        generator = Generator(0)
        hint_generator = Generator(0)
        generator.state = checked_seed(state)
        hint_generator.state = checked_seed(hint_state)
        self.engine.load_checked(position)
        self.generators[number] = generator
        self.hint_generators[number] = hint_generator
        self.run_to_decision(number)

    @exported
    def generator_states(self, game: Any) -> tuple[Any, Any]:
        """Return the state of a game's generator and that of its hints."""
        number: int = checked_number(game, 0, len(self.snapshots) - 1, "the game")
        generator: Generator = self.generators[number]
        hint_generator: Generator = self.hint_generators[number]
        return generator.state, hint_generator.state

    @exported
    def step(self, chosen: Any) -> int:
        """Make a move in every game and return -1; if one is illegal, change nothing and return its game."""
        snapshot: Snapshot
        moves: Ints = checked_moves(chosen)
        if len(moves) != len(self.snapshots):
            raise ValueError(f"{len(moves)} moves for {len(self.snapshots)} games: give one for each.")
        for game in range(len(self.snapshots)):
            if not self.is_offered(game, moves[game]):
                return game
        for game in range(len(self.snapshots)):
            snapshot = self.snapshots[game]
            self.engine.base_position.restore(snapshot)
            self.engine.make(moves[game])
            self.run_game(game)
        return -1

    @exported
    def position(self, game: Any) -> bytearray:
        """Return the position of a game."""
        number: int = checked_number(game, 0, len(self.snapshots) - 1, "the game")
        snapshot: Snapshot = self.snapshots[number]
        self.engine.base_position.restore(snapshot)
        return self.engine.position_copy()

    def is_offered(self, game: int, move: int) -> bool:
        """Return whether a game waits for a move that is legal in it."""
        if not 0 <= move < self.moves:
            return False
        return (self.allowed[game * self.allowed_width + move // 8] >> move % 8) & 1 != 0

    def run_game(self, game: int) -> None:
        """Play on from the loaded position until the game waits or ends, and write its rows and its hint."""
        self.run_to_decision(game)
        self.write_hint(game)

    def run_to_decision(self, game: int) -> None:
        """Play on from the loaded position until the game waits or ends, and write its rows."""
        snapshot: Snapshot = self.snapshots[game]
        self.states[game] = self.play_until_waiting(game)
        self.write_rows(game, snapshot.cells)
        self.engine.base_position.save(snapshot)

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

    def write_rows(self, game: int, before: Cells) -> None:
        """Write the deciding seat of the loaded game, its observation and its mask, given its position before."""
        p = self.engine.base_position
        clear(self.masks, game * self.moves, (game + 1) * self.moves)
        clear(self.allowed, game * self.allowed_width, (game + 1) * self.allowed_width)
        self.seats[game] = NOBODY
        if self.states[game] == WAITING:
            self.seats[game] = self.engine.decider()
            self.engine.list_moves()
            self.write_mask(p.offers, p.offered, self.masks, self.allowed, game)
            self.write_observation(game, self.seats[game], before)
        self.shown[game] = self.seats[game]

    def write_observation(self, game: int, seat: int, before: Cells) -> None:
        """Write what a seat sees of the loaded game, only the changes if the row shows the position before to it."""
        p, at = self.engine.base_position, game * self.observer.width
        if self.shown[game] == seat:
            self.observer.update(p, before, seat, self.observations, at)
        else:
            self.observer.write(p, seat, self.observations, at)

    def write_mask(self, offers: Ints, offered: int, masks: Cells, allowed: Cells, game: int) -> None:
        """Write the legal moves into the mask and its copy."""
        at, first = game * self.moves, game * self.allowed_width
        last, bits = -1, 0
        for n in range(offered):
            move = offers[n]
            if move < self.moves:
                masks[at + move] = 1
                # Moves ascend, so those of a byte are collected and the byte is never read again, which would wait.
                bits = (bits if move >> 3 == last else 0) | 1 << (move & 7)
                last = move >> 3
                allowed[first + last] = bits

    def write_hint(self, game: int) -> None:
        """Write the move of the hint policies if there are any and the game waits; the moves must be listed."""
        if len(self.hint_policies) and self.states[game] == WAITING:
            generator: Generator = self.hint_generators[game]
            self.hints[game] = self.engine.choose(generator, self.hint_policies)
