"""Deleting an account: its name disappears, its seats go to the computer, and nothing else of it stays."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from kontor.server.store.events import queue_event
from kontor.server.store.models import Base
from tests.server.live_server import Client, LiveServer, live_server
from tests.server.test_moves import HANSA, TEUTONICA, seat_all
from tests.server.test_permissions import kept, program

pytestmark = pytest.mark.anyio

DELETION = "/api/session/deletion"


async def words_of_database(server: LiveServer) -> str:
    """Return all rows of the database as text."""
    parts = []
    async with server.node.database.reading() as session:
        for table in Base.metadata.sorted_tables:
            parts.append(str((await session.execute(text(f"SELECT * FROM {table.name}"))).all()))
    return "".join(parts)


async def test_deletion_needs_the_name_and_the_password(server: LiveServer) -> None:
    ada = await kept(server, "Careful")
    refused = [
        ({"name": "Careless", "password": "correct horse"}, 422),
        ({"name": "Careful"}, 403),
        ({"name": "Careful", "password": "incorrect horse"}, 403),
        ({"password": "correct horse"}, 422),
    ]
    for content, status in refused:
        assert (await ada.send("POST", DELETION, content)).status_code == status
    assert (await ada.ask("GET", "/api/session"))["name"] == "Careful"
    await ada.ask("POST", DELETION, {"name": "careful", "password": "correct horse"})
    assert (await ada.send("GET", "/api/session")).status_code == 401
    signing_in = {"name": "Careful", "password": "correct horse"}
    assert (await server.anonymous().send("POST", "/api/session", signing_in)).status_code == 401
    assert (await server.sign_in("Careful")).id != ada.id


async def test_a_running_game_goes_on_with_the_computer(folder: Path) -> None:
    async with live_server(folder, computer_pause=60.0) as server:
        table, (ada, berta, zoe) = await seat_all(server, TEUTONICA)
        await berta.ask("POST", f"/api/tables/{table['id']}/messages", {"text": "hello"})
        async with zoe.listen(table["id"]) as live_socket:
            await live_socket.receive("seats")
            await berta.ask("POST", DELETION, {"name": "Guest 1"})
            while (await live_socket.receive("seats"))["seats"][1]["kind"] != "agent":
                pass
        found = await zoe.look(table["id"])
        seat = found["seats"][1]
        assert (seat["kind"], seat["agent"], seat["account"], seat["name"]) == ("agent", "medium", None, None)
        change = found["entries"][-1]["change"]
        assert (change["kind"], change["left"]) == ("agent", "")
        (message,) = (await zoe.ask("GET", f"/api/tables/{table['id']}/messages"))["messages"]
        assert (message["name"], message["text"]) == ("", "hello")
        assert (await berta.send("GET", f"/api/tables/{table['id']}")).status_code == 403
        await ada.play(table["id"], "income 1 0")
        assert "Guest 1" not in await words_of_database(server)


async def test_a_finished_game_shows_a_former_player(folder: Path) -> None:
    async with live_server(folder, computer_pause=0.0) as server:
        ada = await server.sign_in("Ada")
        plan = [{"kind": "human", "name": "Ada the Bold"}, {"kind": "agent", "agent": "light"}]
        clock = {"kind": "budget", "seconds": 1, "agent": "light"}
        table = await ada.open(HANSA, plan, public=True, clock=clock)
        async with asyncio.timeout(60):
            while not (await ada.look(table["id"]))["state"]["over"]:
                await asyncio.sleep(0.1)
        record = await ada.ask("GET", f"/api/tables/{table['id']}/record")
        await ada.ask("POST", DELETION, {"name": "Ada"})
        watcher = server.anonymous()
        found = await watcher.look(table["id"])
        seat = found["seats"][0]
        assert (seat["kind"], seat["name"], seat["former"], seat["guest"]) == ("human", "", True, False)
        assert await watcher.ask("GET", f"/api/tables/{table['id']}/record") == record
        assert "Ada" not in await words_of_database(server)


async def test_everything_personal_is_deleted(server: LiveServer) -> None:
    ada = await kept(server, "Personal")
    bot = await program(server, ada, "read")
    await ada.ask("POST", "/api/webhooks", {"url": "https://example.org/kontor"})
    await ada.ask("POST", DELETION, {"name": "Personal", "password": "correct horse"})
    assert (await bot.send("GET", "/api/session")).status_code == 401
    async with server.node.database.reading() as session:
        for name in ("sessions", "tokens", "webhooks", "mailboxes", "recoveries"):
            query = text(f"SELECT count(*) FROM {name} WHERE account_id = :id")
            assert await session.scalar(query, {"id": ada.id}) == 0, name
        row = (await session.execute(text("SELECT * FROM accounts WHERE id = :id"), {"id": ada.id})).mappings().one()
    assert (row["name"], row["login"], row["password"], row["lookalike"]) == ("", None, None, None)
    assert row["deleted_at"] is not None


async def test_notices_of_others_lose_the_name(nodes: list[LiveServer]) -> None:
    gone, zoe = await kept(nodes[0], "Gone"), await nodes[0].sign_in("Zoe")
    async with nodes[0].node.database.writing() as session:
        for name in ("Gone", "Somebody"):
            await queue_event(session, [zoe.id], "friend", data={"name": name, "kind": "asked", "link": "#/groups"})
    await gone.ask("POST", DELETION, {"name": "Gone", "password": "correct horse"})
    answer = await zoe.send("GET", "/api/notices")
    assert ("Somebody" in answer.text, "Gone" in answer.text) == (True, False)


async def test_a_table_of_nobody_else_is_closed(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(HANSA, ["human", "light"])
    await ada.ask("POST", DELETION, {"name": "Ada"})
    async with server.node.database.reading() as session:
        ended = await session.scalar(text("SELECT ended_by FROM tables WHERE id = :id"), {"id": table["id"]})
    assert ended == "left"


async def test_the_table_of_a_deleted_host_goes_to_another_player(folder: Path) -> None:
    async with live_server(folder, computer_pause=60.0) as server:
        table, (ada, berta, zoe) = await seat_all(server, TEUTONICA)
        await ada.ask("POST", DELETION, {"name": "Ada"})
        assert [(await client.look(table["id"]))["host"] for client in (berta, zoe)] == [True, False]
        hosted = await zoe.open(TEUTONICA, ["open", "open", "open"], public=True)
        await berta.ask("POST", f"/api/tables/{hosted['id']}/seats/0", {})
        await zoe.ask("POST", DELETION, {"name": "Guest 2"})
        assert (await berta.look(hosted["id"]))["host"]
        assert await server.node.deletion.store.unfinished() == []


async def delete_while_moving(one: LiveServer, other: LiveServer) -> None:
    """Delete an account at one node while a move of it is made at another."""
    table, (ada, berta, _) = await seat_all(one, TEUTONICA)
    elsewhere = other.same_account(ada)
    number = table["state"]["number"]
    moved, deleted = await asyncio.gather(
        elsewhere.move(table["id"], number, "income 1 0"), ada.send("POST", DELETION, {"name": "Ada"})
    )
    assert deleted.status_code == 204
    assert moved.status_code in (200, 401, 403, 409)
    found = await berta.look(table["id"])
    assert found["seats"][0]["kind"] == "agent"
    kinds = [entry["kind"] for entry in found["entries"] if entry["by"] == "player"]
    assert kinds in (["seat"], ["move", "seat"])


async def test_a_move_and_a_deletion_at_once(folder: Path) -> None:
    async with live_server(folder, computer_pause=60.0) as server:
        await delete_while_moving(server, server)


async def test_a_move_and_a_deletion_at_once_on_two_nodes(nodes: list[LiveServer]) -> None:
    await delete_while_moving(nodes[0], nodes[1])


async def test_of_two_deletions_one_succeeds(nodes: list[LiveServer]) -> None:
    ada = await kept(nodes[0], "Twice")
    again, body = nodes[1].same_account(ada), {"name": "Twice", "password": "correct horse"}
    answers = await asyncio.gather(ada.send("POST", DELETION, body), again.send("POST", DELETION, body))
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses[0] == 204
    assert statuses[1] in (401, 409)


async def joining(client: Client, table: str) -> Any:
    """Take a seat of a public table."""
    return await client.send("POST", f"/api/tables/{table}/seats/1", {})


async def test_nobody_joins_with_a_deleted_account(nodes: list[LiveServer]) -> None:
    host = await nodes[0].sign_in("Host")
    for number in range(3):
        table = await host.open(TEUTONICA, public=True)
        guest = await nodes[0].sign_in(f"Hasty {number}")
        elsewhere = nodes[1].same_account(guest)
        joined, deleted = await asyncio.gather(
            joining(elsewhere, table["id"]), guest.send("POST", DELETION, {"name": f"Hasty {number}"})
        )
        assert deleted.status_code == 204
        assert joined.status_code in (200, 204, 401)
        await nodes[0].node.deletion.vacate()
        assert (await host.look(table["id"]))["seats"][1]["kind"] == "open"
