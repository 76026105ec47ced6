"""Several nodes share one PostgreSQL and stay consistent."""

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from kontor.server.store.models import Base
from tests.server.live_server import LiveServer
from tests.server.test_moves import HANSA, TEUTONICA

pytestmark = pytest.mark.anyio


async def test_nodes_share_tables_and_notices(nodes: list[LiveServer]) -> None:
    first, second = nodes
    ada = await first.sign_in("Ada")
    table = await ada.open(TEUTONICA, ["human"] * 3)
    elsewhere = second.same_account(ada)
    async with elsewhere.listen(table["id"]) as live_socket:
        await live_socket.receive("entries")
        state = await ada.play(table["id"], "place bremen--osnabruck.2 t")
        assert (await live_socket.receive_until(state["number"]))[-1] == state["number"]
        assert (await elsewhere.look(table["id"]))["state"] == state
        while not (await ada.look(table["id"]))["presence"]["seats"]:
            await asyncio.sleep(0.01)
        await ada.ask("POST", f"/api/tables/{table['id']}/messages", {"text": "Hello"})
        assert (await live_socket.receive("messages"))["messages"][0]["text"] == "Hello"


async def test_computers_play_once_on_two_nodes(nodes: list[LiveServer]) -> None:
    ada = await nodes[0].sign_in("Ada")
    table = await ada.open(HANSA, ["light", "light"])
    async with nodes[1].same_account(ada).listen(table["id"], since=0) as live_socket:
        while not (await live_socket.receive("entries"))["over"]:
            pass
    numbers = live_socket.numbers()
    assert numbers == list(range(1, len(numbers) + 1))


async def test_migrations_lead_to_the_models(nodes: list[LiveServer]) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), Base.metadata))

    async with nodes[0].node.database.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
