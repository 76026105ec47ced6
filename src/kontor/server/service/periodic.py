"""A task that does its work at intervals, and at once when it is woken."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import structlog

from kontor.server.logs import describe
from kontor.server.tasks import stop_task

log = structlog.get_logger(__name__)


class Periodic:
    """Repeats work until it is stopped; a failure is logged and does not end it."""

    def __init__(self, name: str, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        self.name = name
        self.seconds = seconds
        self.work = work
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start."""
        self._task = asyncio.create_task(self._run())

    def wake(self) -> None:
        """Do the work soon."""
        self._wake.set()

    async def stop(self) -> None:
        """Stop."""
        await stop_task(self._task)

    async def _run(self) -> None:
        while True:
            try:
                await self.work()
            except Exception as problem:
                log.error("periodic.failed", name=self.name, problem=describe(problem))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), self.seconds)
            self._wake.clear()
