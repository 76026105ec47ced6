"""Game clocks: how much time every seat has left, computed from the log alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from kontor.core.values import Seat
from kontor.server.service.move_line import MoveLine, turn_start

PER_TURN: Final = "turn"
BUDGET: Final = "budget"


@dataclass(frozen=True, slots=True)
class ClockRule:
    """How time is given, and which agent plays for a seat without time left: None makes the smallest choice."""

    kind: str
    seconds: int
    increment: int = 0
    agent: str | None = None

    def json(self) -> dict[str, Any]:
        """Return the rule as JSON data."""
        return {"kind": self.kind, "seconds": self.seconds, "increment": self.increment, "agent": self.agent}


def read_rule(content: Mapping[str, Any] | None) -> ClockRule | None:
    """Return the rule that JSON data describes."""
    return ClockRule(**content) if content else None


@dataclass(frozen=True, slots=True)
class TurnTime:
    """The time used in the turn that began at a length of the move line, and the times of the turns before it."""

    start: int
    used: int
    previous: TurnTime | None


@dataclass(frozen=True, slots=True)
class GameClock:
    """The time that has been used, which undo does not give back. It never changes; charging returns another one.

    The time of a turn belongs to the length of the move line at which the turn began, so that a player who ends a
    turn, takes that back and ends it again has the time of one turn; an increment counts only while the move that
    ended the turn is in the line.
    """

    rule: ClockRule
    by_seat: Mapping[Seat, int] = field(default_factory=dict)
    turns: TurnTime | None = None

    def charge(self, line: MoveLine, spent: int) -> GameClock:
        """Return the clock after the seat to move has used some time."""
        seat, start, last = line.decider, turn_start(line), self.turns
        by_seat = {**self.by_seat, seat: self.by_seat.get(seat, 0) + spent}
        if last is not None and last.start == start:
            return GameClock(self.rule, by_seat, TurnTime(start, last.used + spent, last.previous))
        return GameClock(self.rule, by_seat, TurnTime(start, spent, last))

    def go_back(self, length: int) -> GameClock:
        """Return the clock without the turns that began after a length of the move line."""
        last = self.turns
        while last is not None and last.start > length:
            last = last.previous
        return GameClock(self.rule, self.by_seat, last)

    def left(self, line: MoveLine, seat: Seat) -> int:
        """Return the milliseconds a seat has left, not counting the decision under way."""
        if self.rule.kind == BUDGET:
            gained = self.rule.increment * line.handovers[seat]
            return 1000 * (self.rule.seconds + gained) - self.by_seat.get(seat, 0)
        return 1000 * self.rule.seconds - (self._used_in_turn(line) if line.decider == seat else 0)

    def _used_in_turn(self, line: MoveLine) -> int:
        last = self.turns
        return last.used if last is not None and last.start == turn_start(line) else 0
