"""The engine every game shares: the doors of a kernel, and the loops that play inside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kontor.kernel.arguments import MOST_INT, checked_number, checked_policies, checked_seed, checked_whole
from kontor.kernel.base_position import FACT_SIZE, BasePosition, offers_below
from kontor.kernel.checksum import Checksum
from kontor.kernel.generator import MASK, Generator
from kontor.kernel.runtime.dialect import Wide, exported
from kontor.kernel.runtime.errors import PositionError
from kontor.kernel.seats import CHANCE, CHANCE_CELL, GAME_OVER

HASH_START: Final = 0xCBF29CE484222325
HASH_PRIME: Final = 0x100000001B3
UNIFORM: Final = 0  # policies
LIGHT: Final = 1
LAST_USUAL_ROUND: Final = 60  # in later rounds computer players hurry to the end of the game (decision 0015)
DEEPEST_PERFT: Final = 64  # far more than can ever be counted


def any_move(p: BasePosition, generator: Generator) -> int:
    """One of the offered moves, each as likely."""
    return p.offers[generator.below(p.offered)]


def one_between(p: BasePosition, generator: Generator, first: int, end: int) -> int:
    """A random offered move from `first` up to but without `end`, or -1."""
    low = offers_below(p, first)
    count = offers_below(p, end) - low
    return p.offers[low + generator.below(count)] if count else -1


class BaseEngine:
    """One configuration of a game, ready to play any position of it.

    A game's engine says how its table lists and makes moves; the doors and loops are the same for all.
    """

    base_position: BasePosition
    checksum: Checksum

    def opened(self, position: Any) -> BasePosition:
        """Lay a position of this configuration on the table, or raise an exception that says what is wrong."""
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
                "make moves with 'advance', and put positions together with 'read_position'."
            )
        p.refresh_counts()
        return p

    def put_back(self, position: bytearray) -> None:
        """Copy the position on the table into a buffer of the same length."""
        p = self.base_position
        self.checksum.write(p.cells)
        position[:] = p.store

    def copied(self) -> bytearray:
        """Return a copy of the position on the table."""
        p = self.base_position
        self.checksum.write(p.cells)
        return bytearray(p.store)

    def is_over(self) -> bool:
        """Whether the game on the table is over."""
        return False

    def decider(self) -> int:
        """The seat that decides, or CHANCE."""
        return CHANCE_CELL

    def turn_number(self) -> int:
        """The number of the turn, from 1."""
        return 1

    def list_moves(self) -> None:
        """Offer every legal move, in ascending order; none when the game is over."""

    def make(self, move: int) -> None:
        """Carry out a legal move and everything that follows by itself."""

    def weight(self, move: int) -> int:
        """How likely chance picks a move, compared with its others."""
        return 1

    def light_move(self, generator: Generator) -> int:
        """The move of the light policy; the moves have been listed."""
        return any_move(self.base_position, generator)

    def worth(self, seat: int) -> int:
        """What the position on the table is worth to a seat, in hundredths of a point."""
        return 0

    def look_ahead(self) -> None:
        """Judge from the position on the table how much of the game is left, for every worth asked from now on."""

    def prospect(self, seat: int) -> int:
        """The points a seat has and may hope for, in hundredths, whatever the others do."""
        return 0

    def spread(self) -> int:
        """By how much the prospects of two seats differ when one is twice as likely to win."""
        return 1

    def total(self, seat: int) -> int:
        """The whole score of a seat as if the game ended now."""
        return 0

    def guess(self, generator: Generator) -> None:
        """Fill in what the decider cannot know with something it cannot rule out."""

    def is_obvious(self, move: int) -> bool:
        """Whether somebody in a hurry would look at the move."""
        return True

    def is_resting(self) -> bool:
        """Whether the decider stands between actions, not inside one."""
        return True

    def is_distinct(self, move: int) -> bool:
        """Whether no offered move with a lower number comes to the same."""
        return True

    def is_deadlocked(self) -> bool:
        """Whether the game on the table might never end, since every seat has too few pieces left."""
        return False

    def is_idle(self, move: int) -> bool:
        """Whether a move can only lead back to the position before the action it belongs to."""
        return False

    def offers_move(self, move: int) -> bool:
        """Whether a move is legal in the position on the table."""
        p = self.base_position
        self.list_moves()
        at = offers_below(p, move)
        return at < p.offered and p.offers[at] == move

    @exported
    def deadlocks(self, position: bytearray, move: Any) -> bool:
        """Whether a legal move leaves every seat with too few pieces to end the game."""
        self.opened(position)
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
    def weigh_with(self, rows: Sequence[Sequence[int]]) -> None:
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
        self.opened(position)
        if self.is_over():
            return GAME_OVER
        decider = self.decider()
        return CHANCE if decider == CHANCE_CELL else decider

    @exported
    def turn(self, position: bytearray) -> int:
        """The number of the turn, from 1."""
        self.opened(position)
        return self.turn_number()

    @exported
    def legal_moves(self, position: bytearray) -> list[int]:
        """Every legal move, in ascending order."""
        p = self.opened(position)
        self.list_moves()
        return [p.offers[n] for n in range(p.offered)]

    @exported
    def distinct_moves(self, position: bytearray) -> list[int]:
        """The legal moves with only one for each set that comes to the same."""
        p = self.opened(position)
        self.list_moves()
        return [p.offers[n] for n in range(p.offered) if self.is_distinct(p.offers[n])]

    @exported
    def chance_weights(self, position: bytearray) -> list[tuple[int, int]]:
        """Every chance move with its weight; none while a seat decides."""
        p = self.opened(position)
        if self.is_over() or self.decider() != CHANCE_CELL:
            return []
        self.list_moves()
        found = []
        for n in range(p.offered):
            found.append((p.offers[n], self.weight(p.offers[n])))
        return found

    @exported
    def advance(self, position: bytearray, move: Any) -> bool:
        """Carry out a move in place if it is legal, and say whether it was."""
        self.opened(position)
        wanted = checked_whole(move, "the move")
        if not 0 <= wanted <= MOST_INT:
            return False
        number: int = wanted
        if not self.offers_move(number):
            return False
        self.make(number)
        self.put_back(position)
        return True

    @exported
    def raw_events(self) -> list[tuple[int, int, int, int]]:
        """What the last move brought about, as numbers."""
        p = self.base_position
        found = []
        for n in range(p.fact_count):
            at = n * FACT_SIZE
            found.append((p.facts[at], p.facts[at + 1], p.facts[at + 2], p.facts[at + 3]))
        return found

    def chance_move(self, generator: Generator) -> int:
        """A chance move picked by its odds."""
        p = self.base_position
        total = 0
        for n in range(p.offered):
            total += self.weight(p.offers[n])
        draw = generator.below(total)
        for n in range(p.offered):
            draw -= self.weight(p.offers[n])
            if draw < 0:
                return p.offers[n]
        return p.offers[0]

    def choose(self, generator: Generator, policies: bytes) -> int:
        """The move of whoever has to move; the moves have been listed."""
        decider = self.decider()
        if decider == CHANCE_CELL:
            return self.chance_move(generator)
        if policies[decider] == LIGHT:
            return self.light_move(generator)
        return any_move(self.base_position, generator)

    @exported
    def suggest(self, position: bytearray, seed: Any, policies: bytes) -> int:
        """The move a quick policy makes in a position, or chance."""
        checked_policies(policies, self.base_position.players, LIGHT, "the policies")
        generator = Generator(checked_seed(seed))
        self.opened(position)
        if self.is_over():
            raise ValueError("the game is over: there is no move to suggest.")
        self.list_moves()
        return self.choose(generator, policies)

    @exported
    def play_out(
        self, position: bytearray, seed: Any, policies: bytes, cap: Any, moves: list[int] | None
    ) -> tuple[int, int]:
        """Play on in place until the game is over or the turn number passes the cap.

        Returns the number of decisions and a hash of the moves; the moves are added to the list, if given.
        """
        checked_policies(policies, self.base_position.players, LIGHT, "the policies")
        generator = Generator(checked_seed(seed))
        last_turn: int = checked_number(cap, 0, MOST_INT, "the cap of turns")
        if moves is not None and type(moves) is not list:
            raise TypeError(f"the moves must be a list or None, not {type(moves).__name__}.")
        self.opened(position)
        decisions = 0
        digest: Wide = HASH_START
        while not self.is_over() and self.turn_number() <= last_turn:
            self.list_moves()
            move = self.choose(generator, policies)
            self.make(move)
            digest = ((digest ^ move) * HASH_PRIME) & MASK
            decisions += 1
            if moves is not None:
                moves.append(move)
        self.put_back(position)
        return decisions, digest

    @exported
    def perft(self, position: bytearray, depth: Any) -> Any:
        """How many lines of legal moves of the given length begin here."""
        length: int = checked_number(depth, 0, DEEPEST_PERFT, "the depth")
        self.opened(position)
        return self.count_leaves(bytearray(position), length)

    def count_leaves(self, position: bytearray, depth: int) -> Wide:
        """Count the lines from a position of this configuration on."""
        if depth == 0:
            return 1
        p = self.base_position
        p.load(position)
        self.list_moves()
        if depth == 1:
            return p.offered
        count: Wide = 0
        for move in [p.offers[n] for n in range(p.offered)]:
            p.load(position)
            self.make(move)
            count += self.count_leaves(bytearray(p.store), depth - 1)
        return count

    @exported
    def check(self, position: bytearray) -> None:
        """Raise an exception unless this configuration made the position."""
        self.opened(position)

    @exported
    def write_checksum(self, position: bytearray) -> None:
        """Write the fingerprint and the checksum of a position; only for readers, which have checked every cell."""
        if type(position) is not bytearray:
            raise TypeError(f"a position must be a bytearray, not {type(position).__name__}.")
        if len(position) != len(self.base_position.store):
            raise PositionError(f"position: it has {len(position)} bytes, not {len(self.base_position.store)}.")
        self.checksum.write(position)
