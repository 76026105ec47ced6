"""The path of a move between nodes: few queries, no empty messages, no write to what another node has changed."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event, update

from kontor.server.bus.bus import ENTRIES, Notice
from kontor.server.bus.postgres_bus import PostgresBus
from kontor.server.errors import DatabaseUnavailable, LogConflict, TableChanged
from kontor.server.node import Node
from kontor.server.service.play import move_batch
from kontor.server.store.entries import PLAYER, EntryBatch
from kontor.server.store.log import GameLog
from kontor.server.store.models import TableRow
from tests.server.live_server import Client, LiveServer
from tests.server.test_moves import HANSA, TEUTONICA

pytestmark = pytest.mark.anyio


@contextmanager
def queries(node: Node) -> Iterator[list[str]]:
    """Collect the queries of a node that read a log, or whether a table has changed."""
    statements: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        if "FROM entries" in statement or statement.startswith("SELECT tables.number, tables.version"):
            statements.append(statement)

    event.listen(node.database.engine.sync_engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(node.database.engine.sync_engine, "before_cursor_execute", note)


async def next_move(client: Client, table_id: str) -> str:
    """Return a legal move."""
    return str((await client.look(table_id))["state"]["moves"][0]["words"])


async def batch_of(server: LiveServer, client: Client, setup: dict[str, Any] = TEUTONICA) -> EntryBatch:
    """Open a table, and return its first move as this node would write it."""
    table = await client.open(setup, ["human"] * setup.get("players", 3))
    match = await server.node.matches.get(table["id"])
    batch = move_batch(match, match.game.legal_moves(match.timeline.position)[0], PLAYER)
    return batch._replace(version=match.table.version)


async def written(log: GameLog, batch: EntryBatch) -> bool:
    """Return whether a log ends with a batch."""
    return await log.read(batch.table_id, batch.entries[0].number - 1) == list(batch.entries)


async def test_other_nodes_read_nothing_when_a_move_is_made(
    nodes: list[LiveServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    for server in nodes:  # connections that are told of presence compare the table with the database
        monkeypatch.setattr(server.node.hub._waking, "request", lambda _: None)
    ada = await nodes[0].sign_in("Ada")
    elsewhere = nodes[1].same_account(ada)
    table = await ada.open(TEUTONICA, ["human"] * 3)
    async with ada.listen(table["id"]) as here, elsewhere.listen(table["id"]) as there, elsewhere.listen(table["id"]):
        await here.receive("entries")
        await there.receive("entries")
        words = await next_move(ada, table["id"])
        await elsewhere.look(table["id"])
        await asyncio.sleep(0.5)  # what was announced before
        with queries(nodes[0].node) as at_first, queries(nodes[1].node) as at_second:
            answer = await ada.move(table["id"], table["state"]["number"], words)
            number = answer.json()["number"]
            await there.receive_until(number)
            await here.receive_until(number)
        assert (at_first, at_second) == ([], [])
        again = await elsewhere.move(table["id"], number, await next_move(elsewhere, table["id"]))
        assert again.status_code == 200
        await here.receive_until(again.json()["number"])
        await asyncio.sleep(0.2)
        for live_socket in (here, there):
            updates = [update for update in live_socket.received if update["type"] == "entries"]
            assert all(update["entries"] for update in updates[1:])


async def test_a_move_for_a_number_that_only_another_node_knows_is_accepted(nodes: list[LiveServer]) -> None:
    first, second = nodes
    ada = await first.sign_in("Ada")
    elsewhere = second.same_account(ada)
    table = await ada.open(TEUTONICA, ["human"] * 3)
    await elsewhere.look(table["id"])
    second.node.bus._handlers.remove(second.node.matches._on_notice)  # type: ignore[attr-defined]
    try:
        made = (await ada.move(table["id"], table["state"]["number"], await next_move(ada, table["id"]))).json()
        words = await next_move(ada, table["id"])
        assert (await elsewhere.move(table["id"], made["number"], words)).status_code == 200
        late = await elsewhere.move(table["id"], made["number"], words)
        assert (late.status_code, late.json()["error"]) == (409, "stale")
    finally:
        second.node.bus.subscribe(second.node.matches._on_notice)


async def test_of_a_group_only_what_another_node_has_changed_is_not_written(nodes: list[LiveServer]) -> None:
    server = nodes[0]
    ada = await server.sign_in("Ada")
    good, changed, other = [await batch_of(server, ada) for _ in range(3)]
    async with server.node.database.writing() as session:
        rows = update(TableRow).where(TableRow.id == changed.table_id)
        await session.execute(rows.values(version=TableRow.version + 1))
    log = server.node.log
    results = await asyncio.gather(*map(log.append, (good, changed, other)), return_exceptions=True)
    assert [type(result) for result in results] == [type(None), TableChanged, type(None)]
    assert await log.read(changed.table_id, changed.entries[0].number - 1) == []
    assert await written(log, good)


async def test_of_a_group_only_a_number_that_is_taken_is_rejected(nodes: list[LiveServer]) -> None:
    server = nodes[0]
    ada = await server.sign_in("Ada")
    good, taken, other = [await batch_of(server, ada, HANSA) for _ in range(3)]
    log = server.node.log
    await nodes[1].node.log.append(taken._replace(entries=[each._replace(at=1) for each in taken.entries]))
    results = await asyncio.gather(*map(log.append, (good, taken, other)), return_exceptions=True)
    assert [type(result) for result in results] == [type(None), LogConflict, type(None)]
    assert await written(log, other)


async def test_a_batch_that_was_written_before_the_connection_broke_is_acknowledged(nodes: list[LiveServer]) -> None:
    server = nodes[0]
    ada = await server.sign_in("Ada")
    batch, log = await batch_of(server, ada), server.node.log
    writer = server.node.database.writer
    write = writer.write

    async def write_and_break(*arguments: Any) -> frozenset[str]:
        writer.write = write  # type: ignore[method-assign]
        await write(*arguments)
        raise DatabaseUnavailable("the connection broke after the commit")

    writer.write = write_and_break  # type: ignore[method-assign, assignment]
    await log.append(batch)
    assert await written(log, batch)


async def test_the_first_notice_after_a_lost_connection_is_not_trusted() -> None:
    bus, received = PostgresBus("postgresql://localhost/none", 1.0, "here"), list[Notice | None]()
    bus.subscribe(received.append)
    bus._on_notify(None, 0, "", Notice("table", 1, node="here").text())
    bus._is_complete = False
    bus._on_notify(None, 0, "", Notice("table", 2, node="there", entries=((2, "move"),)).text())
    bus._on_notify(None, 0, "", Notice("table", 3, node="there").text())
    assert [notice and notice.number for notice in received] == [None, 2, 3]
    assert received[1] == Notice("table", 2, ENTRIES, "there", entries=((2, "move"),))


async def test_the_short_path_answers_like_the_route(server: LiveServer) -> None:
    ada, zoe = await server.sign_in("Ada"), await server.sign_in("Zoe")
    table = await ada.open(TEUTONICA, ["human"] * 3, public=True)
    path, number, words = f"/api/tables/{table['id']}/moves", table["state"]["number"], "income 9 9"
    legal = table["state"]["moves"][0]
    rejected = [
        (ada, path, {"number": number + 1, "move": legal["words"]}),
        (ada, path, {"number": number, "move": words}),
        (ada, path, {"number": number, "move": "nonsense"}),
        (ada, path, {"number": str(number), "move": legal["words"]}),
        (ada, path, {"number": number, "move": legal["words"], "more": 1}),
        (zoe, path, {"number": number, "move": legal["words"]}),
        (server.anonymous(), path, {"number": number, "move": legal["words"]}),
        (ada, "/api/tables/none/moves", {"number": number, "move": legal["words"]}),
    ]
    for client, where, content in rejected:
        short, route = [await client.send("POST", f"{where}?{query}", content) for query in ("", "state=no")]
        assert (short.status_code, short.json()) == (route.status_code, route.json())
        assert short.status_code >= 400
        assert dict(short.headers).keys() == dict(route.headers).keys()
    first = await ada.send("POST", path, {"number": number, "move": legal["move"]})
    assert (first.status_code, first.json()["state"]) == (200, None)
    state = (await ada.look(table["id"]))["state"]
    content = {"number": state["number"], "move": state["moves"][0]["words"]}
    second = await ada.send("POST", f"{path}?state=true", content)
    assert second.status_code == 200
    assert second.json()["state"] == (await ada.look(table["id"]))["state"]
