"""A server of several processes: connections meet at the process of their table, and any process may be killed."""

import asyncio
import os
import random
import re
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from kontor.server.bus.process_link import ProcessLink
from tests.server.load_players import PATIENCE, PlayerGroup
from tests.server.log_audit import audit, read_sqlite
from tests.server.server_process import children_of, is_running, server_process
from tests.server.test_faults import LONGEST_LIFE, SETTINGS

pytestmark = pytest.mark.anyio

TABLES, SPECTATORS = 5, 3


async def test_processes_killed_under_load(folder: Path) -> None:
    await kill_processes(folder, players=6, kills=2)


@pytest.mark.soak
@pytest.mark.parametrize("processes", [2, 3])
async def test_processes_killed_a_hundred_times_under_load(tmp_path: Path, processes: int) -> None:
    await kill_processes(tmp_path, players=40, kills=100, processes=processes)


async def kill_processes(data: Path, players: int, kills: int, processes: int = 2) -> None:
    """Kill processes of a server while players play, and audit its database at the end."""
    seed = random.randrange(1_000_000)
    print(f"seed {seed}")
    chance = random.Random(seed)
    with server_process("--data", data, "--processes", processes, **SETTINGS) as server:
        group = PlayerGroup([server], players, seed)
        await asyncio.to_thread(server.start)
        async with group.playing():
            await group.all_servers_answer()
            for _ in range(kills):
                await group.wait_for_moves(chance.randrange(1, LONGEST_LIFE))
                alive = [child for child in children_of(server.process.pid) if is_running(child)]
                for child in chance.sample(alive, min(1, len(alive))):
                    os.kill(child, signal.SIGKILL)
            await group.wait_for_moves(LONGEST_LIFE)
        await asyncio.to_thread(server.stop)
        audit(read_sqlite(data), group.tables())
        assert "process.died" in server.log()
        assert "request.failed" not in server.log()


async def test_connections_meet_at_the_process_of_their_table(folder: Path) -> None:
    link = ProcessLink(folder, 0, 2)
    with server_process("--data", folder, "--processes", 2, **SETTINGS) as server:
        address = await asyncio.to_thread(server.start)
        async with AsyncExitStack() as stack:
            player = await stack.enter_async_context(httpx.AsyncClient(base_url=address, timeout=PATIENCE))
            await player.post("/api/session", json={"name": "Anneke"})
            content = {"setup": {"game": "hansa", "players": 2}, "public": True}
            tables = [(await player.post("/api/tables", json=content)).json()["id"] for _ in range(TABLES)]
            for table in tables:
                assert (await player.get(f"/api/tables/{table}")).json()["id"] == table
                for _ in range(SPECTATORS):
                    live = f"{address.replace('http', 'ws')}/api/tables/{table}/live?since=0"
                    socket = await stack.enter_async_context(connect(live, open_timeout=PATIENCE))
                    await socket.recv()  # it is counted before anything is sent to it
            sockets = int(re.findall(r"kontor_sockets (\d+)", (await player.get("/metrics")).text)[0])
        await asyncio.to_thread(server.stop)
    first = SPECTATORS * sum(link.owner(table) == 0 for table in tables)
    assert sockets in (first, SPECTATORS * TABLES - first)
