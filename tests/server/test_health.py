"""The health check reports a full disk and a damaged database."""

import asyncio
import resource
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from kontor.server.store import health as database_health
from tests.server.live_server import LiveServer, live_server
from tests.server.server_process import server_process

pytestmark = pytest.mark.anyio


async def health(server: LiveServer, query: str = "") -> tuple[int, Any]:
    """Return the status and the content of a response."""
    answer = await server.anonymous().http.get(f"/healthz{query}")
    return answer.status_code, answer.json()


async def test_a_full_disk_is_reported(folder: Path) -> None:
    with server_process("--data", folder, workers=1) as server:
        address = server.start()
        assert httpx.get(f"{address}/healthz").status_code == 200
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, 4096))
        await asyncio.sleep(database_health.WRITE_CHECK_SECONDS + 0.2)
        answer = httpx.get(f"{address}/healthz")
    assert (answer.status_code, answer.json()["error"]) == (503, "unavailable")
    assert "disk is full" in answer.json()["sentence"]


async def test_little_disk_space_is_reported_before_a_move_fails(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_health, "MIN_FREE_BYTES", 10**18)
    async with live_server(folder) as server:
        status, content = await health(server)
    assert (status, content["sentence"]) == (503, "The disk is full; free some space.")


async def test_a_damaged_database_is_reported_on_request_and_checked_once_a_minute(folder: Path) -> None:
    async with live_server(folder) as server:
        assert await health(server, "?check=database") == (200, (await health(server))[1])
        damage(folder / "kontor.sqlite")
        assert (await health(server, "?check=database"))[0] == 200  # the answer of less than a minute ago
        server.node.health.intact = database_health.CachedCheck(server.node.health._check_integrity, 0.0)
        status, content = await health(server, "?check=database")
        assert (status, content["sentence"]) == (503, "The database is damaged; restore a backup.")
        assert (await health(server, "?check=nothing"))[0] == 422


def damage(file: Path) -> None:
    """Overwrite a page of a database table that is not read here."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        page = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'webhooks'").fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    with file.open("r+b") as data:
        data.seek((page - 1) * size)
        data.write(b"\xff" * size)


async def test_many_questions_cost_one_write(server: LiveServer) -> None:
    counted = [0]
    cached = database_health.CachedCheck(lambda: count(counted), 60.0)
    assert set(await asyncio.gather(*(cached.get() for _ in range(50)))) == {None}
    assert counted == [1]


async def count(counted: list[int]) -> None:
    """Count a check and take a moment."""
    counted[0] += 1
    await asyncio.sleep(0.05)
