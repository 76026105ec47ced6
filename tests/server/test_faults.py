"""The server is killed at any moment under load: nothing acknowledged is lost, and no move is half written."""

import asyncio
import random
import time
from pathlib import Path

import pytest

from tests.server.load_players import PATIENCE, PlayerGroup
from tests.server.log_audit import TableLogs, audit, read_after_crash, read_sqlite
from tests.server.server_process import ServerProcess, server_process

pytestmark = pytest.mark.anyio

SETTINGS = {
    "workers": 1,
    "computer_pause": 0.03,
    "requests_per_second": 1000,
    "requests_at_once": 1000,
    "address_factor": 1000,
    "tables_per_account": 10_000,
}
LONGEST_LIFE = 50  # moves, so that there are as many between two kills on a slow machine as on a quick one
LAST_MOMENT = 0.05  # seconds after the last of them
STILLBORN = 0.1  # the share of servers that are killed while they start


async def test_a_server_killed_under_load(folder: Path) -> None:
    await kill_repeatedly(folder, players=8, kills=2)


@pytest.mark.soak
@pytest.mark.parametrize("half", [1, 2])
async def test_a_server_killed_fifty_times_under_a_hundred_tables(tmp_path: Path, half: int) -> None:
    await kill_repeatedly(tmp_path, players=100, kills=25)


async def kill_repeatedly(data: Path, players: int, kills: int) -> None:
    """Kill a server again and again while players play, and audit its database after each time."""
    seed, begun = random.randrange(1_000_000), time.monotonic()
    print(f"seed {seed}")
    chance, awaited = random.Random(seed), 0
    with server_process("--data", data, **SETTINGS) as server:
        group = PlayerGroup([server], players, seed)
        await asyncio.to_thread(server.start)
        async with group.playing():
            await group.all_servers_answer()
            for number in range(1, kills + 1):
                await run_and_kill(server, group, chance)
                audit(logs := read_after_crash(data), group.tables())
                awaited += sum(log.awaits_computer for log in logs.values())
                print(f"kill {number}: {group.outcomes()}", flush=True)
        await asyncio.to_thread(server.start)
        await wait_for_computers(data, logs)
        await asyncio.to_thread(server.stop)
        audit(read_sqlite(data), group.tables())
        assert "request.failed" not in server.log()
    assert awaited, "no computer was to move when a server died"
    print(f"{kills} kills, {group.outcomes()}, {awaited} computer seats waiting, {time.monotonic() - begun:.0f} s")


async def run_and_kill(server: ServerProcess, group: PlayerGroup, chance: random.Random) -> None:
    """Let a server run for some moves, if it gets so far, and kill it."""
    if chance.random() < STILLBORN:
        await asyncio.to_thread(server.kill)
        server.launch()
        await asyncio.sleep(chance.uniform(0, 1.0))
    else:
        if server.address is None:
            await asyncio.to_thread(server.start)
        await group.wait_for_moves(chance.randrange(LONGEST_LIFE))
        await asyncio.sleep(chance.uniform(0, LAST_MOMENT))
    await asyncio.to_thread(server.kill)


async def wait_for_computers(data: Path, left: TableLogs) -> None:
    """Wait until every computer that was to move when the last server was killed has moved."""
    waiting = {table: log.number for table, log in left.items() if log.awaits_computer}
    async with asyncio.timeout(PATIENCE):
        while waiting:
            await asyncio.sleep(0.2)
            logs = read_sqlite(data)
            waiting = {table: number for table, number in waiting.items() if logs[table].number == number}
