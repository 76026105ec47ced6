"""A server under mixed load for an hour: constant memory, no errors, and no connection left behind."""

import asyncio
import os
import re
import time
from pathlib import Path

import httpx
import pytest

from tests.server.load_players import PATIENCE, PlayerGroup
from tests.server.log_audit import audit, read_sqlite
from tests.server.server_process import children_of, server_process
from tests.server.test_faults import SETTINGS

pytestmark = [pytest.mark.anyio, pytest.mark.soak]

MINUTE = 60.0
WARM_MINUTES = 10
MORE_MEMORY = 1.1  # by which memory may grow afterwards, and so many bytes
MORE_BYTES = 20_000_000
PAGES = ("/api/home", "/api/tables?which=open&limit=10", "/api/games", "/healthz", "/metrics")


@pytest.mark.parametrize("processes", [1, 2])
async def test_an_hour_of_mixed_load(tmp_path: Path, processes: int) -> None:
    await endure(tmp_path, processes, minutes=60)


async def endure(data: Path, processes: int, minutes: int) -> None:
    """Play at tables with people and computers, watch and read pages, and compare what the server uses."""
    settings = {**SETTINGS, "matches_bytes": 10_000_000}  # tables are dropped and read again all the time
    with server_process("--data", data, "--processes", processes, **settings) as server:
        address = await asyncio.to_thread(server.start)
        group = PlayerGroup([server], 40, 1)
        servers = [server.process.pid] if processes == 1 else children_of(server.process.pid)
        before, memory = open_sockets(servers), list[int]()
        async with group.playing():
            for _ in range(minutes):
                await read_pages(address, time.monotonic() + MINUTE)
                memory.append(sum(map(resident_bytes, servers)))
                print(f"{group.outcomes()}, {memory[-1] / 1e6:.0f} MB", flush=True)
        await no_more_than(before, servers)
        await asyncio.to_thread(server.stop)
        audit(read_sqlite(data), group.tables())
        assert '"level":"error"' not in server.log()
        assert group.answers.keys() <= {200, 201, 409}
        if minutes > WARM_MINUTES:
            assert max(memory[WARM_MINUTES:]) <= MORE_MEMORY * memory[WARM_MINUTES - 1] + MORE_BYTES


async def read_pages(address: str, until: float) -> None:
    """Read pages as somebody without an account until a moment."""
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as visitor:
        while time.monotonic() < until:
            for path in PAGES:
                assert (await visitor.get(path)).status_code in (200, 401)
            await asyncio.sleep(1.0)


async def no_more_than(sockets: int, servers: list[int]) -> None:
    """Wait until a server has closed the connections of all clients that are gone."""
    async with asyncio.timeout(2 * PATIENCE):
        while open_sockets(servers) > sockets:
            await asyncio.sleep(0.5)


def open_sockets(processes: list[int]) -> int:
    """Return how many sockets some processes have open."""
    folders = [Path(f"/proc/{process}/fd") for process in processes]
    return sum(os.readlink(link).startswith("socket:") for folder in folders for link in folder.iterdir())


def resident_bytes(process: int) -> int:
    """Return the memory of a process."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    assert found is not None
    return 1024 * int(found[1])
