"""Two nodes and their PostgreSQL are killed under load: nothing acknowledged is lost, and the others go on."""

import asyncio
import random
import time
from contextlib import ExitStack

import pytest

from tests.server.load_players import PATIENCE, PlayerGroup, check_unavailable
from tests.server.log_audit import audit, check_kept, check_sent, read_postgres
from tests.server.postgres import Postgres
from tests.server.server_process import ServerProcess, server_process
from tests.server.test_faults import LAST_MOMENT, LONGEST_LIFE, SETTINGS

pytestmark = pytest.mark.anyio

SHARED = {**SETTINGS, "lease_seconds": 1.0, "sweep_seconds": 0.5, "database_seconds": 5.0}
NODE, DATABASE = "node", "database"
LONGEST_OUTAGE = 1.0


async def test_nodes_and_their_database_killed_under_load(postgres: Postgres) -> None:
    await kill_repeatedly(postgres, players=8, kills=1, outages=1)


@pytest.mark.soak
@pytest.mark.parametrize("half", [1, 2])
async def test_nodes_killed_fifty_times_and_their_database_ten_times_under_a_hundred_tables(
    postgres: Postgres, half: int
) -> None:
    await kill_repeatedly(postgres, players=100, kills=25, outages=5)


async def kill_repeatedly(postgres: Postgres, players: int, kills: int, outages: int) -> None:
    """Kill either node, or the database, again and again while players play, and audit the database."""
    seed, begun = random.randrange(1_000_000), time.monotonic()
    print(f"seed {seed}")
    chance = random.Random(seed)
    faults = chance.sample([NODE] * kills + [DATABASE] * outages, kills + outages)
    with ExitStack() as stack:
        nodes = [stack.enter_context(server_process("--database", postgres.url, **SHARED)) for _ in range(2)]
        await asyncio.gather(*(asyncio.to_thread(node.start) for node in nodes))
        group = PlayerGroup(nodes, players, seed)
        async with group.playing():
            await group.all_servers_answer()
            for fault in faults:
                await group.wait_for_moves(chance.randrange(LONGEST_LIFE))
                await asyncio.sleep(chance.uniform(0, LAST_MOMENT))
                await (kill_one(nodes, chance) if fault == NODE else restart(postgres, group, chance))
                await audit_while_playing(postgres, group)
                print(f"{fault}: {group.outcomes()}", flush=True)
        await wait_for_last_node(postgres, nodes, group, chance)
        assert not [node for node in nodes if "request.failed" in node.log()]
    print(f"{kills} kills, {outages} outages, {group.outcomes()}, {group.answers}, {time.monotonic() - begun:.0f} s")


async def audit_while_playing(postgres: Postgres, group: PlayerGroup) -> None:
    """Audit the database while all players play on."""
    known = [table.copy() for table in group.tables()]
    logs = await read_postgres(postgres.url)
    check_kept(logs, known)
    check_sent(logs, [table for table in group.tables() if table.id in logs])


async def kill_one(nodes: list[ServerProcess], chance: random.Random) -> None:
    """Kill either node and start it again, while the other one goes on."""
    node = chance.choice(nodes)
    await asyncio.to_thread(node.kill)
    await asyncio.to_thread(node.start)


async def restart(postgres: Postgres, group: PlayerGroup, chance: random.Random) -> None:
    """Stop the database and start it again; the nodes reject requests meanwhile, and then recover."""
    await asyncio.to_thread(postgres.stop, "immediate")
    for place in group.servers:
        check_unavailable(await group.http.get(f"{place.address}/healthz"))
    await asyncio.sleep(chance.uniform(0, LONGEST_OUTAGE))
    await asyncio.to_thread(postgres.start)
    await group.all_servers_answer()


async def wait_for_last_node(
    postgres: Postgres, nodes: list[ServerProcess], group: PlayerGroup, chance: random.Random
) -> None:
    """Kill a node for good, and wait until the other one has moved for all computers."""
    await asyncio.to_thread(chance.choice(nodes).kill)
    logs = await read_postgres(postgres.url)
    async with asyncio.timeout(PATIENCE):
        while any(log.awaits_computer for log in logs.values()):
            await asyncio.sleep(0.1)
            logs = await read_postgres(postgres.url)
    audit(logs, group.tables())
