"""A server of several processes: connections meet at the process of their table, and any process may be killed."""

import asyncio
import contextlib
import os
import random
import re
import signal
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

import asyncpg
import httpx
import pytest
from websockets.asyncio.client import connect

from kontor.server.bus.process_link import ProcessLink
from tests.server.load_players import PATIENCE, PlayerGroup
from tests.server.log_audit import audit, read_postgres, read_sqlite
from tests.server.postgres import Postgres
from tests.server.server_process import ServerProcess, children_of, is_running, server_process
from tests.server.test_faults import LONGEST_LIFE, SETTINGS
from tests.server.test_faults_nodes import LONGEST_OUTAGE, SHARED

pytestmark = pytest.mark.anyio

TABLES, SPECTATORS = 5, 3

Fault = Callable[[ServerProcess, random.Random], Awaitable[None]]


async def test_processes_killed_under_load(folder: Path) -> None:
    await kill_processes(folder, players=6, kills=2)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(7))
async def test_processes_killed_a_hundred_times_under_load(tmp_path: Path, part: int) -> None:
    await kill_processes(tmp_path, players=40, kills=100, processes=2 + part % 2)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(3))
async def test_processes_killed_a_hundred_times_and_their_database_disturbed(postgres: Postgres, part: int) -> None:
    await disturb_postgres(postgres, players=40, kills=100, disturbances=8, processes=2 + part % 2)


async def kill_processes(data: Path, players: int, kills: int, processes: int = 2) -> None:
    """Kill processes of a server while players play, and audit its database at the end."""
    with server_process("--data", data, "--processes", processes, **SETTINGS) as server:
        group = await play_with_faults(server, players, [kill_one] * kills)
        audit(read_sqlite(data), group.tables())


async def disturb_postgres(
    postgres: Postgres, players: int, kills: int, disturbances: int, processes: int = 2
) -> None:
    """Kill processes of a server, restart, freeze and disconnect its database, and audit that at the end."""
    faults: list[Fault] = [kill_one] * kills
    for disturb in (restart, freeze, disconnect):
        faults += [partial(disturb, postgres)] * disturbances
    with server_process("--database", postgres.url, "--processes", processes, **SHARED) as server:
        group = await play_with_faults(server, players, faults)
        audit(await read_postgres(postgres.url), group.tables())


async def play_with_faults(server: ServerProcess, players: int, faults: Sequence[Fault]) -> PlayerGroup:
    """Let players play while things fail in any order, and stop the server gracefully at the end."""
    seed = random.randrange(1_000_000)
    print(f"seed {seed}")
    chance, group = random.Random(seed), PlayerGroup([server], players, seed)
    await asyncio.to_thread(server.start)
    async with group.playing():
        await group.all_servers_answer()
        for fault in chance.sample(faults, len(faults)):
            await group.wait_for_moves(chance.randrange(1, LONGEST_LIFE))
            await fault(server, chance)
        await group.wait_for_moves(LONGEST_LIFE)
    await asyncio.to_thread(server.stop)
    assert "process.died" in server.log()
    assert "request.failed" not in server.log()
    return group


async def kill_one(server: ServerProcess, chance: random.Random) -> None:
    """Kill any process of a server but the one that starts the others again."""
    alive = [child for child in children_of(server.process.pid) if is_running(child)]
    for child in chance.sample(alive, min(1, len(alive))):
        os.kill(child, signal.SIGKILL)


async def restart(postgres: Postgres, _server: ServerProcess, chance: random.Random) -> None:
    """Stop the database at once and start it again."""
    await asyncio.to_thread(postgres.stop, "immediate")
    await asyncio.sleep(chance.uniform(0, LONGEST_OUTAGE))
    await asyncio.to_thread(postgres.start)


async def freeze(postgres: Postgres, _server: ServerProcess, chance: random.Random) -> None:
    """Stop all processes of the database for a while."""
    frozen = [postgres.process, *children_of(postgres.process)]
    send_to(frozen, signal.SIGSTOP)
    await asyncio.sleep(chance.uniform(0, LONGEST_OUTAGE))
    send_to(frozen, signal.SIGCONT)


async def disconnect(postgres: Postgres, _server: ServerProcess, _chance: random.Random) -> None:
    """End all connections to the database."""
    connection = await asyncpg.connect(postgres.url)
    await connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    await connection.close()


def send_to(processes: Sequence[int], number: int) -> None:
    """Send a signal to processes, of which some may have ended."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


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
        await asyncio.to_thread(server.kill)  # which checks that all processes end
    first = SPECTATORS * sum(link.owner(table) == 0 for table in tables)
    assert sockets in (first, SPECTATORS * TABLES - first)
