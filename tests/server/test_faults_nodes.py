"""Two nodes are killed, and their PostgreSQL too, under load: nothing acknowledged is lost, and the rest goes on."""

import asyncio
import random
import time
from contextlib import ExitStack

import pytest

from tests.server.auditing import audit, check_kept, check_sent, read_postgres
from tests.server.load import PATIENCE, Crowd, check_unavailable
from tests.server.postgres import Postgres
from tests.server.processes import Served, served
from tests.server.test_faults import LAST_MOMENT, LONGEST_LIFE, SETTINGS

pytestmark = pytest.mark.anyio

SHARED = {**SETTINGS, "lease_seconds": 1.0, "sweep_seconds": 0.5, "database_seconds": 5.0}
NODE, DATABASE = "node", "database"
LONGEST_OUTAGE = 1.0


async def test_nodes_and_their_database_killed_under_load(postgres: Postgres) -> None:
    await besiege(postgres, players=8, kills=3, outages=1)


@pytest.mark.soak
@pytest.mark.parametrize("half", [1, 2])
async def test_nodes_killed_fifty_times_and_their_database_ten_times_under_a_hundred_tables(
    postgres: Postgres, half: int
) -> None:
    await besiege(postgres, players=100, kills=25, outages=5)


async def besiege(postgres: Postgres, players: int, kills: int, outages: int) -> None:
    """Kill either node, or the database, again and again while players play, and see that nothing told is lost."""
    seed, begun = random.randrange(1_000_000), time.monotonic()
    print(f"seed {seed}")
    chance = random.Random(seed)
    faults = chance.sample([NODE] * kills + [DATABASE] * outages, kills + outages)
    with ExitStack() as stack:
        nodes = [stack.enter_context(served("--database", postgres.url, **SHARED)) for _ in range(2)]
        await asyncio.gather(*(asyncio.to_thread(node.start) for node in nodes))
        crowd = Crowd(nodes, players, seed)
        async with crowd.playing():
            await crowd.everybody_plays()
            for fault in faults:
                await crowd.makes(chance.randrange(LONGEST_LIFE))
                await asyncio.sleep(chance.uniform(0, LAST_MOMENT))
                await (kill_one(nodes, chance) if fault == NODE else restart(postgres, crowd, chance))
                await audit_at_work(postgres, crowd)
                print(f"{fault}: {crowd.outcomes()}", flush=True)
        await see_the_last_one_go_on(postgres, nodes, crowd, chance)
        assert not [node for node in nodes if "unforeseen" in node.log()]
    print(f"{kills} kills, {outages} outages, {crowd.outcomes()}, {crowd.answers}, {time.monotonic() - begun:.0f} s")


async def audit_at_work(postgres: Postgres, crowd: Crowd) -> None:
    """Read the books while everybody plays on."""
    known = [table.copied() for table in crowd.tables()]
    books = await read_postgres(postgres.url)
    check_kept(books, known)
    check_sent(books, [table for table in crowd.tables() if table.id in books])


async def kill_one(nodes: list[Served], chance: random.Random) -> None:
    """Kill either node and start it again, while the other one goes on."""
    node = chance.choice(nodes)
    await asyncio.to_thread(node.kill)
    await asyncio.to_thread(node.start)


async def restart(postgres: Postgres, crowd: Crowd, chance: random.Random) -> None:
    """Let the database fail and come back; the nodes refuse meanwhile, and then go on by themselves."""
    await asyncio.to_thread(postgres.stop, "immediate")
    for place in crowd.places:
        check_unavailable(await crowd.http.get(f"{place.address}/healthz"))
    await asyncio.sleep(chance.uniform(0, LONGEST_OUTAGE))
    await asyncio.to_thread(postgres.start)
    await crowd.everybody_plays()


async def see_the_last_one_go_on(
    postgres: Postgres, nodes: list[Served], crowd: Crowd, chance: random.Random
) -> None:
    """Kill a node for good, and wait until the other one has moved for all computers, those of the dead too."""
    await asyncio.to_thread(chance.choice(nodes).kill)
    books = await read_postgres(postgres.url)
    async with asyncio.timeout(PATIENCE):
        while any(book.awaits_computer for book in books.values()):
            await asyncio.sleep(0.1)
            books = await read_postgres(postgres.url)
    audit(books, crowd.tables())
