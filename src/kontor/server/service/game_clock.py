"""Game clocks: how much time every seat has left, computed from the log alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from kontor.core.values import Seat
from kontor.server.service.move_line import MoveLine, turn_start

PER_TURN: Final = "turn"
BUDGET: Final = "budget"
CORRESPONDENCE: Final = "correspondence"

PLAY_TURN: Final = "turn"
TAKE_SEAT: Final = "seat"
END_GAME: Final = "game"


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


@dataclass(frozen=True, slots=True)
class CorrespondenceRule:
    """Milliseconds for every turn and every answer, a reserve for the whole game, vacation days, and what then.

    `expired` says what happens when time and reserve have run out: the agent plays the turn or takes the seat, or
    the game ends.
    """

    per_move: int
    reserve: int = 0
    vacation_days: int = 0
    expired: str = PLAY_TURN
    agent: str | None = None
    kind: str = CORRESPONDENCE

    def json(self) -> dict[str, Any]:
        """Return the rule as JSON data."""
        return asdict(self)


Rule = ClockRule | CorrespondenceRule


def read_rule(content: Mapping[str, Any] | None) -> Rule | None:
    """Return the rule that JSON data describes."""
    if not content:
        return None
    return CorrespondenceRule(**content) if content["kind"] == CORRESPONDENCE else ClockRule(**content)


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

    rule: Rule
    by_seat: Mapping[Seat, int] = field(default_factory=dict)
    turns: TurnTime | None = None
    overrun: Mapping[Seat, int] = field(default_factory=dict)

    def charge(self, line: MoveLine, spent: int) -> GameClock:
        """Return the clock after the seat to move has used some time."""
        seat, start, last = line.decider, turn_start(line), self.turns
        by_seat = {**self.by_seat, seat: self.by_seat.get(seat, 0) + spent}
        if last is not None and last.start == start:
            used, previous = last.used, last.previous
        else:
            used, previous = 0, last
        turns = TurnTime(start, used + spent, previous)
        return GameClock(self.rule, by_seat, turns, self._overrun_after(seat, used, used + spent))

    def _overrun_after(self, seat: Seat, before: int, after: int) -> Mapping[Seat, int]:
        """Return the used reserve of every seat after the time of a turn has grown; it never exceeds the reserve."""
        if not isinstance(self.rule, CorrespondenceRule):
            return self.overrun
        over = max(0, after - self.rule.per_move) - max(0, before - self.rule.per_move)
        used = min(self.rule.reserve, self.overrun.get(seat, 0) + over)
        return {**self.overrun, seat: used} if over else self.overrun

    def go_back(self, length: int) -> GameClock:
        """Return the clock without the turns that began after a length of the move line."""
        last = self.turns
        while last is not None and last.start > length:
            last = last.previous
        return replace(self, turns=last)

    def left(self, line: MoveLine, seat: Seat) -> int:
        """Return the milliseconds a seat has left, not counting the decision under way."""
        rule, used = self.rule, self._used_in_turn(line) if line.decider == seat else 0
        if isinstance(rule, CorrespondenceRule):
            return max(0, rule.per_move - used) + self.reserve_left(seat)
        if rule.kind == BUDGET:
            gained = rule.increment * line.handovers[seat]
            return 1000 * (rule.seconds + gained) - self.by_seat.get(seat, 0)
        return 1000 * rule.seconds - used

    def reserve_left(self, seat: Seat) -> int:
        """Return the milliseconds of reserve a seat has left, not counting the decision under way."""
        return self.rule.reserve - self.overrun.get(seat, 0) if isinstance(self.rule, CorrespondenceRule) else 0

    def _used_in_turn(self, line: MoveLine) -> int:
        last = self.turns
        return last.used if last is not None and last.start == turn_start(line) else 0
