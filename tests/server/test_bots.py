"""Everyone at a table sees which players are bots, and an account that is marked as a bot stays so."""

import pytest

from tests.server.event_stream import event_stream
from tests.server.live_server import Client, LiveServer
from tests.server.test_moves import TEUTONICA, seat_all

pytestmark = pytest.mark.anyio


async def bot(server: LiveServer, name: str) -> Client:
    """Return the client of a new guest that is marked as a bot."""
    client = server.anonymous()
    person = await client.ask("POST", "/api/session", {"name": name, "is_bot": True})
    assert person["is_bot"]
    return client


async def marks(client: Client, table: str) -> list[bool]:
    """Return the marks of all seats of a table."""
    return [seat["is_bot"] for seat in (await client.look(table))["seats"]]


async def test_the_seats_of_a_bot_are_marked_wherever_they_are_shown(server: LiveServer) -> None:
    ada, rob = await server.sign_in("Ada"), await bot(server, "Rob")
    table = await ada.open(TEUTONICA, ["human", "open", "light"], public=True)
    async with ada.listen(table["id"]) as live_socket, event_stream(ada, table["id"]) as stream:
        for received in (await live_socket.receive("seats"), (await stream.receive("seats")).data):
            assert [seat["is_bot"] for seat in received["seats"]] == [False] * 3
        await rob.ask("POST", f"/api/tables/{table['id']}/seats/1", {"name": "A person"})
        for received in (await live_socket.receive("seats"), (await stream.receive("seats")).data):
            assert [seat["is_bot"] for seat in received["seats"]] == [False, True, False]
    assert await marks(server.anonymous(), table["id"]) == [False, True, False]
    listed = await ada.ask("GET", "/api/tables?which=public")
    (found,) = [each for each in listed["tables"] if each["id"] == table["id"]]
    assert [seat["is_bot"] for seat in found["seats"]] == [False, True, False]
    assert await marks(rob, (await rob.open(TEUTONICA, ["human", "light", "human"]))["id"]) == [True, False, True]


async def test_a_person_who_takes_the_seat_of_a_bot_is_not_marked(server: LiveServer) -> None:
    ada, rob = await server.sign_in("Ada"), await bot(server, "Rob")
    table = await ada.open(TEUTONICA, ["human", "open", "light"], public=True)
    path = f"/api/tables/{table['id']}/seats/1"
    await rob.ask("POST", path, {})
    await rob.ask("PUT", path, {"agent": None})
    assert await marks(ada, table["id"]) == [False] * 3
    await ada.ask("POST", path, {})
    assert await marks(ada, table["id"]) == [False] * 3


async def test_a_mark_set_later_appears_at_running_games_and_not_at_finished_ones(server: LiveServer) -> None:
    table, (ada, *_) = await seat_all(server, TEUTONICA)
    over = await ada.open({"game": "hansa", "players": 2}, ["human", "light"], practice=True)
    await ada.open({"game": "hansa", "players": 2}, ["human", "light"], practice=True)  # which ends the one before
    async with ada.listen(table["id"]) as live_socket:
        await live_socket.receive("seats")
        assert (await ada.ask("POST", "/api/session", {"name": "Ada", "is_bot": True}))["is_bot"]
        assert [seat["is_bot"] for seat in (await live_socket.receive("seats"))["seats"]] == [True, False, False]
    assert await marks(ada, table["id"]) == [True, False, False]
    assert await marks(ada, over["id"]) == [False, False]


async def test_the_mark_stays(server: LiveServer) -> None:
    rob = await bot(server, "Lasting")
    assert (await rob.ask("POST", "/api/session", {"name": "Lasting", "is_bot": False}))["is_bot"]
    assert (await rob.ask("POST", "/api/session", {"name": "Still lasting"}))["is_bot"]
    await rob.ask("PUT", "/api/session/password", {"password": "correct horse"})
    again = server.anonymous()
    signed_in = await again.ask("POST", "/api/session", {"name": "Still lasting", "password": "correct horse"})
    assert signed_in["is_bot"]
    token = (await again.ask("POST", "/api/tokens", {"label": "bot"}))["token"]
    program = server.anonymous()
    program.http.headers["Authorization"] = f"Bearer {token}"
    assert (await program.ask("GET", "/api/session"))["is_bot"]


async def test_an_account_is_marked_when_it_signs_in_and_never_by_a_token(server: LiveServer) -> None:
    ada = await server.sign_in("Marked later")
    await ada.ask("PUT", "/api/session/password", {"password": "correct horse"})
    token = (await ada.ask("POST", "/api/tokens", {"label": "bot", "scopes": ["read", "play", "manage"]}))["token"]
    program = server.anonymous()
    program.http.headers["Authorization"] = f"Bearer {token}"
    refused = await program.send("POST", "/api/session", {"name": "Marked later", "is_bot": True})
    assert refused.status_code == 403
    assert not (await ada.ask("GET", "/api/session"))["is_bot"]
    mark = {"name": "Marked later", "password": "correct horse", "is_bot": True}
    assert (await server.anonymous().ask("POST", "/api/session", mark))["is_bot"]
    assert (await program.ask("GET", "/api/session"))["is_bot"]


@pytest.mark.parametrize("wrong", ["perhaps", None, [], {"is_bot": True}])
async def test_a_mark_that_is_no_boolean_is_rejected(server: LiveServer, wrong: object) -> None:
    answer = await server.anonymous().send("POST", "/api/session", {"name": "Rob", "is_bot": wrong})
    assert (answer.status_code, answer.json()["facts"]) == (422, {"field": "body.is_bot"})
