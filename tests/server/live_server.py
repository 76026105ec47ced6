"""A real server on a real socket inside the test's event loop, and clients that talk to it."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from kontor.server.app import create_app
from kontor.server.http_server import bind, config
from kontor.server.node import Node
from kontor.server.service.games import game_of
from kontor.server.settings import Settings

QUICK = {"send_seconds": 2.0, "sweep_seconds": 0.5, "lease_seconds": 1.0, "workers": 1, "computer_seconds": 0.2}
PATIENCE = 20.0


class LiveServer:
    """A server that runs, and the clients that have come."""

    def __init__(self, address: str, node: Node) -> None:
        self.address = address
        self.node = node
        self.clients: list[Client] = []

    async def sign_in(self, name: str, local: str | None = None) -> Client:
        """A new guest, whose requests come from a local address."""
        client = self.anonymous(local)
        client.id = (await client.ask("POST", "/api/session", {"name": name}))["id"]
        return client

    def anonymous(self, local: str | None = None) -> Client:
        """Somebody without a session."""
        self.clients.append(Client(self.address, local))
        return self.clients[-1]

    def same(self, client: Client) -> Client:
        """Somebody who has come to another node, or in another tab."""
        again = self.anonymous()
        again.http.cookies.update(client.http.cookies)
        again.id = client.id
        return again


class Client:
    """Somebody with a browser of their own."""

    def __init__(self, address: str, local: str | None = None) -> None:
        self.address = address
        self.local = local
        self.id = ""
        transport = httpx.AsyncHTTPTransport(local_address=local)
        self.http = httpx.AsyncClient(base_url=address, transport=transport, timeout=PATIENCE)

    async def send(self, method: str, path: str, content: object = None, **options: Any) -> httpx.Response:
        """Any answer."""
        return await self.http.request(method, path, json=content, **options)

    async def ask(self, method: str, path: str, content: object = None) -> Any:
        """The content of an answer that is a yes."""
        answer = await self.send(method, path, content)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def open(self, setup: dict[str, Any], seats: list[Any] | None = None, **more: Any) -> Any:
        """A new table; a seat may be given by its kind or its agent alone."""
        plans = seats and [seat if isinstance(seat, dict) else plan(seat) for seat in seats]
        return await self.ask("POST", "/api/tables", {"setup": setup, "seats": plans, **more})

    async def look(self, table: str, **query: Any) -> Any:
        """A table."""
        return (await self.http.get(f"/api/tables/{table}", params=query)).raise_for_status().json()

    async def move(self, table: str, number: int, move: object) -> httpx.Response:
        """What comes of a move, with the state after it."""
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
        """What comes of an undo, with the state after it."""
        content = {"number": number, "length": length}
        return await self.send("POST", f"/api/tables/{table}/undo?state=true", content)

    @asynccontextmanager
    async def listen(self, table: str, **query: Any) -> AsyncIterator[LiveSocket]:
        """A socket at a table."""
        address = httpx.URL(f"{self.address}/api/tables/{table}/live", params=query)
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
    """A socket that remembers everything it was told."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[Any] = []

    async def receive(self, sort: str) -> Any:
        """The next thing of a sort that is told."""
        while True:
            content = json.loads(await asyncio.wait_for(self.socket.recv(), PATIENCE))
            self.received.append(content)
            if content["type"] == sort:
                return content

    async def receive_until(self, number: int) -> list[int]:
        """The numbers of all entries told, up to one."""
        while not (numbers := self.numbers()) or numbers[-1] < number:
            await self.receive("entries")
        return numbers

    async def closing(self) -> tuple[int | None, str | None]:
        """How the socket is closed, after whatever it tells before."""
        with suppress(ConnectionClosed):
            async with asyncio.timeout(PATIENCE):
                async for _ in self.socket:
                    pass
        return self.socket.close_code, self.socket.close_reason

    def numbers(self) -> list[int]:
        """The numbers of all entries told so far."""
        return [entry["number"] for news in self.received if news["type"] == "entries" for entry in news["entries"]]


def plan(word: str) -> dict[str, Any]:
    """A seat by one word: its kind, or the name of its agent."""
    return {"kind": word} if word in ("human", "open") else {"kind": "agent", "agent": word}


def suggestion(setup: dict[str, Any], state: dict[str, Any], seed: int) -> str:
    """What a quick policy plays in the position a caller was told."""
    game = game_of(setup)
    return game.move_text(game.suggest(game.read_position(state["position"]), seed, "light"))


@asynccontextmanager
async def live_server(data: Path, send_buffer: int | None = None, **settings: Any) -> AsyncIterator[LiveServer]:
    """A server on a folder, from its start to its graceful end."""
    app = create_app(Settings(data=data, **{**QUICK, **settings}))
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
