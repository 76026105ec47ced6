"""Detects that the database was replaced by a restored backup and blocks writes from stale nodes.

A node keeps tables in memory. If a backup is restored while it runs, its memory no longer matches the database.
Restoring therefore changes the generation of the database, and every writing transaction checks it first.
"""

from __future__ import annotations

import asyncio
import contextlib

import structlog
from sqlalchemy import Connection, select

from kontor.server.errors import DatabaseReplaced, DatabaseUnavailable
from kontor.server.store.database import Database
from kontor.server.store.models import GenerationRow
from kontor.server.tasks import stop_task

CHECK_SECONDS = 1.0

log = structlog.get_logger(__name__)


class DatabaseGeneration:
    """The generation of the database that a node has opened, and whether it was replaced since."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.is_replaced = False
        self._known: str | None = None
        self._task: asyncio.Task[None] | None = None
        database.guard(self._check)

    async def start(self) -> None:
        """Read the generation, and check at intervals whether it changes."""
        self._known = self.database.generation = await self._read()
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Stop the checks."""
        await stop_task(self._task)

    async def _read(self) -> str | None:
        async with self.database.reading() as session:
            return await session.scalar(select(GenerationRow.generation))

    async def _watch(self) -> None:
        while not self.is_replaced:
            await asyncio.sleep(CHECK_SECONDS)
            with contextlib.suppress(DatabaseUnavailable):
                self.is_replaced = self.is_replaced or await self._read() != self._known
        log.warning("database.replaced", sentence="A backup was restored; the server restarts.")

    def _check(self, connection: Connection) -> None:
        """Reject a writing transaction on another generation of the database."""
        if self._known is None or not connection.get_execution_options().get("writes"):
            return
        if connection.exec_driver_sql("SELECT life FROM lives").scalar() != self._known:
            self.is_replaced = True
            raise DatabaseReplaced("A backup was restored; the server restarts.")
