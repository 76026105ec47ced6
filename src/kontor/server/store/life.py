"""The life of the database: it is another one after a backup was restored, and nothing is written from an old memory.

A node remembers tables. If a backup takes their place while it runs, what it remembers is no longer so; therefore
every transaction that writes looks first whether the database still lives the life the node knows.
"""

from __future__ import annotations

import asyncio
import contextlib

import structlog
from sqlalchemy import Connection, select

from kontor.server.store.database import Database, Unavailable
from kontor.server.store.models import LifeRow

WATCH_SECONDS = 1.0

log = structlog.get_logger(__name__)


class Restored(Unavailable):
    """A backup was restored; the node has to begin anew."""


class Life:
    """The life that a node knows."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.is_over = False
        self._known: str | None = None
        self._watching: asyncio.Task[None] | None = None
        database.guard(self._check)

    async def start(self) -> None:
        """Learn the life of the database, and watch whether it ends."""
        self._known = await self._read()
        self._watching = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Watch no more."""
        if self._watching is not None:
            self._watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watching

    async def _read(self) -> str | None:
        async with self.database.reading() as session:
            return await session.scalar(select(LifeRow.life))

    async def _watch(self) -> None:
        while not self.is_over:
            await asyncio.sleep(WATCH_SECONDS)
            with contextlib.suppress(Unavailable):
                self.is_over = self.is_over or await self._read() != self._known
        log.warning("life.over", sentence="A backup was restored; the server begins anew.")

    def _check(self, connection: Connection) -> None:
        """Refuse to write into a life the node does not know."""
        if self._known is None or not connection.get_execution_options().get("writes"):
            return
        if connection.exec_driver_sql("SELECT life FROM lives").scalar() != self._known:
            self.is_over = True
            raise Restored("A backup was restored; the server begins anew.")
