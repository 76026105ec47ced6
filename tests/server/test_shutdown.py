"""A server stops within ten seconds, whatever its database does."""

import asyncio
import contextlib
import signal
import sqlite3
import time
from pathlib import Path

import httpx
import pytest

from tests.server.live_server import live_server
from tests.server.postgres import Postgres
from tests.server.server_process import ServerProcess, server_process
from tests.server.tcp_proxy import tcp_proxy
from tests.server.test_moves import HANSA

pytestmark = pytest.mark.anyio

MOST_SECONDS = 10.0


async def seconds_to_end(server: ServerProcess) -> float:
    """Let requests wait for the database, stop the server, and return how long that takes."""
    async with httpx.AsyncClient(base_url=server.address or "", timeout=30) as client:
        waiting = [asyncio.create_task(client.post("/api/session", json={"name": f"Ada {n}"})) for n in range(3)]
        await asyncio.sleep(0.5)
        begun = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(server.process.wait, 30)
        taken = time.monotonic() - begun
        with contextlib.suppress(httpx.HTTPError):
            await asyncio.gather(*waiting)
    return taken


async def test_it_stops_while_its_database_is_locked_or_silent(folder: Path, postgres: Postgres) -> None:
    locked, silent = await asyncio.gather(
        seconds_with_locked_database(folder), seconds_with_silent_database(postgres)
    )
    assert locked < MOST_SECONDS
    assert silent < MOST_SECONDS


async def seconds_with_locked_database(folder: Path) -> float:
    """Return how long a server takes to stop whose embedded database another program has locked."""
    with server_process("--data", folder, workers=1) as server:
        await asyncio.to_thread(server.start)
        with contextlib.closing(sqlite3.connect(folder / "kontor.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            return await seconds_to_end(server)


async def seconds_with_silent_database(postgres: Postgres) -> float:
    """Return how long a server takes to stop whose shared database does not answer."""
    async with tcp_proxy(postgres.port) as proxy:
        url = postgres.url.replace(str(postgres.port), str(proxy.port))
        with server_process("--database", url, workers=1, database_seconds=30) as server:
            await asyncio.to_thread(server.start)
            proxy.hold()
            return await seconds_to_end(server)


async def test_no_match_is_read_after_the_database_was_closed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with live_server(folder) as server:
        table = await (await server.sign_in("Anneke")).open(HANSA, ["human", "human"])
    reading, ended = asyncio.Event(), asyncio.Event()

    async def never_ending_read(*_: object) -> None:
        reading.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async with live_server(folder) as server:
        monkeypatch.setattr(server.node.log, "read", never_ending_read)
        waiting = asyncio.create_task(server.node.matches.get(table["id"]))
        await reading.wait()
        waiting.cancel()
    assert ended.is_set()
