"""Clients that send too many or too large requests, or never read, are limited, and others are not disturbed."""

import asyncio
import contextlib
import json
import socket
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from kontor.server import http_protocols
from kontor.server.limits import address_group
from tests.server.live_server import Client, LiveServer, LiveSocket, live_server
from tests.server.raw_client import (
    RawConnection,
    cookie_of,
    head,
    raw_connection,
    undisturbed_player,
    websocket_request,
)
from tests.server.test_live import unread_socket
from tests.server.test_moves import HANSA, TEUTONICA
from tests.server.test_records import played

pytestmark = pytest.mark.anyio

WORST = 10_000_000  # bytes of a body
SOCKETS = 150
MINUTE = 10_000  # requests, far more than one account may send in a minute
PING = b"\x89\xfd" + bytes(4) + b"x" * 125
SPARE = 12_000_000  # bytes that fit into buffers of the system although the server does not read
STRICT: dict[str, Any] = {"requests_at_once": 60, "requests_per_second": 5.0}


async def answers(link: RawConnection, cookie: str, count: int) -> list[int]:
    """Return the statuses of some requests, sent one after another."""
    return [(await link.ask("GET /api/session", [cookie])).status for _ in range(count)]


async def test_one_session_cannot_take_the_time_of_the_others(folder: Path) -> None:
    async with (
        live_server(folder, **STRICT) as server,
        undisturbed_player(server, pause=1.0),
        raw_connection(server) as link,
    ):
        zoe = await server.sign_in("Zoe")
        seen = await answers(link, cookie_of(zoe), 300)
        last = await link.ask("GET /api/session", [cookie_of(zoe)])
    assert (last.status, "Too many requests" in last.sentence, int(last.headers["retry-after"]) >= 1) == (
        429,
        True,
        True,
    )
    assert set(seen) == {200, 429}
    assert seen.count(429) > 100


@pytest.mark.soak
async def test_ten_thousand_requests_in_a_minute_are_too_many(server: LiveServer) -> None:
    zoe, links = await server.sign_in("Zoe"), 8
    async with undisturbed_player(server), AsyncExitStack() as opened, asyncio.timeout(60):
        wires = [await opened.enter_async_context(raw_connection(server)) for _ in range(links)]
        parts = await asyncio.gather(*(answers(link, cookie_of(zoe), MINUTE // links) for link in wires))
    seen = Counter(status for part in parts for status in part)
    assert set(seen) == {200, 429}
    assert seen[429] > MINUTE * 0.7


async def test_another_account_at_the_same_address_is_not_limited_yet(folder: Path) -> None:
    async with live_server(folder, **STRICT) as server, raw_connection(server) as link:
        zoe, ada = await server.sign_in("Zoe"), await server.sign_in("Ada")
        assert 429 in await answers(link, cookie_of(zoe), 200)
        assert await answers(link, cookie_of(ada), 50) == [200] * 50


async def test_all_accounts_at_one_address_share_its_limit(folder: Path) -> None:
    few: dict[str, Any] = {"requests_at_once": 20, "requests_per_second": 0.01, "address_factor": 3}
    async with live_server(folder, **few) as server, raw_connection(server) as link:
        guests = [await server.sign_in(name) for name in ("Zoe", "Ada", "Eva", "Ida")]
        seen = [(await answers(link, cookie_of(guest), 25)).count(200) for guest in guests]
        elsewhere = await server.sign_in("Uwe", "127.0.0.2")
        assert (await elsewhere.send("GET", "/api/session")).status_code == 200
        refused = await link.ask("GET /api/session", [cookie_of(guests[3])])
    assert seen == [20, 20, 16, 0]  # four requests without a session made the accounts
    assert (refused.status, "from your network address" in refused.sentence) == (429, True)


async def test_one_address_has_only_so_many_new_guests(folder: Path) -> None:
    async with live_server(folder, guests_per_hour=3) as server:
        tried = [await server.anonymous().send("POST", "/api/session", {"name": f"Guest {n}"}) for n in range(5)]
        assert (await server.sign_in("Uwe", "127.0.0.2")).id
        known = server.same_account(server.clients[0])
        assert (await known.send("POST", "/api/session", {"name": "Renamed"})).status_code == 200
    assert [answer.status_code for answer in tried] == [200, 200, 200, 429, 429]


async def test_new_tables_count_as_several_requests_and_are_limited(folder: Path) -> None:
    async with live_server(folder, tables_per_hour=3, address_factor=2) as server:
        opened = []
        for name in ("Zoe", "Ada", "Eva"):
            guest = await server.sign_in(name)
            tried = [await guest.send("POST", "/api/tables", {"setup": TEUTONICA}) for _ in range(4)]
            opened.append([answer.status_code for answer in tried])
    assert opened == [[201, 201, 201, 429], [201, 201, 201, 429], [429] * 4]


async def test_hints_are_limited_for_an_address_too(folder: Path) -> None:
    async with live_server(folder, hints_per_minute=3, address_factor=1) as server:
        asked = []
        for name in ("Zoe", "Ada"):
            guest = await server.sign_in(name)
            table = await guest.open(TEUTONICA, ["human", "light", "light"])
            wrong = {"number": 10_000}
            path = f"/api/tables/{table['id']}/hint"
            asked.append([(await guest.send("POST", path, wrong)).status_code for _ in range(4)])
    assert asked == [[409, 409, 409, 429], [429] * 4]


@pytest.mark.parametrize(
    ("address", "group"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_addresses_of_one_subscriber_are_counted_together(address: str, group: str) -> None:
    assert address_group(address) == group


@pytest.mark.parametrize("credentials", ["Cookie: kontor_session=forged", "Authorization: Bearer forged"])
async def test_forged_credentials_count_as_anonymous(folder: Path, credentials: str) -> None:
    async with (
        live_server(folder, anonymous_requests_at_once=30, anonymous_requests_per_second=0.01) as server,
        raw_connection(server) as link,
    ):
        seen = await answers(link, credentials, 40)
    assert (seen[0], seen[-1]) == (401, 429)


async def test_much_that_is_sent_or_asked_for_counts_as_several_requests(folder: Path) -> None:
    async with (
        live_server(folder, requests_at_once=30, requests_per_second=0.01) as server,
        raw_connection(server) as link,
    ):
        zoe = await server.sign_in("Zoe")
        large = json.dumps({"setup": {"game": "x" * 70_000}}).encode()
        sent = [(await link.ask("POST /api/tables", [cookie_of(zoe)], large)).status for _ in range(5)]
    assert sent == [422, 422, 429, 429, 429]


async def test_large_bodies_at_once_are_refused_before_they_are_parsed(folder: Path) -> None:
    async with live_server(folder, requests_at_once=30, requests_per_second=0.01) as server:
        zoe = await server.sign_in("Zoe")
        large = {"setup": {"game": "x" * 140_000}}
        sent = await asyncio.gather(*(zoe.send("POST", "/api/tables", large) for _ in range(12)))
    statuses = Counter(answer.status_code for answer in sent)
    assert set(statuses) == {422, 429}
    assert statuses[422] <= 2


async def test_undos_are_limited_and_the_limit_is_generous(folder: Path) -> None:
    async with live_server(folder, undos_per_minute=6) as server:
        zoe = await server.sign_in("Zoe")
        table = await zoe.open(TEUTONICA, ["human"] * 3)
        number, seen = table["state"]["number"], list[int]()
        for _ in range(14):
            state = await zoe.play(table["id"], (await zoe.look(table["id"]))["state"]["moves"][0]["words"])
            seen.append((await zoe.undo(table["id"], state["number"])).status_code)
    assert seen[:12] == [200] * 12, number
    assert seen[12:] == [429, 429]


async def test_replayed_moves_count_as_several_requests(folder: Path) -> None:
    async with live_server(folder, requests_at_once=30, requests_per_second=0.01) as server:
        zoe = await server.sign_in("Zoe")
        table = (await zoe.ask("POST", "/api/tables", {"record": played(HANSA)}))["id"]
        seen = [(await zoe.send("GET", f"/api/tables/{table}?since=0")).status_code for _ in range(20)]
        cheap = await zoe.send("GET", f"/api/tables/{table}/at/1")
    assert (seen[0], seen[-1], cheap.status_code) == (200, 429, 429)
    assert 3 < seen.count(200) < 10


async def test_a_body_of_ten_megabytes_is_refused_before_it_is_read(server: LiveServer) -> None:
    async with undisturbed_player(server), raw_connection(server) as link:
        await link.send(head("POST /api/session", f"Content-Length: {WORST}"))
        reply = await link.reply()
        assert (reply.status, "larger than 20000 bytes" in reply.sentence) == (413, True)
        assert await sent_until_cut_off(link, WORST) < WORST


async def test_a_body_that_never_ends_is_refused_too(server: LiveServer) -> None:
    async with undisturbed_player(server), raw_connection(server) as link:
        await link.send(head("POST /api/session", "Transfer-Encoding: chunked"))
        sent = asyncio.create_task(sent_until_cut_off(link, WORST, chunked=True))
        assert (await link.reply()).status == 413
        assert await sent < WORST


async def sent_until_cut_off(link: RawConnection, most: int, chunked: bool = False) -> int:
    """Return how many bytes the server reads before it closes the connection."""
    part = b"8000\r\n" + b"x" * 0x8000 + b"\r\n" if chunked else b"x" * 0x8000
    for sent in range(0, most, 0x8000):
        try:
            await link.send(part)
        except ConnectionError:
            return sent
        await asyncio.sleep(0)
    return most


async def test_a_body_that_does_not_come_is_not_waited_for(folder: Path) -> None:
    async with live_server(folder, body_seconds=0.3) as server, raw_connection(server) as link:
        await link.send(head("POST /api/session", "Content-Length: 10") + b"{")
        reply = await link.reply()
    assert (reply.status, "did not arrive" in reply.sentence) == (408, True)


async def test_a_flood_of_headers_is_refused(server: LiveServer) -> None:
    flood = [f"X-{n}: {'x' * 100}" for n in range(300)]
    async with undisturbed_player(server), raw_connection(server) as link:
        reply = await link.ask("GET /api/games", flood)
        assert (reply.status, "fewer and shorter headers" in reply.sentence) == (431, True)


@pytest.mark.parametrize("part", [b"X: " + b"x" * 1000 + b"\r\n", b"x" * 1000], ids=["headers", "one header"])
async def test_a_head_that_never_ends_is_refused(server: LiveServer, part: bytes) -> None:
    async with undisturbed_player(server), raw_connection(server) as link:
        await link.send(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX: ")
        for _ in range(80):
            link.writer.write(part)
        reply = await link.reply()
        assert (reply.status, "fewer and shorter headers" in reply.sentence) == (431, True)
        assert await link.ends()


@pytest.mark.parametrize("begun", [b"", b"GET /api/games HTTP/1.1\r\nHost: kon"], ids=["nothing", "half a head"])
async def test_a_head_that_does_not_come_is_not_waited_for(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr(http_protocols, "HEADERS_SECONDS", 0.3)
    async with raw_connection(server) as link:
        await link.send(begun)
        assert await link.ends()


async def test_one_account_has_only_so_many_sockets(folder: Path) -> None:
    async with (
        live_server(folder, sockets_per_account=20, requests_at_once=2000) as server,
        undisturbed_player(server),
    ):
        zoe = await server.sign_in("Zoe")
        table = (await zoe.open(TEUTONICA))["id"]
        endings = await endings_of([zoe] * SOCKETS, table)
    cut_off = [ending for ending in endings if ending is not None]
    assert len(cut_off) == SOCKETS - 20
    assert {code for code, _ in cut_off} == {4429}
    assert all("live connections" in reason for _, reason in cut_off)


async def test_an_address_has_only_so_many_sockets(folder: Path) -> None:
    async with live_server(folder, sockets_per_address=5) as server:
        ada = await server.sign_in("Ada")
        table = (await ada.open(TEUTONICA, public=True))["id"]
        clients = [server.anonymous() for _ in range(6)] + [server.same_account(ada) for _ in range(6)]
        seen = Counter(await endings_of(clients, table))
        assert (seen[None], len(seen)) == (5, 2)
        async with server.anonymous("127.0.0.2").listen(table) as live_socket:
            await live_socket.receive("entries")


async def endings_of(clients: Sequence[Client], table: str) -> list[tuple[int, str] | None]:
    """Return how connections opened at the same moment are closed, None for those that stay open."""
    async with AsyncExitStack() as opened:
        live_sockets = await asyncio.gather(*(opened.enter_async_context(client.listen(table)) for client in clients))
        endings = await asyncio.gather(*map(ending, live_sockets))
        for live_socket in live_sockets:
            live_socket.socket.transport.abort()  # their queues of updates were not read
        return list(endings)


async def ending(live_socket: LiveSocket) -> tuple[int, str] | None:
    """Return how a connection is closed, None if it receives something instead."""
    with contextlib.suppress(ConnectionClosed):
        await live_socket.receive("entries")
    return closing(live_socket.socket)


def closing(socket: ClientConnection) -> tuple[int, str] | None:
    """Return how the server has closed a connection."""
    return None if socket.close_code is None else (socket.close_code, socket.close_reason or "")


@pytest.fixture
async def flooded(server: LiveServer) -> AsyncIterator[ClientConnection]:
    """Open a live connection to be misused while another player plays."""
    zoe = await server.sign_in("Zoe")
    table = await zoe.open(TEUTONICA)
    async with undisturbed_player(server), zoe.listen(table["id"]) as live_socket:
        yield live_socket.socket


async def cut_off(socket: ClientConnection) -> tuple[int, str] | None:
    """Return how the server closes a connection in the end."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await asyncio.wait_for(socket.recv(), 20)
    return closing(socket)


async def test_a_client_that_floods_a_socket_is_disconnected_with_a_sentence(flooded: ClientConnection) -> None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            await flooded.send("hello")
            await asyncio.sleep(0)
    assert await cut_off(flooded) == (4429, "Too many requests; wait a moment and go on more slowly.")


async def test_unexpected_messages_are_ignored(flooded: ClientConnection) -> None:
    for word in ("hello", b"\xff\x00", "{}", "[" * 1000, ""):
        await flooded.send(word)
    await flooded.ping()
    await flooded.close()


async def test_a_message_that_is_too_long_is_rejected(flooded: ClientConnection) -> None:
    await flooded.send("x" * 100_000)
    assert await cut_off(flooded) == (1009, "frame with 100000 bytes exceeds limit of 65536 bytes")


async def test_a_client_that_floods_with_pings_and_never_reads_is_not_read(server: LiveServer) -> None:
    table = (await (await server.sign_in("Zoe")).open(TEUTONICA, public=True))["id"]
    unread = await unread_socket(server, table)
    async with undisturbed_player(server):
        assert await taken(unread, PING * 500, 4 * SPARE) < SPARE
    unread.close()


async def taken(unread: socket.socket, part: bytes, most: int) -> int:
    """Return how many bytes the server reads before it reads nothing for a second."""
    loop, sent = asyncio.get_running_loop(), 0
    while sent < most:
        try:
            await asyncio.wait_for(loop.sock_sendall(unread, part), 1.0)
        except TimeoutError:
            break
        sent += len(part)
    return sent


async def test_a_handshake_with_too_many_headers_is_rejected(server: LiveServer) -> None:
    table = (await (await server.sign_in("Zoe")).open(TEUTONICA, public=True))["id"]
    path = f"/api/tables/{table}/live"
    for count, size, status in ((200, 10, 400), (1, 9000, 400), (150, 120, 400), (100, 150, 403)):
        flood = [f"X-{n}: {'x' * size}" for n in range(count)]
        async with raw_connection(server) as link:
            await link.send(websocket_request(path, *flood, "Origin: http://elsewhere.example"))
            assert (await link.reply()).status == status
