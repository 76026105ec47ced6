"""The bus between nodes: LISTEN and NOTIFY of the PostgreSQL database that they share."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final

import asyncpg
import structlog
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.bus.bus import ENTRIES, PRESENCE, Notice, Subscribers, read_notice
from kontor.server.tasks import stop_task

CHANNEL: Final = "kontor"
NOTIFY = text("SELECT pg_notify(:channel, :notice)")
CHECK_SECONDS: Final = 1.0  # between checks of the connection

log = structlog.get_logger(__name__)


class PostgresBus(Subscribers):
    """Delivers notices between the nodes of one database.

    A node has published its own entries itself, so it ignores what PostgreSQL sends it about them.
    """

    def __init__(self, url: str, seconds: float, node: str = "") -> None:
        super().__init__()
        self._node = node
        self._is_complete = True  # whether no notice can have been lost that was not reported
        self._seconds = seconds
        self._address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection: Any = None
        self._lock = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Connect, and reconnect from now on whenever the connection is lost."""
        await self._connect()
        self._task = asyncio.create_task(self._keep_connected())

    async def stop(self) -> None:
        """Close the connection."""
        await stop_task(self._task)
        if self._connection is not None:
            with contextlib.suppress(Exception):
                await self._connection.close(timeout=CHECK_SECONDS)

    async def publish_within(self, session: AsyncSession, notice: Notice) -> None:
        """Let PostgreSQL deliver the notice with the commit."""
        await session.execute(NOTIFY, {"channel": CHANNEL, "notice": notice.text()})

    async def publish(self, notice: Notice) -> None:
        """Deliver a notice to this node at once; presence belongs to no transaction and is sent from here."""
        self.dispatch(notice)
        if notice.about == PRESENCE and self._connection is not None:
            with contextlib.suppress(asyncpg.PostgresError, asyncpg.InterfaceError, OSError):
                async with self._lock:
                    await self._connection.execute("SELECT pg_notify($1, $2)", CHANNEL, notice.text())

    async def _connect(self) -> None:
        self._connection = await asyncpg.connect(
            self._address,
            timeout=self._seconds,
            command_timeout=self._seconds,
            server_settings={"application_name": f"{CHANNEL} bus"},
        )
        await self._connection.add_listener(CHANNEL, self._on_notify)

    def _on_notify(self, _connection: object, _pid: int, _channel: str, payload: str) -> None:
        if not self._is_complete:
            self._report_lost()
        notice = read_notice(payload)
        if notice.about != ENTRIES or notice.node != self._node:
            self.dispatch(notice)

    def _report_lost(self) -> None:
        """Announce that notices may have been lost, before the first one of a new connection."""
        self._is_complete = True
        self.dispatch(None)

    async def _keep_connected(self) -> None:
        """Check the connection at intervals, and reconnect when it is lost."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                await self._check()
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as problem:
                log.warning("bus.disconnected", problem=type(problem).__name__)
                self._connection.terminate()

    async def _check(self) -> None:
        """Reconnect if the connection is closed, and announce that notices may have been lost."""
        if self._connection.is_closed():
            self._is_complete = False
            await self._connect()
            log.info("bus.reconnected")
            self._report_lost()
        async with self._lock:
            await self._connection.fetchval("SELECT 1")
