"""Pauses of correspondence clocks: vacations of players and outages of the server, as intervals of the wall clock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

Interval = tuple[int, int]
"""The first millisecond of a pause, and the first one after it."""

DAY: Final = 86_400_000


def allowed_vacation(vacations: Iterable[Interval], since: int, days: int) -> list[Interval]:
    """Return the parts of vacations that stop a clock: those after a moment, up to a number of days in all."""
    left, allowed = days * DAY, list[Interval]()
    for start, end in sorted(vacations):
        begin = max(start, since)
        length = min(left, end - begin)
        if length > 0:
            allowed.append((begin, begin + length))
            left -= length
    return allowed


def merged(pauses: Iterable[Interval]) -> list[Interval]:
    """Return intervals in order, with those that touch or overlap made into one."""
    found: list[Interval] = []
    for start, end in sorted(pauses):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        elif start < end:
            found.append((start, end))
    return found


def running_time(start: int, end: int, pauses: Sequence[Interval]) -> int:
    """Return the milliseconds between two moments that are in none of some merged pauses."""
    paused = sum(max(0, min(end, until) - max(start, begin)) for begin, until in pauses)
    return max(0, end - start - paused)


def moment_after(start: int, running: int, pauses: Sequence[Interval]) -> int:
    """Return the moment at which a clock that starts at a moment has run for a time, given merged pauses."""
    moment, left = start, running
    for begin, until in pauses:
        if until <= moment:
            continue
        if begin >= moment + left:
            break
        left -= max(0, begin - moment)
        moment = max(moment, until)
    return moment + left


def pause_end(moment: int, pauses: Iterable[Interval]) -> int | None:
    """Return the end of the pause in which a moment lies, None if it lies in none."""
    return next((until for begin, until in pauses if begin <= moment < until), None)
