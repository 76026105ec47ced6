"""Runs an asynchronous service in a thread, for tests that drive a browser."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import TypeVar

Service = TypeVar("Service")

PATIENCE = 20.0  # seconds


@contextmanager
def in_thread(opened: AbstractAsyncContextManager[Service]) -> Iterator[Service]:
    """Run a service until the end of the block."""
    loop = asyncio.new_event_loop()
    ready, stop, made = threading.Event(), asyncio.Event(), list[Service]()

    async def serve() -> None:
        async with opened as service:
            made.append(service)
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        yield made[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(PATIENCE)
        loop.close()
