"""The engine base class of every game: the exported functions of a kernel and the loops that play inside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kontor.kernel.arguments import MOST_INT, checked_number, checked_policies, checked_seed, checked_whole
from kontor.kernel.base_position import EVENT_SIZE, BasePosition, Snapshots, offers_below
from kontor.kernel.checksum import Checksum
from kontor.kernel.generator import MASK, Generator
from kontor.kernel.runtime.dialect import UInt64, exported
from kontor.kernel.runtime.errors import PositionError
from kontor.kernel.seats import CHANCE, CHANCE_CELL, GAME_OVER

HASH_START: Final = 0xCBF29CE484222325
HASH_PRIME: Final = 0x100000001B3
UNIFORM: Final = 0  # policies
LIGHT: Final = 1
LAST_USUAL_ROUND: Final = 60  # in later rounds computer players work towards the end of the game (decision 0015)
DEEPEST_PERFT: Final = 64  # far deeper than any count that can finish


def random_move(p: BasePosition, generator: Generator) -> int:
    """Return one of the offered moves with equal probability."""
    return p.offers[generator.below(p.offered)]


def random_move_between(p: BasePosition, generator: Generator, first: int, end: int) -> int:
    """Return a random offered move from `first` to `end - 1`, or -1 if there is none."""
    low = offers_below(p, first)
    count = offers_below(p, end) - low
    return p.offers[low + generator.below(count)] if count else -1


class BaseEngine:
    """The engine of one configuration; it holds one loaded position, on which all methods work.

    The engine of a game overrides how moves are listed and made; the exported functions and loops are shared.
    """

    base_position: BasePosition
    checksum: Checksum

    def __init__(self) -> None:
        raise TypeError("only the engine of a game can be created: use 'kontor.core.registry.game'.")

    def load_checked(self, position: Any) -> BasePosition:
        """Load a position of this configuration; raise TypeError or PositionError for anything else."""
        if type(position) is not bytearray:
            raise TypeError(f"a position must be a bytearray, not {type(position).__name__}.")
        p = self.base_position
        if len(position) != len(p.store):
            raise PositionError(
                f"position: it has {len(position)} bytes and should have {len(p.store)}: "
                "use a position that this game made."
            )
        p.store[:] = position
        if not self.checksum.has_fingerprint(p.cells):
            raise PositionError("position: it belongs to another game or setup: use a position that this game made.")
        if not self.checksum.is_correct(p.cells):
            raise PositionError(
                "position: its bytes were changed outside the game: "
                "make moves with 'advance', and create positions with 'read_position'."
            )
        p.refresh_counts()
        return p

    def copy_into(self, position: bytearray) -> None:
        """Copy the loaded position into a buffer of the same length."""
        p = self.base_position
        self.checksum.write(p.cells)
        position[:] = p.store

    def position_copy(self) -> bytearray:
        """Return a copy of the loaded position."""
        p = self.base_position
        self.checksum.write(p.cells)
        return bytearray(p.store)

    def is_over(self) -> bool:
        """Return whether the game is over."""
        return False

    def decider(self) -> int:
        """Return the seat that decides, or CHANCE_CELL."""
        return CHANCE_CELL

    def turn_number(self) -> int:
        """Return the number of the turn, from 1."""
        return 1

    def list_moves(self) -> None:
        """List every legal move in ascending order; none when the game is over."""

    def make(self, move: int) -> None:
        """Make a legal move and everything that follows without a decision."""

    def list_weights(self) -> None:
        """List the weights of the listed chance moves; the probability of a move is its share of all weights."""

    def light_move(self, generator: Generator) -> int:
        """Return the move of the light policy; the moves must be listed."""
        return random_move(self.base_position, generator)

    def worth(self, seat: int) -> int:
        """Return the worth of the position to a seat: its evaluation in hundredths of a point."""
        return 0

    def prepare_evaluation(self) -> None:
        """Set from the loaded position how much of the game is left, for all later evaluations."""

    def expected_points(self, seat: int) -> int:
        """Return the points that a seat has and can expect, in hundredths, without regard to the other seats."""
        return 0

    def spread(self) -> int:
        """Return the difference in expected points at which one seat is twice as likely to win as another."""
        return 1

    def total(self, seat: int) -> int:
        """Return the total score of a seat as if the game ended now."""
        return 0

    def determinize(self, generator: Generator) -> None:
        """Fill in hidden information at random, consistent with what the decider knows."""

    def is_fast_candidate(self, move: int) -> bool:
        """Return whether fast planning considers the move."""
        return True

    def is_between_actions(self) -> bool:
        """Return whether no action is in progress."""
        return True

    def is_distinct(self, move: int) -> bool:
        """Return whether no offered move with a lower number has the same effect."""
        return True

    def is_deadlocked(self) -> bool:
        """Return whether the game might never end because every seat has too few pieces left."""
        return False

    def is_idle(self, move: int) -> bool:
        """Return whether a move can only lead back to the position before its action."""
        return False

    def offers_move(self, move: int) -> bool:
        """Return whether a move is legal in the loaded position."""
        p = self.base_position
        self.list_moves()
        at = offers_below(p, move)
        return at < p.offered and p.offers[at] == move

    @exported
    def deadlocks(self, position: bytearray, move: Any) -> bool:
        """Return whether a legal move leaves every seat with too few pieces to end the game."""
        self.load_checked(position)
        number: int = checked_number(move, 0, MOST_INT, "the move")
        if not self.offers_move(number):
            raise ValueError(f"the move {number} is not legal in this position: ask for its legal moves.")
        if self.is_deadlocked():
            return False
        self.make(number)
        return self.is_deadlocked()

    @exported
    def start(self) -> bytearray:
        """Return the position at the start of the game."""
        raise NotImplementedError

    @exported
    def twin(self) -> Any:
        """Return another engine of this configuration: it shares the rules and has its own position and weights."""
        raise NotImplementedError

    @exported
    def set_weights(self, rows: Sequence[Sequence[int]]) -> None:
        """Set the weights of the evaluation, one row for every seat."""
        raise NotImplementedError

    @exported
    def refusal_code(self, position: bytearray, move: Any) -> int:
        """Return why a move is not legal as one of the reason codes, or 0 if it is legal."""
        raise NotImplementedError

    @exported
    def score_sheet(self, position: bytearray) -> list[list[int]]:
        """Return the score lines of all seats."""
        raise NotImplementedError

    @exported
    def to_move(self, position: bytearray) -> int:
        """Return the seat that decides, CHANCE, or GAME_OVER."""
        self.load_checked(position)
        if self.is_over():
            return GAME_OVER
        decider = self.decider()
        return CHANCE if decider == CHANCE_CELL else decider

    @exported
    def turn(self, position: bytearray) -> int:
        """Return the number of the turn, from 1."""
        self.load_checked(position)
        return self.turn_number()

    @exported
    def legal_moves(self, position: bytearray) -> list[int]:
        """Return every legal move in ascending order."""
        p = self.load_checked(position)
        self.list_moves()
        return [p.offers[n] for n in range(p.offered)]

    @exported
    def distinct_moves(self, position: bytearray) -> list[int]:
        """Return the legal moves, only the lowest of those that have the same effect."""
        p = self.load_checked(position)
        self.list_moves()
        return [p.offers[n] for n in range(p.offered) if self.is_distinct(p.offers[n])]

    @exported
    def chance_weights(self, position: bytearray) -> list[tuple[int, int]]:
        """Return every chance move with its weight; none while a seat decides."""
        p = self.load_checked(position)
        if self.is_over() or self.decider() != CHANCE_CELL:
            return []
        self.list_moves()
        self.list_weights()
        return [(p.offers[n], p.weights[n]) for n in range(p.offered)]

    @exported
    def advance(self, position: bytearray, move: Any) -> bool:
        """Make a move in place if it is legal, and return whether it was."""
        self.load_checked(position)
        wanted = checked_whole(move, "the move")
        if not 0 <= wanted <= MOST_INT:
            return False
        number: int = wanted
        if not self.offers_move(number):
            return False
        self.make(number)
        self.copy_into(position)
        return True

    @exported
    def raw_events(self) -> list[tuple[int, int, int, int]]:
        """Return the events of the last move as numbers."""
        p = self.base_position
        found = []
        for n in range(p.event_count):
            at = n * EVENT_SIZE
            found.append((p.event_cells[at], p.event_cells[at + 1], p.event_cells[at + 2], p.event_cells[at + 3]))
        return found

    def chance_move(self, generator: Generator) -> int:
        """Return a random chance move, drawn by weight."""
        p = self.base_position
        self.list_weights()
        total = 0
        for n in range(p.offered):
            total += p.weights[n]
        draw = generator.below(total)
        for n in range(p.offered):
            draw -= p.weights[n]
            if draw < 0:
                return p.offers[n]
        return p.offers[0]

    def choose(self, generator: Generator, policies: bytes) -> int:
        """Return the move of the decider's policy, or a chance move; the moves must be listed."""
        decider = self.decider()
        if decider == CHANCE_CELL:
            return self.chance_move(generator)
        if policies[decider] == LIGHT:
            return self.light_move(generator)
        return random_move(self.base_position, generator)

    @exported
    def suggest(self, position: bytearray, seed: Any, policies: bytes) -> int:
        """Return the move of the decider's policy in a position, or a chance move."""
        checked_policies(policies, self.base_position.players, LIGHT, "the policies")
        generator = Generator(checked_seed(seed))
        self.load_checked(position)
        if self.is_over():
            raise ValueError("the game is over: there is no move to suggest.")
        self.list_moves()
        return self.choose(generator, policies)

    @exported
    def play_out(
        self, position: bytearray, seed: Any, policies: bytes, cap: Any, moves: list[int] | None
    ) -> tuple[int, int]:
        """Play on in place until the game is over or the turn number passes the cap.

        Return the number of decisions and a hash of the moves; append the moves to the list if one is given.
        """
        checked_policies(policies, self.base_position.players, LIGHT, "the policies")
        generator = Generator(checked_seed(seed))
        last_turn: int = checked_number(cap, 0, MOST_INT, "the cap of turns")
        if moves is not None and type(moves) is not list:
            raise TypeError(f"the moves must be a list or None, not {type(moves).__name__}.")
        self.load_checked(position)
        decisions = 0
        digest: UInt64 = HASH_START
        while not self.is_over() and self.turn_number() <= last_turn:
            self.list_moves()
            move = self.choose(generator, policies)
            self.make(move)
            digest = ((digest ^ move) * HASH_PRIME) & MASK
            decisions += 1
            if moves is not None:
                moves.append(move)
        self.copy_into(position)
        return decisions, digest

    @exported
    def perft(self, position: bytearray, depth: Any) -> Any:
        """Return how many sequences of legal moves of a length begin at a position."""
        length: int = checked_number(depth, 0, DEEPEST_PERFT, "the depth")
        self.load_checked(position)
        return self.count_leaves(length)

    def count_leaves(self, depth: int) -> UInt64:
        """Count the sequences of legal moves of a length from the loaded position."""
        if depth == 0:
            return 1
        p = self.base_position
        self.list_moves()
        if depth == 1:
            return p.offered
        count: UInt64 = 0
        snapshot = Snapshots(p, 1)
        for move in [p.offers[n] for n in range(p.offered)]:
            self.make(move)
            count += self.count_leaves(depth - 1)
            p.restore(snapshot)
        return count

    @exported
    def check(self, position: bytearray) -> None:
        """Raise an exception unless this configuration made the position."""
        self.load_checked(position)

    @exported
    def write_checksum(self, position: bytearray) -> None:
        """Write the fingerprint and the checksum of a position; only for position readers, which check every cell."""
        if type(position) is not bytearray:
            raise TypeError(f"a position must be a bytearray, not {type(position).__name__}.")
        if len(position) != len(self.base_position.store):
            raise PositionError(f"position: it has {len(position)} bytes, not {len(self.base_position.store)}.")
        self.checksum.write(position)
