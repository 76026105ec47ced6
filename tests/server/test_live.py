"""The live channel sends everything once, in order, and only what its client may know."""

import asyncio
import socket
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.live_server import PATIENCE, LiveServer, live_server
from tests.server.test_moves import TEUTONICA, seat_all
from tests.server.test_records import played

pytestmark = pytest.mark.anyio

PLACES = [f"place emden--groningen.{n} t" for n in (1, 2, 3)]


async def test_a_client_that_reconnects_receives_exactly_what_it_missed(server: LiveServer) -> None:
    table, (ada, berta, _) = await seat_all(server, TEUTONICA)
    start = table["state"]["number"]
    async with berta.listen(table["id"], since=start) as live_socket:
        await ada.play(table["id"], PLACES[0])
        assert await live_socket.receive_until(start + 1) == [start + 1]
    await ada.play(table["id"], PLACES[1], "end-turn")
    async with berta.listen(table["id"], since=start + 1) as live_socket:
        assert await live_socket.receive_until(start + 3) == [start + 2, start + 3]
        assert live_socket.received[-1]["to_move"] == 1
        assert live_socket.received[-1]["decision"] == 1
        await berta.play(table["id"], PLACES[2])
        assert await live_socket.receive_until(start + 4) == [start + 2, start + 3, start + 4]


async def test_a_displaced_player_is_informed_at_once(server: LiveServer) -> None:
    table, (ada, berta, _) = await seat_all(server, TEUTONICA)
    await ada.play(table["id"], PLACES[0], PLACES[1], "end-turn")
    async with ada.listen(table["id"], state=True) as live_socket:
        await live_socket.receive("entries")
        await berta.play(table["id"], "displace emden--groningen.1 t 0")
        update = await live_socket.receive("entries")
    assert (update["decision"], update["state"]["decision"]) == (0, 0)
    assert {move["move"]["do"] for move in update["state"]["moves"]} == {"relocate"}
    assert "Displaced" in [event["event"] for entry in update["entries"] for event in entry["events"]]


async def test_presence_messages_and_seats_are_sent(server: LiveServer) -> None:
    ada, berta = await server.sign_in("Ada"), await server.sign_in("Berta")
    table = await ada.open(TEUTONICA, public=True)
    async with ada.listen(table["id"]) as live_socket:
        assert (await live_socket.receive("presence"))["seats"] == [0]
        async with server.anonymous().listen(table["id"]) as watcher:
            assert (await watcher.receive("presence"))["seats"] == [0]
            assert await live_socket.receive("presence") == {"type": "presence", "watchers": 1}
        await berta.ask("POST", f"/api/tables/{table['id']}/seats/1", {})
        assert [seat["name"] for seat in (await live_socket.receive("seats"))["seats"]] == ["Ada", "Berta", None]
        await berta.ask("POST", f"/api/tables/{table['id']}/messages", {"text": "Hello"})
        assert [message["text"] for message in (await live_socket.receive("messages"))["messages"]] == ["Hello"]


async def test_presence_is_sent_as_a_difference_once_a_second(server: LiveServer) -> None:
    table, (ada, berta, _) = await seat_all(server, TEUTONICA)
    async with ada.listen(table["id"]) as live_socket:
        assert await live_socket.receive("presence") == {"type": "presence", "seats": [0], "watchers": 0}
        async with berta.listen(table["id"]):
            assert await live_socket.receive("presence") == {"type": "presence", "joined": [1]}
        began = time.monotonic()
        for _ in range(20):
            async with berta.listen(table["id"]) as again:
                await again.receive("presence")
        assert await live_socket.receive("presence") == {"type": "presence", "left": [1]}
        changes = sum(update["type"] == "presence" for update in live_socket.received)
        assert changes <= 3 + (time.monotonic() - began), live_socket.received


async def test_a_page_of_another_origin_cannot_listen(server: LiveServer) -> None:
    from websockets.asyncio.client import connect

    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA, public=True)
    address = f"{server.address}/api/tables/{table['id']}/live".replace("http", "ws", 1)
    with pytest.raises(InvalidStatus):
        async with connect(address, additional_headers={"Origin": "http://elsewhere.example"}):
            pass


async def test_a_client_that_may_not_see_a_table_is_disconnected_with_a_sentence(server: LiveServer) -> None:
    ada, zoe = await server.sign_in("Ada"), await server.sign_in("Zoe")
    table = await ada.open(TEUTONICA)
    async with zoe.listen(table["id"]) as live_socket:
        with pytest.raises(ConnectionClosed) as closed:
            await live_socket.receive("entries")
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, "private" in closed.value.rcvd.reason) == (4403, True)


async def test_a_socket_that_never_reads_is_dropped_and_the_others_go_on(folder: Path) -> None:
    async with live_server(folder, send_buffer=4096, send_seconds=0.3) as server:
        ada = await server.sign_in("Ada")
        table = await ada.ask("POST", "/api/tables", {"record": played(TEUTONICA, 200), "public": True})
        silent = await unread_socket(server, table["id"])
        async with ada.listen(table["id"], since=0) as live_socket:
            for _ in range(30):
                state = await ada.play(table["id"], table["state"]["moves"][0]["words"])
                state = (await ada.undo(table["id"], state["number"])).json()["state"]
            async with asyncio.timeout(PATIENCE):
                while not server.node.metrics.dropped._value.get():
                    await asyncio.sleep(0.05)
            assert len(await live_socket.receive_until(state["number"])) == state["number"]
            assert len(server.node.hub) == 1
        silent.close()


async def unread_socket(server: LiveServer, table: str) -> socket.socket:
    """Open a WebSocket with a small window that asks for everything and reads nothing."""
    host, port = server.address.removeprefix("http://").split(":")
    unread = socket.socket()
    unread.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    unread.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(unread, (host, int(port)))
    lines = [
        f"GET /api/tables/{table}/live?since=0&state=true HTTP/1.1",
        f"Host: {host}:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ]
    await loop.sock_sendall(unread, "\r\n".join([*lines, "", ""]).encode())
    return unread
