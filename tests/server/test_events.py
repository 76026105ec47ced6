"""The event stream sends what the socket sends, resumes by number, is limited as sockets are, and always ends."""

import asyncio
import socket
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from kontor.server.routes import events
from tests.server.event_stream import event_stream
from tests.server.live_server import PATIENCE, LiveServer, live_server
from tests.server.raw_client import RawConnection, cookie_of, head, raw_connection
from tests.server.test_live import PLACES
from tests.server.test_moves import TEUTONICA, seat_all
from tests.server.test_records import played

pytestmark = pytest.mark.anyio

SECRET: dict[str, Any] = {**TEUTONICA, "modules": ["mission-cards"]}


async def until_no_listener(server: LiveServer) -> None:
    """Wait until the server has noticed that all clients are gone."""
    async with asyncio.timeout(PATIENCE):
        while len(server.node.hub):
            await asyncio.sleep(0.01)


async def test_it_sends_the_messages_of_the_socket(server: LiveServer) -> None:
    table, (ada, berta, _) = await seat_all(server, TEUTONICA)
    start = table["state"]["number"]
    async with (
        event_stream(berta, table["id"], since=start, state=True) as stream,
        berta.listen(table["id"], since=start, state=True) as live_socket,
    ):
        assert stream.response.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert stream.response.headers["cache-control"] == "no-store"
        await ada.play(table["id"], *PLACES[:2])
        await ada.ask("POST", f"/api/tables/{table['id']}/messages", {"text": "Line\nbreak"})
        assert await stream.receive_until(start + 2) == await live_socket.receive_until(start + 2)
        event, message = await stream.receive("messages"), await live_socket.receive("messages")
    assert event.data == message
    assert event.id == f"{start + 2}-1"
    # A busy server may send two moves in one message on one channel and in two on the other.
    sent = [entry for each in stream.received if each.type == "entries" for entry in each.data["entries"]]
    heard = [entry for each in live_socket.received if each["type"] == "entries" for entry in each["entries"]]
    assert sent == heard


async def test_a_client_resumes_after_the_last_event_it_knows(server: LiveServer) -> None:
    table, (ada, berta, _) = await seat_all(server, TEUTONICA)
    start, path = table["state"]["number"], f"/api/tables/{table['id']}/messages"
    await ada.ask("POST", path, {"text": "Before"})
    async with event_stream(berta, table["id"], since=start) as stream:
        await ada.play(table["id"], PLACES[0])
        await stream.receive_until(start + 1)
        last = stream.received[-1].id
    assert last == f"{start + 1}-1"
    await ada.play(table["id"], PLACES[1], "end-turn")
    await ada.ask("POST", path, {"text": "Missed"})
    async with event_stream(berta, table["id"], last, since=0, messages_since=0) as stream:
        assert await stream.receive_until(start + 3) == [start + 2, start + 3]
        assert [message["text"] for message in (await stream.receive("messages")).data["messages"]] == ["Missed"]


@pytest.mark.parametrize("wrong", ["x", "-1", "1-2-3", "99999999999", "4294967296", "1-", "1 2", "\u0661"])
async def test_an_invalid_id_is_rejected(server: LiveServer, wrong: str) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA)
    path = f"/api/tables/{table['id']}/events"
    answer = await ada.send("GET", path, headers={"Last-Event-ID": wrong.encode()})
    assert (answer.status_code, "Last-Event-ID" in answer.json()["sentence"]) == (422, True)


async def test_only_those_who_may_see_a_table_get_its_events(server: LiveServer) -> None:
    ada, zoe = await server.sign_in("Ada"), await server.sign_in("Zoe")
    table = await ada.open(TEUTONICA)
    path = f"/api/tables/{table['id']}/events"
    assert (await zoe.send("GET", path)).status_code == 403
    assert (await server.anonymous().send("GET", path)).status_code == 403
    assert (await ada.send("GET", path + "?seat=1")).status_code == 403
    assert (await ada.send("GET", "/api/tables/nosuchtable/events")).status_code == 404
    forged = await server.anonymous().send("GET", path, headers={"Authorization": "Bearer forged"})
    assert forged.status_code == 401


async def test_secret_cards_are_sent_only_to_their_seat(server: LiveServer) -> None:
    table, players = await seat_all(server, SECRET, public=True)
    match = await server.node.matches.get(table["id"])
    missions = match.game.position_json(match.timeline.position)["missions"]
    for number, client in enumerate([*players, server.anonymous()]):
        async with event_stream(client, table["id"], since=0, state=True) as stream:
            seen = (await stream.receive("entries")).data["state"]["position"]["missions"]
        own = {seat: cards for seat, cards in missions.items() if seat == str(number)}
        assert {seat: cards for seat, cards in seen.items() if "?" not in cards} == own


async def test_a_token_and_its_deletion(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA)
    token = await ada.ask("POST", "/api/tokens", {"label": "bot", "scopes": ["read"]})
    bot = server.anonymous()
    bot.http.headers["Authorization"] = f"Bearer {token['token']}"
    async with event_stream(bot, table["id"]) as stream:
        await stream.receive("entries")
        await ada.ask("DELETE", f"/api/tokens/{token['id']}")
        closed = await stream.receive("closed")
        assert await stream.ends()
    assert (closed.data["status"], closed.data["sentence"]) == (401, "You have signed out; connect again.")


async def test_a_heartbeat_is_sent_while_nothing_happens(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "HEARTBEAT_SECONDS", 0.1)
    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA)
    async with event_stream(ada, table["id"]) as stream:
        assert [await stream.comment() for _ in range(2)] == ["heartbeat"] * 2
        await ada.play(table["id"], PLACES[0])
        assert await stream.receive_until(table["state"]["number"] + 1)


async def test_streams_and_sockets_share_their_limits(folder: Path) -> None:
    async with (
        live_server(folder, sockets_per_account=2, sockets_per_address=3) as server,
        AsyncExitStack() as opened,
    ):
        ada, zoe = await server.sign_in("Ada"), await server.sign_in("Zoe")
        table = (await ada.open(TEUTONICA, public=True))["id"]
        streams = [await opened.enter_async_context(event_stream(ada, table)) for _ in range(2)]
        for stream in streams:
            await stream.receive("entries")
        path = f"/api/tables/{table}/events"
        refused = await ada.send("GET", path)
        assert (refused.status_code, "one account" in refused.json()["sentence"]) == (429, True)
        async with ada.listen(table) as live_socket:
            assert (await live_socket.closing())[0] == 4429
        async with zoe.listen(table) as live_socket:
            await live_socket.receive("entries")
            refused = await zoe.send("GET", path)
            assert (refused.status_code, "network address" in refused.json()["sentence"]) == (429, True)
        assert refused.headers["retry-after"] == "10"


async def test_a_stream_counts_as_three_requests(folder: Path) -> None:
    few: dict[str, Any] = {"anonymous_requests_at_once": 10, "anonymous_requests_per_second": 0.01}
    async with live_server(folder, **few) as server:
        path = "/api/tables/nosuchtable/events"
        statuses = [(await server.anonymous().send("GET", path)).status_code for _ in range(4)]
    assert statuses == [404, 404, 404, 429]


async def test_the_server_notices_when_a_client_disconnects(folder: Path) -> None:
    async with live_server(folder) as server:
        ada = await server.sign_in("Ada")
        table = await ada.open(TEUTONICA)
        async with event_stream(ada, table["id"]) as stream:
            await stream.receive("entries")
            assert len(server.node.hub) == 1
        await until_no_listener(server)
        assert not server.node.hub.sockets


async def opened_raw(link: RawConnection, cookie: str, table: str, *headers: str, **query: int) -> None:
    """Request a stream on a raw connection and read the head of the response."""
    path = f"/api/tables/{table}/events?" + "&".join(f"{name}={value}" for name, value in query.items())
    await link.send(head(f"GET {path}", cookie, *headers))
    async with asyncio.timeout(PATIENCE):
        assert b"200 OK" in await link.reader.readuntil(b"\r\n\r\n")


async def test_a_second_request_on_the_connection_does_not_hide_its_end(folder: Path) -> None:
    async with live_server(folder) as server:
        ada = await server.sign_in("Ada")
        table = await ada.open(TEUTONICA)
        async with raw_connection(server) as link:
            await opened_raw(link, cookie_of(ada), table["id"])
            await link.send(head("GET /api/session", cookie_of(ada)) * 2)
            await asyncio.sleep(0.1)
            assert len(server.node.hub) == 1
        await ada.play(table["id"], *PLACES[:2])  # the server notices it at the latest when it writes
        await until_no_listener(server)


async def test_a_client_that_sends_an_endless_body_is_disconnected(folder: Path) -> None:
    async with live_server(folder) as server:
        ada = await server.sign_in("Ada")
        table = await ada.open(TEUTONICA)
        async with raw_connection(server) as link:
            await opened_raw(link, cookie_of(ada), table["id"], "Content-Length: 100000000")
            for _ in range(200):
                try:
                    await link.send(b"x" * 5000)
                except ConnectionError:
                    break
                await asyncio.sleep(0.001)
            await until_no_listener(server)


async def test_a_client_that_does_not_read_is_dropped(folder: Path) -> None:
    async with live_server(folder, send_buffer=4096, send_seconds=0.3) as server:
        ada = await server.sign_in("Ada")
        table = await ada.ask("POST", "/api/tables", {"record": played(TEUTONICA, 200), "public": True})
        with unread_stream(server, f"GET /api/tables/{table['id']}/events?since=0&state=true"):
            async with asyncio.timeout(PATIENCE):
                while not server.node.metrics.dropped._value.get():
                    state = await ada.play(table["id"], table["state"]["moves"][0]["words"])
                    await ada.undo(table["id"], state["number"])
            await until_no_listener(server)


def unread_stream(server: LiveServer, request: str) -> socket.socket:
    """Send a request on a connection with a small window, from which nothing is read."""
    host, port = server.address.removeprefix("http://").split(":")
    unread = socket.socket()
    unread.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    unread.connect((host, int(port)))
    unread.sendall(head(request))
    return unread


async def test_streams_end_when_the_server_stops(folder: Path) -> None:
    async with AsyncExitStack() as opened:
        server = await opened.enter_async_context(live_server(folder))
        ada = await server.sign_in("Ada")
        table = await ada.open(TEUTONICA)
        async with event_stream(ada, table["id"]) as stream, ada.listen(table["id"]) as live_socket:
            await stream.receive("entries")
            server.clients.clear()  # whose connections would be closed first
            begun = time.monotonic()
            stopping = asyncio.create_task(opened.aclose())
            assert await stream.ends()
            assert (await live_socket.closing())[0] == 1012
            assert time.monotonic() - begun < 0.9  # the server would wait for a second for responses under way
        await stopping
        await ada.http.aclose()
