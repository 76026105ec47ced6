"""Clocks: how much time every seat has left, told by the log alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from kontor.core.game import CHANCE

PER_TURN: Final = "turn"
BUDGET: Final = "budget"


@dataclass(frozen=True, slots=True)
class ClockRule:
    """How time is given, and who plays for somebody who has none left: an agent, or None for the smallest choice."""

    kind: str
    seconds: int
    increment: int = 0
    agent: str | None = None

    def json(self) -> dict[str, Any]:
        """The rule as data."""
        return {"kind": self.kind, "seconds": self.seconds, "increment": self.increment, "agent": self.agent}


def read_rule(content: Mapping[str, Any] | None) -> ClockRule | None:
    """A rule from data."""
    return ClockRule(**content) if content else None


def stretch_start(deciders: Sequence[int]) -> int:
    """The length of the line at which the seat that is to move came to be to move."""
    start = len(deciders) - 1
    while start > 0 and deciders[start - 1] in (deciders[-1], CHANCE):
        start -= 1
    return start


def handovers(deciders: Sequence[int], seat: int) -> int:
    """How often a seat has handed the decision over to another one."""
    asked = [decider for decider in deciders if decider != CHANCE]
    return sum(one == seat != other for one, other in pairwise(asked))


class Clock:
    """The time that has been used, which undo does not give back.

    A turn's time belongs to the place in the line where the turn began, so that whoever ends a turn, takes that back
    and ends it again has the time of one turn; an increment counts only while its handover stands in the line.
    """

    def __init__(self, rule: ClockRule) -> None:
        self.rule = rule
        self._by_seat: dict[int, int] = {}
        self._by_stretch: dict[int, int] = {}

    def charge(self, deciders: Sequence[int], spent: int) -> None:
        """Take time from the seat that is to move."""
        seat, start = deciders[-1], stretch_start(deciders)
        self._by_seat[seat] = self._by_seat.get(seat, 0) + spent
        self._by_stretch[start] = self._by_stretch.get(start, 0) + spent

    def go_back(self, length: int) -> None:
        """Forget the turns that began after a length of the line."""
        self._by_stretch = {start: used for start, used in self._by_stretch.items() if start <= length}

    def left(self, deciders: Sequence[int], seat: int) -> int:
        """The milliseconds a seat has left, not counting what it is using now."""
        if self.rule.kind == BUDGET:
            gained = self.rule.increment * handovers(deciders, seat)
            return 1000 * (self.rule.seconds + gained) - self._by_seat.get(seat, 0)
        used = self._by_stretch.get(stretch_start(deciders), 0) if deciders[-1] == seat else 0
        return 1000 * self.rule.seconds - used
