"""A throttle that runs an action at most once per interval for every key."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable


class Throttle:
    """Runs an action for a key at once, or after the pause that follows its last run for that key."""

    def __init__(self, action: Callable[[str], Awaitable[None]], pause: Callable[[str], float]) -> None:
        self.action = action
        self.pause = pause
        self._requested: set[str] = set()
        self._running: dict[str, asyncio.Task[None]] = {}

    def request(self, key: str) -> None:
        """Let the action run, now or when the pause is over."""
        self._requested.add(key)
        if key not in self._running:
            self._running[key] = asyncio.create_task(self._run(key))

    async def stop(self) -> None:
        """Run the requested actions without a pause, and nothing afterwards."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        while self._requested:
            await self.action(self._requested.pop())

    async def _run(self, key: str) -> None:
        try:
            while key in self._requested:
                self._requested.discard(key)
                await self.action(key)
                await asyncio.sleep(self.pause(key))
        finally:
            del self._running[key]
