"""Summaries of tables in the database: stored a while after the moves, and computed at once where a list shows them.

A move only deletes the summary of its table, because computing one takes longer than the move. What is lost when a
server is killed, and what old tables and long records lack, is computed when a list needs it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final

import structlog
from sqlalchemy import bindparam, null, update
from sqlalchemy.orm.attributes import set_committed_value

from kontor.server.bus.bus import ENTRIES, SUMMARY, Notice
from kontor.server.errors import ApiError, DatabaseUnavailable
from kontor.server.logs import describe
from kontor.server.service.match import Match
from kontor.server.service.matches import Matches
from kontor.server.service.table_summary import summary_of
from kontor.server.store.database import Database
from kontor.server.store.models import TableRow
from kontor.server.tasks import stop_task

MOST_WAITING: Final = 200  # tables; others are requested again when they are shown again
STORE_SECONDS: Final = 15.0  # in which the moves of a table share one summary
STORED_AT_ONCE: Final = 50
STORE = (
    update(TableRow.__table__)  # type: ignore[arg-type]
    .where(TableRow.id == bindparam("table"), TableRow.number == bindparam("at_number"), TableRow.summary.is_(null()))
    .values(summary=bindparam("found"))
)

log = structlog.get_logger(__name__)


class StoredSummaries:
    """Stores the summaries of tables that have changed, and computes those that are missing."""

    def __init__(self, database: Database, matches: Matches) -> None:
        self.database = database
        self.matches = matches
        self._changed: set[str] = set()
        self._waiting: dict[str, None] = {}
        self._unusable: set[str] = set()
        self._storing: asyncio.Task[None] | None = None
        self._computing: asyncio.Task[None] | None = None
        matches.tables.bus.subscribe(self._on_notice)

    def start(self) -> None:
        """Store summaries from now on."""
        self._storing = asyncio.create_task(self._keep_storing())

    async def stop(self) -> None:
        """Store what is not stored yet, and stop."""
        await stop_task(self._computing)
        await stop_task(self._storing)
        await self._store_changed()

    def fill(self, rows: Iterable[TableRow]) -> None:
        """Set the summaries that some rows lack, as far as their matches are in memory, and compute the others.

        Those who look at a table whose summary has to be computed are told when it is there.
        """
        missing = []
        for row in rows:
            if row.summary is None and row.number and row.id not in self._unusable:
                match = self.matches.in_memory(row.id)
                if match is not None and match.number == row.number:
                    set_committed_value(row, "summary", summary_of(match))
                else:
                    missing.append(row.id)
        for table_id in missing[: MOST_WAITING - len(self._waiting)]:
            self._waiting[table_id] = None
        if self._waiting and (self._computing is None or self._computing.done()):
            self._computing = asyncio.create_task(self._compute_all())

    def _on_notice(self, notice: Notice | None) -> None:
        if notice is not None and notice.about == ENTRIES and not notice.node:
            self._changed.add(notice.subject)

    async def _keep_storing(self) -> None:
        while True:
            await asyncio.sleep(STORE_SECONDS)
            await self._store_changed()

    async def _store_changed(self) -> None:
        """Store the summaries of tables at which this node has moved, if they are still in memory."""
        changed, self._changed = self._changed, set()
        found = [match for each in sorted(changed) if (match := self.matches.in_memory(each)) is not None]
        try:
            for n in range(0, len(found), STORED_AT_ONCE):
                await self._store(found[n : n + STORED_AT_ONCE])
        except DatabaseUnavailable:
            pass  # the database reports its own failures
        except Exception as problem:
            log.error("summaries.failed", problem=describe(problem))

    async def _store(self, matches: Sequence[Match]) -> None:
        values = await self.matches.slicer.run(map(summary_values, matches))
        async with self.database.writing() as session:
            await (await session.connection()).execute(STORE, values)

    async def _compute_all(self) -> None:
        while self._waiting:
            table_id = next(iter(self._waiting))
            del self._waiting[table_id]
            try:
                match = await self.matches.get(table_id)
                await self._store([match])
                await self.matches.tables.bus.publish(Notice(table_id, match.number, SUMMARY))
            except ApiError:
                self._unusable.add(table_id)  # it was played with other rules
            except Exception as problem:
                log.error("summaries.failed", problem=describe(problem))
                return


def summary_values(match: Match) -> dict[str, Any]:
    """Return the values with which the summary of a match is stored."""
    return {"table": match.table.id, "at_number": match.number, "found": summary_of(match)}
