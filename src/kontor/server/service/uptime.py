"""Records that the server runs, and tells the matches when none did."""

from __future__ import annotations

import asyncio
from typing import Final

import structlog

from kontor.server.clock import now
from kontor.server.logs import describe
from kontor.server.service.matches import Matches
from kontor.server.store.outages import Outages
from kontor.server.tasks import stop_task

INTERVAL_SECONDS: Final = 60.0

log = structlog.get_logger(__name__)


class UptimeRecorder:
    """Writes at intervals that this node runs; correspondence clocks do not run while none does."""

    def __init__(self, outages: Outages, matches: Matches) -> None:
        self.outages = outages
        self.matches = matches
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Record the outage that ends now, if there was one, before any clock is read."""
        await self.record()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop."""
        await stop_task(self._task)

    async def record(self) -> None:
        """Record the present moment, and read the outages that any node has found."""
        await self.outages.record(now())
        self.matches.set_outages(await self.outages.all())

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(INTERVAL_SECONDS)
            try:
                await self.record()
            except Exception as problem:
                log.error("uptime.failed", problem=describe(problem))
