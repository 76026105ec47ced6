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
MINUTES = int(os.environ.get("SOAK_MINUTES", "60"))
WARM_MINUTES = 10
MORE_MEMORY = 1.1  # by which memory may grow afterwards
PLAYERS = 40
MATCHES_BYTES = 5_000_000  # less than their tables take, so that this limit is reached in the first minutes
STATE, INODE, LISTENING = 3, 9, "0A"  # two fields of /proc/net/tcp, and the state of a socket without connection
PAGES = ("/api/home", "/api/tables?which=open&limit=10", "/api/games", "/healthz", "/metrics")


@pytest.mark.parametrize("processes", [1, 2])
async def test_an_hour_of_mixed_load(tmp_path: Path, processes: int) -> None:
    await endure(tmp_path, processes, MINUTES)


async def endure(data: Path, processes: int, minutes: int) -> None:
    """Play at tables with people and computers, watch and read pages, and compare what the server uses."""
    settings = {**SETTINGS, "matches_bytes": MATCHES_BYTES // processes}
    with server_process("--data", data, "--processes", processes, **settings) as server:
        address = await asyncio.to_thread(server.start)
        group = PlayerGroup([server], PLAYERS, 1)
        servers = [server.process.pid] if processes == 1 else children_of(server.process.pid)
        before, memory = open_connections(servers), list[int]()
        async with group.playing():
            for _ in range(minutes):
                await read_pages(address, time.monotonic() + MINUTE)
                memory.append(sum(map(resident_bytes, servers)))
                in_memory = await tables_in_memory(address)
                print(f"{group.outcomes()}, {memory[-1] / 1e6:.1f} MB, {in_memory} tables", flush=True)
        assert in_memory < PLAYERS / processes, "the limit for tables in memory was not reached"
        await no_more_than(before, servers)
        await asyncio.to_thread(server.stop)
        audit(read_sqlite(data), group.tables())
        assert '"level":"error"' not in server.log()
        assert group.answers.keys() <= {200, 201, 409}
        if minutes > WARM_MINUTES:
            assert max(memory[WARM_MINUTES:]) <= MORE_MEMORY * memory[WARM_MINUTES - 1]


async def read_pages(address: str, until: float) -> None:
    """Read pages as somebody without an account until a moment."""
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as visitor:
        while time.monotonic() < until:
            for path in PAGES:
                assert (await visitor.get(path)).status_code in (200, 401)
            await asyncio.sleep(1.0)


async def tables_in_memory(address: str) -> int:
    """Return how many tables the process that answers has in memory."""
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as visitor:
        return int(re.findall(r"kontor_matches (\d+)", (await visitor.get("/metrics")).text)[0])


async def no_more_than(connections: int, servers: list[int]) -> None:
    """Wait until a server has closed the connections of all clients that are gone."""
    async with asyncio.timeout(2 * PATIENCE):
        while open_connections(servers) > connections:
            await asyncio.sleep(0.5)


def open_connections(processes: list[int]) -> int:
    """Return how many TCP connections some processes have open; those to their own worker processes are pipes."""
    sockets = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    connections = {f"socket:[{fields[INODE]}]" for fields in sockets if fields[STATE] != LISTENING}
    folders = [Path(f"/proc/{process}/fd") for process in processes]
    return sum(os.readlink(link) in connections for folder in folders for link in folder.iterdir())


def resident_bytes(process: int) -> int:
    """Return the memory of a process."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    assert found is not None
    return 1024 * int(found[1])
