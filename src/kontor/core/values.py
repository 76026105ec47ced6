"""The values that games take and return: seats, setups, events, scores, refusals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

PositionBytes = bytearray
Seat = int
Setup = dict[str, Any]


class SetupError(ValueError):
    """Raised for a setup that the rules do not allow; the text is one sentence that names the rule or the field."""


@dataclass(frozen=True)
class Refusal:
    """Why a move is not legal: the rule and the facts as data, and the reason as part of a sentence."""

    rule: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    reason: str = field(default="", compare=False)  # made of the facts, so it reveals nothing more


class IllegalMove(ValueError):
    """Raised for a move that is not legal in a position; the text is a sentence with the reason and the rule."""

    def __init__(self, move: str, refusal: Refusal) -> None:
        reason = f": {refusal.reason}" if refusal.reason else " here"
        super().__init__(f"{move!r} is not legal{reason} [{refusal.rule}].")
        self.move = move
        self.refusal = refusal

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the move and the refusal."""
        return type(self), (self.move, self.refusal)


@dataclass(frozen=True)
class Event:
    """An effect of a move; `seats` are those that may know it, None means every seat and spectator."""

    name: str
    facts: Mapping[str, Any]
    seats: frozenset[Seat] | None = None


@dataclass(frozen=True)
class Score:
    """The points of one seat, line by line."""

    lines: Mapping[str, int]

    @property
    def total(self) -> int:
        """Return the sum of all lines."""
        return sum(self.lines.values())


@dataclass(frozen=True)
class ScoreSheet:
    """The score of every seat and the winners, as if the game ended now."""

    scores: Sequence[Score]
    winners: Sequence[Seat]

    def json(self) -> dict[str, Any]:
        """Return the sheet as JSON data."""
        return {"scores": [score_json(score) for score in self.scores], "winners": list(self.winners)}


def score_json(score: Score) -> dict[str, Any]:
    """Return a score as JSON data."""
    return {"total": score.total, "lines": dict(score.lines)}
