"""Warnings of correspondence clocks: once for every turn, shortly before the time of a player is over."""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import Any, Final

from sqlalchemy.exc import IntegrityError

from kontor.server.clock import now, steady
from kontor.server.service.match import Match
from kontor.server.service.move_line import turn_start
from kontor.server.service.pauses import moment_after
from kontor.server.store.database import Database
from kontor.server.store.events import queue_event
from kontor.server.store.models import ClockWarningRow

LONGEST: Final = 2 * 3_600_000
"""The milliseconds before the end at which a player is warned, or a quarter of the time of a turn if that is less."""
REMEMBERED: Final = 10_000

Key = tuple[str, int, int]
"""A table, a seat, and the length of the move line at which the turn began."""


class ClockWarnings:
    """Queues warnings; the database has one row for each, so that one of several nodes does so, once."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._written: OrderedDict[Key, None] = OrderedDict()

    async def check(self, match: Match) -> float:
        """Warn the player to move if it is time, and return the seconds until it will be; infinity if it never is."""
        warned_at = warning_moment(match)
        if warned_at is None:
            return math.inf
        if warned_at > now():
            return (warned_at - now()) / 1000 + 0.001
        key = (match.table.id, match.to_move, turn_start(match.timeline.line))
        if key not in self._written:
            await self._warn(match, key)
            self._remember(key)
        return math.inf

    async def _warn(self, match: Match, key: Key) -> None:
        """Write the warning and queue its notification in one transaction, unless it was written before."""
        table_id, seat, start = key
        account_id = match.table.seats[seat].account_id
        try:
            async with self.database.writing() as session:
                session.add(ClockWarningRow(table_id=table_id, seat=seat, turn_start=start))
                await session.flush()
                if account_id is not None:
                    await queue_event(session, [account_id], "clock", table_id, warning_data(match))
        except IntegrityError:
            return  # this or another node has warned before

    def _remember(self, key: Key) -> None:
        self._written[key] = None
        if len(self._written) > REMEMBERED:
            self._written.popitem(last=False)


def warning_data(match: Match) -> dict[str, Any]:
    """Return the public facts of a warning: the table, and when the time is over."""
    return {"title": match.table.title, "until": match.deadline()}


def warning_moment(match: Match) -> int | None:
    """Return when the player to move is warned, on the wall clock; None without a correspondence clock."""
    rule = match.correspondence
    if rule is None or match.ticking_since is None:
        return None
    left = match.time_left(match.to_move, steady()) - min(LONGEST, rule.per_move // 4)
    return moment_after(now(), max(0, left), match.pauses(match.to_move))
