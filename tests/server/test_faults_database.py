"""Nodes recover from a shared database that stops, hangs, or breaks off in the middle of a commit."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from kontor.server.bus.hub import PRESENCE_SECONDS
from kontor.server.errors import DATABASE_SILENT, DatabaseUnavailable
from kontor.server.store.prepared_statement import PreparedStatement
from tests.server.live_server import PATIENCE, Client, LiveServer, LiveSocket, live_server
from tests.server.load_players import check_unavailable
from tests.server.postgres import Postgres
from tests.server.tcp_proxy import TcpProxy, tcp_proxy
from tests.server.test_moves import HANSA

pytestmark = pytest.mark.anyio

SECONDS = 1.0
HANG_UP = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'kontor bus'"


@pytest.fixture(scope="module")
async def proxy(anyio_backend: str, postgres: Postgres) -> AsyncIterator[TcpProxy]:
    """Run a proxy to the database whose connections tests may cut."""
    async with tcp_proxy(postgres.port) as made:
        yield made


@pytest.fixture(scope="module")
async def node(proxy: TcpProxy, postgres: Postgres) -> AsyncIterator[LiveServer]:
    """Run a node behind the proxy."""
    url = postgres.url.replace(str(postgres.port), str(proxy.port))
    async with live_server(Path(), database=url, database_seconds=SECONDS) as made:
        yield made


async def opened(node: LiveServer) -> tuple[Client, Any]:
    """Create a guest with a table."""
    ada = await node.sign_in("Ada")
    return ada, await ada.open(HANSA, ["human", "human"])


async def table_when_back(client: Client, table: str) -> Any:
    """Return the table as soon as the database answers again."""
    async with asyncio.timeout(PATIENCE):
        while not (answer := await client.send("GET", f"/api/tables/{table}")).is_success:
            check_unavailable(answer)
            await asyncio.sleep(0.05)
    return answer.json()


@pytest.mark.parametrize("arrives", [True, False], ids=["after it arrived", "before it arrives"])
async def test_a_commit_that_breaks_off_is_made_once(node: LiveServer, proxy: TcpProxy, arrives: bool) -> None:
    ada, table = await opened(node)
    state = table["state"]
    for _ in range(5):
        words = state["moves"][0]["words"]
        proxy.cut_at(words.encode(), arrives)  # a move is written and committed by one statement
        answer = await ada.move(table["id"], state["number"], words)
        assert not proxy.is_armed
        assert answer.status_code == 200, answer.text
        state = answer.json()["state"]
    seen = await ada.look(table["id"])
    assert [entry["number"] for entry in seen["entries"]] == list(range(1, state["number"] + 1))
    assert [entry["by"] for entry in seen["entries"]].count("player") == 5


async def test_a_move_of_unknown_fate_is_there_whole_or_not_at_all(node: LiveServer, proxy: TcpProxy) -> None:
    ada, table = await opened(node)
    state = table["state"]
    for hold in (0.0, 0.002, 0.005, 0.01, 0.02):
        sent = asyncio.create_task(ada.move(table["id"], state["number"], state["moves"][0]["words"]))
        await asyncio.sleep(hold)
        proxy.hold()
        answer = await sent
        proxy.release()
        proxy.cut_all()
        seen = await table_when_back(ada, table["id"])
        if answer.status_code == 200:
            assert answer.json()["number"] == seen["state"]["number"]
        else:
            check_unavailable(answer)
            assert seen["state"]["decision"] is not None
        state = seen["state"]


async def test_a_database_that_hangs_is_given_up_and_found_again(node: LiveServer, proxy: TcpProxy) -> None:
    ada, table = await opened(node)
    number, words = table["state"]["number"], table["state"]["moves"][0]["words"]
    proxy.hold()
    begun = time.monotonic()
    check_unavailable(await ada.move(table["id"], number, words))
    assert time.monotonic() - begun < 10 * SECONDS
    proxy.release()
    assert (await table_when_back(ada, table["id"]))["state"]["number"] >= number


async def test_notices_missed_while_the_bus_was_disconnected_are_made_up_for(
    nodes: list[LiveServer], postgres: Postgres
) -> None:
    ada = await nodes[0].sign_in("Ada")
    table = await ada.open(HANSA, ["human", "human"])
    async with nodes[1].same_account(ada).listen(table["id"], since=0) as live_socket:
        await live_socket.receive("entries")
        for _ in range(3):
            await disconnect_bus(postgres)
            state = (await ada.look(table["id"]))["state"]
            state = await ada.play(table["id"], state["moves"][0]["words"])
            assert await live_socket.receive_until(state["number"]) == list(range(1, state["number"] + 1))


async def disconnect_bus(postgres: Postgres) -> None:
    """Close the connections on which nodes listen."""
    connection = await asyncpg.connect(postgres.url)
    try:
        while not await connection.fetch(HANG_UP):
            await asyncio.sleep(0.05)
    finally:
        await connection.close()


async def test_everything_is_refused_while_the_database_is_gone_and_works_again(
    nodes: list[LiveServer], postgres: Postgres
) -> None:
    ada = await nodes[0].sign_in("Ada")
    table = await ada.open(HANSA, ["human", "human"])
    clients = [ada, nodes[1].same_account(ada)]
    async with stopped(postgres):
        for client in clients:
            await check_rejections(client, table)
    for client, node in zip(clients, nodes, strict=True):
        state = (await table_when_back(client, table["id"]))["state"]
        assert (await client.move(table["id"], state["number"], state["moves"][0]["words"])).status_code == 200
        await healthy(node)


async def healthy(node: LiveServer) -> None:
    """Wait until a node reports that it is healthy, which it checks at most once a second."""
    async with asyncio.timeout(PATIENCE):
        while (await node.anonymous().send("GET", "/healthz")).status_code != 200:
            await asyncio.sleep(0.1)


async def test_live_connections_receive_everything_after_the_database_was_gone(
    nodes: list[LiveServer], postgres: Postgres
) -> None:
    ada = await nodes[0].sign_in("Ada")
    table = await ada.open(HANSA, ["human", "human"])
    start = table["state"]["number"]
    async with nodes[1].same_account(ada).listen(table["id"], since=start) as live_socket:
        await at_rest(live_socket)
        async with stopped(postgres):
            await check_rejections(ada, table)
        state = (await table_when_back(ada, table["id"]))["state"]
        state = await ada.play(table["id"], state["moves"][0]["words"])
        assert await live_socket.receive_until(state["number"]) == list(range(start + 1, state["number"] + 1))


async def test_a_socket_with_news_that_cannot_be_read_is_closed_with_a_sentence(
    nodes: list[LiveServer], postgres: Postgres
) -> None:
    ada = await nodes[1].sign_in("Ada")
    table = await ada.open(HANSA, ["human", "human"], public=True)
    async with AsyncExitStack() as leaving, ada.listen(table["id"], since=0) as live_socket:
        await at_rest(await leaving.enter_async_context(nodes[1].anonymous().listen(table["id"])))
        async with stopped(postgres):
            await leaving.aclose()  # a change of presence while the database is gone
            assert await live_socket.closing() == (4503, DATABASE_SILENT)
    start = table["state"]["number"]
    await table_when_back(ada, table["id"])
    async with ada.listen(table["id"], since=0) as live_socket:
        assert await live_socket.receive_until(start) == list(range(1, start + 1))


@asynccontextmanager
async def stopped(postgres: Postgres) -> AsyncIterator[None]:
    """Stop the database while the block runs, as in a power failure."""
    await asyncio.to_thread(postgres.stop, "immediate")
    try:
        yield
    finally:
        await asyncio.to_thread(postgres.start)


async def at_rest(live_socket: LiveSocket) -> None:
    """Wait until a live connection has received everything, its own presence too."""
    with suppress(TimeoutError):
        while True:
            await asyncio.wait_for(live_socket.receive("presence"), 2 * PRESENCE_SECONDS)


async def check_rejections(client: Client, table: Any) -> None:
    """Check that all requests are rejected with a sentence, also for a table in memory."""
    place = f"/api/tables/{table['id']}"
    move = {"number": table["state"]["number"], "move": table["state"]["moves"][0]["words"]}
    check_unavailable(await client.send("GET", place))
    check_unavailable(await client.send("GET", "/api/session"))
    check_unavailable(await client.send("GET", "/healthz"))
    check_unavailable(await client.send("POST", f"{place}/moves", move))
    check_unavailable(await client.send("POST", "/api/tables", {"setup": HANSA}))
    check_unavailable(await client.send("POST", f"{place}/messages", {"text": "Hello?"}))


async def test_a_statement_on_a_connection_that_has_just_ended_is_run_again(postgres: Postgres) -> None:
    statement = PreparedStatement(postgres.url, PATIENCE, "SELECT 1 + $1::int AS sum")
    assert (await statement.fetch(1))[0]["sum"] == 2

    class EndedStatement:
        async def fetch(self, *_: object) -> None:
            raise asyncpg.InternalClientError("cannot switch to state 12")

    statement._statement = EndedStatement()
    with pytest.raises(DatabaseUnavailable):
        await statement.fetch(1)
    assert (await statement.fetch(2))[0]["sum"] == 3
    await statement.close()
