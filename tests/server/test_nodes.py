"""Several nodes over one PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from kontor.server.store.models import Base
from tests.server.postgres import binaries, private_postgres
from tests.server.running import Client, Running, running
from tests.server.test_playing import HANSA, TEUTONICA

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(binaries() is None, reason="PostgreSQL's programs are not installed"),
]


@pytest.fixture(scope="module")
async def nodes(anyio_backend: str) -> AsyncIterator[list[Running]]:
    """Two nodes."""
    with private_postgres() as postgres:
        async with AsyncExitStack() as stack:
            yield [await stack.enter_async_context(running(Path(), database=postgres.url)) for _ in range(2)]


def at(node: Running, client: Client) -> Client:
    """The same browser at another node."""
    same = node.stranger()
    same.http.cookies.update(client.http.cookies)
    return same


async def test_nodes_share_tables_and_hear_of_each_other(nodes: list[Running]) -> None:
    first, second = nodes
    ada = await first.arrive("Ada")
    table = await ada.open(TEUTONICA, ["human"] * 3)
    elsewhere = at(second, ada)
    async with elsewhere.listen(table["id"]) as ear:
        await ear.hear("entries")
        state = await ada.play(table["id"], "place bremen--osnabruck.2 t")
        assert (await ear.hear_until(state["number"]))[-1] == state["number"]
        assert (await elsewhere.look(table["id"]))["state"] == state
        while not (await ada.look(table["id"]))["presence"]["seats"]:
            await asyncio.sleep(0.01)
        await ada.ask("POST", f"/api/tables/{table['id']}/messages", {"text": "Hello"})
        assert (await ear.hear("messages"))["messages"][0]["text"] == "Hello"


async def test_of_two_moves_at_two_nodes_one_is_made(nodes: list[Running]) -> None:
    ada = await nodes[0].arrive("Ada")
    table = await ada.open(HANSA, ["human", "human"])
    callers, state = [ada, at(nodes[1], ada)], table["state"]
    for _ in range(15):
        moves = [state["moves"][0]["words"], state["moves"][-1]["words"]]
        answers = await asyncio.gather(
            *(client.move(table["id"], state["number"], words) for client, words in zip(callers, moves, strict=True))
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        state = next(answer.json()["state"] for answer in answers if answer.status_code == 200)


async def test_computers_play_once_on_two_nodes(nodes: list[Running]) -> None:
    ada = await nodes[0].arrive("Ada")
    table = await ada.open(HANSA, ["light", "light"])
    async with at(nodes[1], ada).listen(table["id"], since=0) as ear:
        while not (await ear.hear("entries"))["over"]:
            pass
    numbers = ear.numbers()
    assert numbers == list(range(1, len(numbers) + 1))


async def test_migrations_lead_to_the_models(nodes: list[Running]) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), Base.metadata))

    async with nodes[0].node.database.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
