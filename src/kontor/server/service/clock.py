"""Clocks: how much time every seat has left, told by the log alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from kontor.core.game import Seat
from kontor.server.service.line import Line, stretch_start

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


@dataclass(frozen=True, slots=True)
class StretchTime:
    """The time used in the turn that began at a length of the line, and the times of the turns before it."""

    start: int
    used: int
    previous: StretchTime | None


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that has been used, which undo does not give back. It never changes; charging returns another one.

    A turn's time belongs to the place in the line where the turn began, so that whoever ends a turn, takes that back
    and ends it again has the time of one turn; an increment counts only while its handover stands in the line.
    """

    rule: ClockRule
    by_seat: Mapping[Seat, int] = field(default_factory=dict)
    stretches: StretchTime | None = None

    def charge(self, line: Line, spent: int) -> Clock:
        """Take time from the seat that is to move."""
        seat, start, top = line.decider, stretch_start(line), self.stretches
        by_seat = {**self.by_seat, seat: self.by_seat.get(seat, 0) + spent}
        if top is not None and top.start == start:
            return Clock(self.rule, by_seat, StretchTime(start, top.used + spent, top.previous))
        return Clock(self.rule, by_seat, StretchTime(start, spent, top))

    def go_back(self, length: int) -> Clock:
        """Forget the turns that began after a length of the line."""
        top = self.stretches
        while top is not None and top.start > length:
            top = top.previous
        return Clock(self.rule, self.by_seat, top)

    def left(self, line: Line, seat: Seat) -> int:
        """The milliseconds a seat has left, not counting what it is using now."""
        if self.rule.kind == BUDGET:
            gained = self.rule.increment * line.handovers[seat]
            return 1000 * (self.rule.seconds + gained) - self.by_seat.get(seat, 0)
        return 1000 * self.rule.seconds - (self._used_in_stretch(line) if line.decider == seat else 0)

    def _used_in_stretch(self, line: Line) -> int:
        top = self.stretches
        return top.used if top is not None and top.start == stretch_start(line) else 0
