"""The bus between nodes: LISTEN and NOTIFY of the PostgreSQL that they share."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final

import asyncpg
import structlog
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.live.bus import PRESENCE, Ears, Notice, read_notice

CHANNEL: Final = "kontor"
NOTIFY = text("SELECT pg_notify(:channel, :notice)")
PATIENCE: Final = 1.0  # seconds between attempts to connect again

log = structlog.get_logger(__name__)


class PostgresBus(Ears):
    """Carries notices between the nodes of one database."""

    def __init__(self, url: str, seconds: float) -> None:
        super().__init__()
        self._seconds = seconds
        self._address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection: Any = None
        self._in_use = asyncio.Lock()
        self._keeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Connect, and stay connected from now on."""
        await self._connect()
        self._keeper = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        """Hang up."""
        if self._keeper is not None:
            self._keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeper
        if self._connection is not None:
            with contextlib.suppress(Exception):
                await self._connection.close(timeout=PATIENCE)

    async def publish_within(self, session: AsyncSession, notice: Notice) -> None:
        """Let PostgreSQL deliver the notice with the commit."""
        await session.execute(NOTIFY, {"channel": CHANNEL, "notice": notice.text()})

    async def publish(self, notice: Notice) -> None:
        """Tell this node at once; presence is in no transaction and goes out here."""
        self.tell(notice)
        if notice.about == PRESENCE and self._connection is not None:
            with contextlib.suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
                async with self._in_use:
                    await self._connection.execute("SELECT pg_notify($1, $2)", CHANNEL, notice.text())

    async def _connect(self) -> None:
        self._connection = await asyncpg.connect(
            self._address,
            timeout=self._seconds,
            command_timeout=self._seconds,
            server_settings={"application_name": f"{CHANNEL} bus"},
        )
        await self._connection.add_listener(CHANNEL, self._hear)

    def _hear(self, _connection: object, _pid: int, _channel: str, payload: str) -> None:
        self.tell(read_notice(payload))

    async def _keep(self) -> None:
        """Connect again whenever the connection is lost; what was missed meanwhile is anybody's guess."""
        while True:
            await asyncio.sleep(PATIENCE)
            try:
                await self._look_after()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as problem:
                log.warning("bus.lost", problem=type(problem).__name__)
                self._connection.terminate()

    async def _look_after(self) -> None:
        if self._connection.is_closed():
            await self._connect()
            log.info("bus.reconnected")
            self.tell(None)
        async with self._in_use:
            await self._connection.fetchval("SELECT 1")
