"""Summaries that are missing, those of old tables and of long records: they are computed when a list shows them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import structlog
from sqlalchemy import null, update

from kontor.server.bus.bus import SUMMARY, Notice
from kontor.server.errors import ApiError
from kontor.server.logs import describe
from kontor.server.service.matches import Matches
from kontor.server.service.table_summary import summary_of
from kontor.server.store.database import Database
from kontor.server.store.models import TableRow

MOST_WAITING = 200  # tables; others are requested again when they are shown again

log = structlog.get_logger(__name__)


class MissingSummaries:
    """Computes summaries one after another, in a task that ends when there are none left to compute."""

    def __init__(self, database: Database, matches: Matches) -> None:
        self.database = database
        self.matches = matches
        self._waiting: dict[str, None] = {}
        self._unusable: set[str] = set()
        self._task: asyncio.Task[None] | None = None

    def request(self, rows: Iterable[TableRow]) -> None:
        """Compute the summaries that some tables lack; those who look at them are told when they are there."""
        missing = [row.id for row in rows if row.summary is None and row.number and row.id not in self._unusable]
        for table_id in missing[: MOST_WAITING - len(self._waiting)]:
            self._waiting[table_id] = None
        if self._waiting and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._compute_all())

    async def stop(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _compute_all(self) -> None:
        while self._waiting:
            table_id = next(iter(self._waiting))
            del self._waiting[table_id]
            try:
                await self._compute(table_id)
            except ApiError:
                self._unusable.add(table_id)  # it was played with other rules
            except Exception as problem:
                log.error("summaries.failed", problem=describe(problem))
                return

    async def _compute(self, table_id: str) -> None:
        match = await self.matches.get(table_id)
        unchanged = (TableRow.id == table_id, TableRow.number == match.number, TableRow.summary.is_(null()))
        async with self.database.writing() as session:
            await session.execute(update(TableRow).where(*unchanged).values(summary=summary_of(match)))
        await self.matches.tables.bus.publish(Notice(table_id, match.number, SUMMARY))
