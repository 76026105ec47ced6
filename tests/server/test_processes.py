"""A server of several processes: connections meet at the process of their table, and any process may be killed."""

import asyncio
import contextlib
import os
import random
import re
import signal
import time
from collections import Counter
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
KILLS = int(os.environ.get("SOAK_KILLS", "1000"))  # in all long tests of this module together
POSTGRES_KILLS = KILLS // 3
SQLITE_KILLS = KILLS - POSTGRES_KILLS
MOST_KILLS = 100  # in one test

Fault = Callable[[ServerProcess, random.Random], Awaitable[str]]


def parts(kills: int) -> list[int]:
    """Return how many processes each of several tests kills."""
    return [min(MOST_KILLS, kills - done) for done in range(0, kills, MOST_KILLS)]


async def kill_process(server: ServerProcess, chance: random.Random) -> str:
    """Kill any process that serves; the supervisor starts it again."""
    alive = [child for child in children_of(server.process.pid) if is_running(child)]
    for child in chance.sample(alive, min(1, len(alive))):
        os.kill(child, signal.SIGKILL)
    return "process"


async def kill_any(server: ServerProcess, chance: random.Random) -> str:
    """Kill a process that serves, mostly, or a worker process or the supervisor, with which all others end."""
    victim = chance.choices(("process", "worker", "supervisor"), (7, 2, 1))[0]
    if victim == "supervisor":
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
        return victim
    if victim == "process":
        return await kill_process(server, chance)
    processes = children_of(server.process.pid)
    workers = [child for process in processes for child in children_of(process) if is_running(child)]
    for worker in chance.sample(workers, min(1, len(workers))):
        os.kill(worker, signal.SIGKILL)
    return victim


async def test_processes_killed_under_load(folder: Path) -> None:
    await kill_processes(folder, players=6, kills=2, kill=kill_process)


@pytest.mark.soak
@pytest.mark.parametrize(("part", "kills"), list(enumerate(parts(SQLITE_KILLS))))
async def test_any_process_killed_under_load(tmp_path: Path, part: int, kills: int) -> None:
    await kill_processes(tmp_path, players=40, kills=kills, processes=2 + part % 2)


@pytest.mark.soak
@pytest.mark.parametrize(("part", "kills"), list(enumerate(parts(POSTGRES_KILLS))))
async def test_any_process_killed_and_the_database_disturbed(postgres: Postgres, part: int, kills: int) -> None:
    await disturb_postgres(postgres, players=40, kills=kills, disturbances=8, processes=2 + part % 2)


async def kill_processes(data: Path, players: int, kills: int, processes: int = 2, kill: Fault = kill_any) -> None:
    """Kill processes of a server while players play, and audit its database at the end."""
    with server_process("--data", data, "--processes", processes, **SETTINGS) as server:
        group = await play_with_faults(server, players, [kill] * kills)
        audit(read_sqlite(data), group.tables())


async def disturb_postgres(
    postgres: Postgres, players: int, kills: int, disturbances: int, processes: int = 2
) -> None:
    """Kill processes of a server, restart, freeze and disconnect its database, and audit that at the end."""
    faults: list[Fault] = [kill_any] * kills
    for disturb in (restart, freeze, disconnect):
        faults += [partial(disturb, postgres)] * disturbances
    with server_process("--database", postgres.url, "--processes", processes, **SHARED) as server:
        group = await play_with_faults(server, players, faults)
        audit(await read_postgres(postgres.url), group.tables())


async def play_with_faults(server: ServerProcess, players: int, faults: Sequence[Fault]) -> PlayerGroup:
    """Let players play while things fail in any order, and stop the server gracefully at the end."""
    seed, begun = random.randrange(1_000_000), time.monotonic()
    print(f"seed {seed}")
    chance, group, happened = random.Random(seed), PlayerGroup([server], players, seed), Counter[str]()
    await asyncio.to_thread(server.start)
    async with group.playing():
        await group.all_servers_answer()
        for fault in chance.sample(faults, len(faults)):
            await group.wait_for_moves(chance.randrange(1, LONGEST_LIFE))
            happened[await fault(server, chance)] += 1
            print(f"{dict(happened)}, {group.outcomes()}, {time.monotonic() - begun:.0f} s", flush=True)
        await group.wait_for_moves(LONGEST_LIFE)
    await asyncio.to_thread(server.stop)
    log = server.log()
    died, lost = log.count("process.died"), log.count("worker.lost")
    seconds = time.monotonic() - begun
    print(f"{dict(happened)}, {died} deaths and {lost} lost jobs logged, {group.outcomes()}, {seconds:.0f} s")
    assert died >= 1
    assert "request.failed" not in log
    assert "agent.failed" not in log
    return group


async def restart(postgres: Postgres, _server: ServerProcess, chance: random.Random) -> str:
    """Stop the database at once and start it again."""
    await asyncio.to_thread(postgres.stop, "immediate")
    await asyncio.sleep(chance.uniform(0, LONGEST_OUTAGE))
    await asyncio.to_thread(postgres.start)
    return "restart"


async def freeze(postgres: Postgres, _server: ServerProcess, chance: random.Random) -> str:
    """Stop all processes of the database for a while."""
    frozen = [postgres.process, *children_of(postgres.process)]
    send_to(frozen, signal.SIGSTOP)
    await asyncio.sleep(chance.uniform(0, LONGEST_OUTAGE))
    send_to(frozen, signal.SIGCONT)
    return "freeze"


async def disconnect(postgres: Postgres, _server: ServerProcess, _chance: random.Random) -> str:
    """End all connections to the database."""
    connection = await asyncpg.connect(postgres.url)
    await connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    await connection.close()
    return "disconnect"


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
