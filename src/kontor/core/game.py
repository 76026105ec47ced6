"""The protocol of a game: what every configuration of every game can be asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

Position = bytearray
Seat = int
Setup = dict[str, Any]

CHANCE: Seat = -1
NOBODY: Seat = -2


class SetupError(ValueError):
    """A setup the rules do not allow; the text is one sentence that names the rule or the field."""


class PositionError(ValueError):
    """A position that cannot be; the text is one sentence that names the field."""


@dataclass(frozen=True)
class Refusal:
    """Why a move is not legal: the rule and the facts, never a sentence."""

    rule: str
    facts: Mapping[str, Any] = field(default_factory=dict)


class IllegalMove(ValueError):
    """A move that is not legal in a position."""

    def __init__(self, words: str, refusal: Refusal) -> None:
        super().__init__(f"{words!r} is not legal here [{refusal.rule}]")
        self.words = words
        self.refusal = refusal


@dataclass(frozen=True)
class Event:
    """A fact a move brought about; `seats` are those who may know it, None for everybody."""

    name: str
    facts: Mapping[str, Any]
    seats: frozenset[Seat] | None = None


@dataclass(frozen=True)
class Score:
    """The points of one seat, line by line."""

    lines: Mapping[str, int]

    @cached_property
    def total(self) -> int:
        """The sum of all lines."""
        return sum(self.lines.values())


@dataclass(frozen=True)
class ScoreSheet:
    """The score of every seat and who would win, as if the game ended now."""

    scores: Sequence[Score]
    winners: Sequence[Seat]

    def json(self) -> dict[str, Any]:
        """The sheet as data."""
        return {"scores": [score_json(score) for score in self.scores], "winners": list(self.winners)}


def score_json(score: Score) -> dict[str, Any]:
    """A score as data."""
    return {"total": score.total, "lines": dict(score.lines)}


class Game(Protocol):
    """One configuration of one game: edition, board, modules, players.

    A position is one flat buffer; copying it is `position[:]`, and equal positions have equal bytes.
    """

    @property
    def setup(self) -> Setup:
        """The configuration with every default filled in."""
        ...

    @property
    def players(self) -> int:
        """The number of seats."""
        ...

    @property
    def revision(self) -> int:
        """Rises only when an old record would replay differently."""
        ...

    @property
    def kernel(self) -> str:
        """Which kernel plays: `compiled` or `interpreted`."""
        ...

    @property
    def move_count(self) -> int:
        """How many moves the game can ever offer."""
        ...

    def __hash__(self) -> int:
        """What others remember the configuration by."""
        ...

    def start(self) -> Position:
        """The position at the start, chance to move if anything is dealt."""
        ...

    def to_move(self, position: Position) -> Seat:
        """The seat that decides, CHANCE, or NOBODY when the game is over."""
        ...

    def legal_moves(self, position: Position) -> Sequence[int]:
        """Every legal move, ascending; empty only when the game is over."""
        ...

    def odds(self, position: Position) -> Mapping[int, int]:
        """The weight of every move while CHANCE is to move."""
        ...

    def advance(self, position: Position, move: int) -> None:
        """Make a move in place; an illegal one raises IllegalMove and changes nothing."""
        ...

    def scores(self, position: Position) -> ScoreSheet:
        """The score sheet as if the game ended now."""
        ...

    def ended_by(self, position: Position) -> str | None:
        """The ending, or None while the game runs."""
        ...

    def turn(self, position: Position) -> int:
        """The number of the turn, from 1."""
        ...

    def view(self, position: Position, seat: Seat | None) -> Position:
        """The position without what the seat may not know; None is a spectator."""
        ...

    def words(self, move: int) -> str:
        """The move as words."""
        ...

    def read(self, words: str) -> int:
        """The move that words name."""
        ...

    def move_json(self, move: int) -> dict[str, Any]:
        """The move as an object."""
        ...

    def read_json(self, content: Mapping[str, Any]) -> int:
        """The move that an object names."""
        ...

    def refusal(self, position: Position, move: int) -> Refusal:
        """Why a move is not legal."""
        ...

    def events(self, before: Position, move: int) -> Sequence[Event]:
        """What a legal move brings about."""
        ...

    def veil(self, before: Position, move: int, seat: Seat | None) -> str:
        """The words of a move as the seat may read them: `?` for what is secret."""
        ...

    def position_json(self, position: Position) -> dict[str, Any]:
        """The position as data."""
        ...

    def read_position(self, content: Mapping[str, Any]) -> Position:
        """A position from data; what is not named is as at the start of the game."""
        ...

    def suggest(self, position: Position, seed: int, agent: str) -> int:
        """The move a quick policy makes in a position, or chance if it is to move."""
        ...

    def play_out(
        self, position: Position, seed: int, agents: Sequence[str], cap: int, keep_moves: bool = False
    ) -> Playout:
        """Play on in place with quick policies, inside the kernel, until the end or past the cap of turns."""
        ...

    def lines(self, position: Position, depth: int) -> int:
        """How many lines of legal moves of the given length begin here."""
        ...


class Tree(Protocol):
    """A search inside a kernel that can be grown as long as there is time, and asked at any moment."""

    def grow(self, simulations: int) -> None:
        """Search on for a number of simulations."""
        ...

    def choices(self) -> list[tuple[int, int, int]]:
        """The first move of every stretch considered, how often it was tried, and the decider's chances by it."""
        ...

    def chances(self) -> list[int]:
        """Every seat's chance of winning, in ten-thousandths."""
        ...

    def finish(self, cap: int) -> Position:
        """The position at the end of a game played on in a hurry, or past the cap of turns."""
        ...


@runtime_checkable
class Planned(Protocol):
    """A game with an evaluation of its own, which can plan and search by it."""

    @property
    def habits(self) -> Mapping[str, int]:
        """What a search of this game does best in another way than usual."""
        ...

    def temperaments(self) -> Mapping[str, Sequence[int]]:
        """The weights of the evaluation, by the name of the temperament."""
        ...

    def plans(self, position: Position, temperament: str, width: int, count: int) -> list[tuple[int, int]]:
        """The first moves of the best whole turns found for the seat that is to move, and what each is worth."""
        ...

    def tree(self, position: Position, temperament: str, seed: int, habits: Sequence[int]) -> Tree:
        """A search for the seat that is to move."""
        ...

    def closing_move(self, position: Position, seed: int) -> int:
        """Choose a move for an overlong game; seats that always play these moves end the game sooner or later."""
        ...


@runtime_checkable
class Committing(Protocol):
    """A game in which some decisions stand although nobody learned anything by them."""

    def commits(self, before: Position, move: int) -> bool:
        """Whether a legal move can no longer be taken back once it is made."""
        ...


@runtime_checkable
class Gainful(Protocol):
    """A game with events by which a seat gains something for later that no score line shows yet."""

    @property
    def gains(self) -> Sequence[str]:
        """The names of these events."""
        ...


@runtime_checkable
class Standing(Protocol):
    """A game that tells those who draw it what follows from a position by its rules, such as who controls a city."""

    def standing(self, position: Position) -> dict[str, Any]:
        """What follows from a position by the rules, as data."""
        ...


@runtime_checkable
class Checksummed(Protocol):
    """A game whose positions end with a fingerprint and a checksum."""

    def content(self, position: Position) -> bytes:
        """The bytes of a position without its fingerprint and checksum."""
        ...


@dataclass(frozen=True)
class Playout:
    """What a game played inside the kernel came to."""

    decisions: int
    digest: int
    moves: Sequence[int]
