"""Long computations in short time slices, between which other requests are answered."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from kontor.server.limits import Limits

SLICE_SECONDS: Final = 0.004
MAX_PAUSE: Final = 1.0  # seconds, should the machine have slept during a slice

Result = TypeVar("Result")


class TimeSlicer:
    """Runs one slice of one computation at a time, and then leaves the event loop free for as long.

    Slices run on the event loop because a thread would compete with it for the interpreter lock. All computations
    take turns, so that a short one does not wait until a long one has ended.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._turn = asyncio.Lock()

    async def run(self, steps: Iterable[Result]) -> list[Result]:
        """Return the results of all steps of a computation."""
        rest, results = iter(steps), list[Result]()
        while not await self._run_slice(rest, results):
            pass
        return results

    async def run_charged(self, count: int, steps: Iterable[Result]) -> list[Result]:
        """Run a computation of some moves that count against the rate limit of the request."""
        self.limits.charge_moves(count)
        return await self.run(steps)

    async def _run_slice(self, rest: Iterator[Result], results: list[Result]) -> bool:
        """Run the next slice and return whether it was the last one."""
        await self._turn.acquire()
        began = time.monotonic()
        try:
            for result in rest:
                results.append(result)
                if time.monotonic() - began > SLICE_SECONDS:
                    return False
            return True
        finally:
            self._release_after_pause(time.monotonic() - began)

    async def in_thread(self, function: Callable[[], Result]) -> Result:
        """Run a function that uses no game in a thread, which takes a turn like a slice."""
        await self._turn.acquire()
        began = time.monotonic()
        try:
            return await asyncio.to_thread(function)
        finally:
            self._release_after_pause(time.monotonic() - began)

    def _release_after_pause(self, seconds: float) -> None:
        asyncio.get_running_loop().call_later(min(seconds, MAX_PAUSE), self._turn.release)
