"""Runs an action at once, but for every key at most once in a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable


class Throttle:
    """Runs an action for a key now, or once after the pause that follows the last time it ran for that key."""

    def __init__(self, action: Callable[[str], Awaitable[None]], pause: Callable[[str], float]) -> None:
        self.action = action
        self.pause = pause
        self._asked: set[str] = set()
        self._running: dict[str, asyncio.Task[None]] = {}

    def ask(self, key: str) -> None:
        """Let the action run, now or when the pause is over."""
        self._asked.add(key)
        if key not in self._running:
            self._running[key] = asyncio.create_task(self._run(key))

    async def stop(self) -> None:
        """Run without a pause what was asked for, and nothing afterwards."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        while self._asked:
            await self.action(self._asked.pop())

    async def _run(self, key: str) -> None:
        try:
            while key in self._asked:
                self._asked.discard(key)
                await self.action(key)
                await asyncio.sleep(self.pause(key))
        finally:
            del self._running[key]
