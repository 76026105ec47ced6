"""A real server on a real socket inside the event loop of the test, and clients for it."""

from __future__ import annotations

import asyncio
import json
import socket
import sqlite3
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from alembic import command
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from kontor.server.app import create_app
from kontor.server.http_server import bind, config
from kontor.server.node import Node
from kontor.server.service.games import game_of
from kontor.server.settings import Settings
from kontor.server.store.migrations import config as migrations

QUICK = {"send_seconds": 2.0, "sweep_seconds": 0.5, "lease_seconds": 1.0, "workers": 1, "computer_seconds": 0.2}
PATIENCE = 20.0
WITHOUT_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # reading them for every client would take time


class LiveServer:
    """A running server and its clients."""

    def __init__(self, address: str, node: Node) -> None:
        self.address = address
        self.node = node
        self.clients: list[Client] = []

    async def sign_in(self, name: str, local: str | None = None) -> Client:
        """Create a guest, whose requests come from a local address."""
        client = self.anonymous(local)
        client.id = (await client.ask("POST", "/api/session", {"name": name}))["id"]
        return client

    def anonymous(self, local: str | None = None) -> Client:
        """Return a client without a session."""
        self.clients.append(Client(self.address, local))
        return self.clients[-1]

    def same_account(self, client: Client) -> Client:
        """Return another client with the same session, at this server."""
        again = self.anonymous()
        again.http.cookies.update(client.http.cookies)
        again.id = client.id
        return again


class Client:
    """An HTTP client with cookies of its own."""

    def __init__(self, address: str, local: str | None = None) -> None:
        self.address = address
        self.local = local
        self.id = ""
        transport = httpx.AsyncHTTPTransport(local_address=local, verify=WITHOUT_CERTIFICATES)
        self.http = httpx.AsyncClient(base_url=address, transport=transport, timeout=PATIENCE)

    async def send(self, method: str, path: str, content: object = None, **options: Any) -> httpx.Response:
        """Send a request and return any response."""
        return await self.http.request(method, path, json=content, **options)

    async def ask(self, method: str, path: str, content: object = None) -> Any:
        """Send a request and return the content of a successful response."""
        answer = await self.send(method, path, content)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def open(self, setup: dict[str, Any], seats: list[Any] | None = None, **more: Any) -> Any:
        """Create a table; a seat may be given by its kind or its agent alone."""
        plans = seats and [seat if isinstance(seat, dict) else plan(seat) for seat in seats]
        return await self.ask("POST", "/api/tables", {"setup": setup, "seats": plans, **more})

    async def look(self, table: str, **query: Any) -> Any:
        """Return a table."""
        return (await self.http.get(f"/api/tables/{table}", params=query)).raise_for_status().json()

    async def move(self, table: str, number: int, move: object) -> httpx.Response:
        """Make a move, and return the response with the state after it."""
        return await self.send("POST", f"/api/tables/{table}/moves?state=true", {"number": number, "move": move})

    async def play(self, table: str, *moves: str) -> Any:
        """Make moves one after another and return the last state."""
        state = (await self.look(table))["state"]
        for words in moves:
            answer = await self.move(table, state["number"], words)
            assert answer.status_code == 200, answer.text
            state = answer.json()["state"]
        return state

    async def undo(self, table: str, number: int, length: int | None = None) -> httpx.Response:
        """Undo, and return the response with the state after it."""
        content = {"number": number, "length": length}
        return await self.send("POST", f"/api/tables/{table}/undo?state=true", content)

    @asynccontextmanager
    async def listen(self, table: str, **query: Any) -> AsyncIterator[LiveSocket]:
        """Open a live connection to a table."""
        async with self.connect(f"/api/tables/{table}/live", query) as live_socket:
            yield live_socket

    @asynccontextmanager
    async def follow(self) -> AsyncIterator[LiveSocket]:
        """Open a live connection to all games of the account."""
        async with self.connect("/api/live", {}) as live_socket:
            yield live_socket

    @asynccontextmanager
    async def connect(self, path: str, query: dict[str, Any]) -> AsyncIterator[LiveSocket]:
        """Open a live connection."""
        address = httpx.URL(f"{self.address}{path}", params=query)
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"Cookie": cookies} if cookies else {}
        if "Authorization" in self.http.headers:
            headers["Authorization"] = self.http.headers["Authorization"]
        local: dict[str, Any] = {} if self.local is None else {"local_addr": (self.local, 0)}
        async with connect(
            str(address).replace("http", "ws", 1), additional_headers=headers, max_size=None, **local
        ) as socket:
            yield LiveSocket(socket)


class LiveSocket:
    """A live connection that keeps everything it receives."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[Any] = []

    async def receive(self, kind: str) -> Any:
        """Return the next message of a type."""
        while True:
            content = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            self.received.append(content)
            if content["type"] == kind:
                return content

    async def receive_until(self, number: int) -> list[int]:
        """Receive up to an entry, and return the numbers of all entries."""
        while not (numbers := self.numbers()) or numbers[-1] < number:
            await self.receive("entries")
        return numbers

    async def closing(self) -> tuple[int | None, str | None]:
        """Return the code and the reason with which the server closes the connection."""
        with suppress(ConnectionClosed):
            async with asyncio.timeout(PATIENCE):
                async for _ in self.socket:
                    pass
        return self.socket.close_code, self.socket.close_reason

    def numbers(self) -> list[int]:
        """Return the numbers of all entries received so far."""
        return [
            entry["number"] for update in self.received if update["type"] == "entries" for entry in update["entries"]
        ]


def plan(word: str) -> dict[str, Any]:
    """Return a seat plan from its kind or the name of its agent."""
    return {"kind": word} if word in ("human", "open") else {"kind": "agent", "agent": word}


def suggestion(setup: dict[str, Any], state: dict[str, Any], seed: int) -> str:
    """Return the move of a quick policy in the position of a state."""
    game = game_of(setup)
    return game.move_text(game.suggest(game.read_position(state["position"]), seed, "light"))


@cache
def empty_database() -> bytes:
    """Return an embedded database without content, since each server would take a while to create its own."""
    with closing(sqlite3.connect(":memory:", check_same_thread=False)) as kept:
        engine = create_engine("sqlite://", creator=lambda: kept, poolclass=StaticPool)
        with engine.begin() as connection:
            command.upgrade(migrations(connection), "head")
        return kept.serialize()


def prepare_database(settings: Settings) -> None:
    """Give a server with an embedded database an empty one, unless there is one."""
    file = settings.data / "kontor.sqlite"
    if settings.database is None and not file.exists():
        settings.data.mkdir(parents=True, exist_ok=True)
        file.write_bytes(empty_database())


@asynccontextmanager
async def live_server(data: Path, send_buffer: int | None = None, **settings: Any) -> AsyncIterator[LiveServer]:
    """Run a server on a folder, from its start to its graceful end."""
    chosen = Settings(data=data, **{**QUICK, **settings})
    prepare_database(chosen)
    app = create_app(chosen)
    bound = bind("127.0.0.1", 0)
    if send_buffer is not None:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    server = uvicorn.Server(config(app, grace=1))
    task = asyncio.create_task(server.serve(sockets=[bound]))
    while not server.started:
        await asyncio.sleep(0.005)
        assert not task.done(), task.exception()
    made = LiveServer(f"http://127.0.0.1:{bound.getsockname()[1]}", app.state.node)
    try:
        yield made
    finally:
        for client in made.clients:
            await client.http.aclose()
        server.should_exit = True
        await task
