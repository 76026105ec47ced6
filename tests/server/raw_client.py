"""Clients that send arbitrary bytes, and a player who must not be disturbed by them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from tests.server.live_server import PATIENCE, Client, LiveServer
from tests.server.test_moves import TEUTONICA

SOON = 10.0  # seconds in which the moves of other players must be acknowledged


@dataclass(frozen=True)
class Reply:
    """A response."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def sentence(self) -> str:
        """The sentence of an error response."""
        content: dict[str, Any] = json.loads(self.body)
        assert set(content) >= {"error", "sentence", "facts"}
        return str(content["sentence"])


class RawConnection:
    """A connection on which any bytes can be written."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, data: bytes) -> None:
        """Write, and wait while the server does not read."""
        self.writer.write(data)
        await self.writer.drain()

    async def ask(self, first_line: str, headers: Sequence[str] = (), body: bytes = b"") -> Reply:
        """Send a request and read the response."""
        await self.send(head(first_line, *headers, f"Content-Length: {len(body)}") + body)
        return await self.reply()

    async def reply(self) -> Reply:
        """Read a response with a Content-Length."""
        async with asyncio.timeout(PATIENCE):
            lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in lines[1:] if ": " in line)
            body = await self.reader.readexactly(int(headers.get("content-length", 0)))
        return Reply(int(lines[0].split()[1]), headers, body)

    async def ends(self) -> bool:
        """Return whether the server closes the connection."""
        async with asyncio.timeout(PATIENCE):
            try:
                while await self.reader.read(65_536):
                    pass
            except ConnectionError:
                return True
        return True


def head(first_line: str, *headers: str) -> bytes:
    """Return the head of a request."""
    return "\r\n".join([f"{first_line} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode("latin-1")


def websocket_request(path: str, *headers: str) -> bytes:
    """Return the head of a request for a WebSocket."""
    wanted = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
    return head(f"GET {path}", *wanted, "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", *headers)


@asynccontextmanager
async def raw_connection(server: LiveServer) -> AsyncIterator[RawConnection]:
    """Open a connection."""
    host, port = server.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        yield RawConnection(reader, writer)
    finally:
        writer.transport.abort()


def cookie_of(client: Client) -> str:
    """Return the cookie header of a client."""
    return "Cookie: " + "; ".join(f"{name}={value}" for name, value in client.http.cookies.items())


@asynccontextmanager
async def undisturbed_player(server: LiveServer, pause: float = 0.2) -> AsyncIterator[None]:
    """Let a player move at a table while the block runs, and check that all moves are acknowledged soon."""
    ada = await server.sign_in("Ada")
    table = await ada.open(TEUTONICA, ["human"] * 3)
    moves, ended = [0], asyncio.Event()
    task = asyncio.create_task(play_on(ada, table, pause, moves, ended))
    try:
        yield
        before = moves[0]
        async with asyncio.timeout(2 * SOON):
            while moves[0] < before + 3:
                await asyncio.sleep(0.01)
                assert not task.done(), task.exception()
    finally:
        ended.set()
        await task


async def play_on(client: Client, table: Any, pause: float, moves: list[int], ended: asyncio.Event) -> None:
    """Move and undo, each acknowledged and received soon."""
    state = table["state"]
    async with client.listen(table["id"], since=state["number"]) as live_socket:
        while not ended.is_set():
            async with asyncio.timeout(SOON):
                state = await client.play(table["id"], state["moves"][0]["words"])
                state = (await client.undo(table["id"], state["number"])).json()["state"]
                await live_socket.receive_until(state["number"])
            moves[0] += 1
            await asyncio.sleep(pause)
