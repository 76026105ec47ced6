"""The players of a load test: each has a connection for requests and a live socket, and moves when it is asked."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from http_connection import TIMEOUT_SECONDS, HttpConnection
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

CONFLICT = 409


class LiveSocket(asyncio.Protocol):
    """A live socket that passes its messages to its player."""

    def __init__(self, player: Player, address: str) -> None:
        self.player = player
        self.opened = asyncio.get_running_loop().create_future()
        self._protocol = ClientProtocol(parse_uri(address), max_size=None)
        self._parts: list[bytes] = []

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Request the upgrade; from now on the player reads from here."""
        self._transport, self.player.socket = transport, self
        request = self._protocol.connect()
        if self.player.connection.cookie:
            request.headers["Cookie"] = self.player.connection.cookie
        self._protocol.send_request(request)
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """Record a socket that the server has closed as a problem."""
        if self.player.socket is self:
            self.player.table.problems.append("a socket was closed")

    def close(self) -> None:
        """Close the connection."""
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        """Parse received data; pings are answered by the protocol."""
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                self._receive(event)
            elif not self.opened.done():
                self.opened.set_result(None)
        self._flush()

    def _receive(self, frame: Frame) -> None:
        if frame.opcode not in (Opcode.TEXT, Opcode.CONT):
            return
        self._parts.append(bytes(frame.data))
        if frame.fin:
            if self.player.socket is self:
                self.player.receive(orjson.loads(b"".join(self._parts)))
            self._parts.clear()

    def _flush(self) -> None:
        self._transport.writelines(self._protocol.data_to_send())


@dataclass
class Turn:
    """A decision that is due: its player, its number, and the legal moves."""

    player: Player
    number: int
    moves: list[dict[str, Any]]


@dataclass
class Results:
    """What was measured: seconds until a move was acknowledged and until all players of its table had received it.

    Rejected moves (409) are no moves and are counted apart.
    """

    acknowledged: list[float] = field(default_factory=list)
    received: list[float] = field(default_factory=list)
    rejected: int = 0
    games_ended: int = 0


class Player:
    """A player at a table."""

    def __init__(self, table: Table, port: int) -> None:
        self.table = table
        self.connection = HttpConnection(port)
        self.socket: LiveSocket | None = None
        self.number = 0

    def receive(self, message: dict[str, Any]) -> None:
        """Process a message; numbers must be consecutive, and a number asks for a move only once."""
        if message["type"] != "entries":
            return
        self.follow(message)
        self.table.received(self.number)
        if message["over"]:
            self.table.end(message["number"])
        elif message["decision"] is not None:
            self.table.ask(Turn(self, message["number"], message["state"]["moves"]))

    def follow(self, message: dict[str, Any]) -> None:
        """Check that the numbers of new entries are the next ones."""
        for entry in message["entries"]:
            if entry["number"] != self.number + 1:
                self.table.problems.append(f"received {entry['number']} after {self.number}")
            self.number = entry["number"]

    async def listen(self) -> None:
        """Open the live socket, instead of the one to the last table."""
        before, self.socket, self.number = self.socket, None, 0
        if before is not None:
            before.close()
        port = self.connection.port
        address = f"ws://127.0.0.1:{port}/api/tables/{self.table.id}/live?since=0&state=true"
        _, socket = await asyncio.get_running_loop().create_connection(
            lambda: LiveSocket(self, address), "127.0.0.1", port
        )
        await asyncio.wait_for(socket.opened, TIMEOUT_SECONDS)

    async def request(self, method: str, path: str, content: object = None) -> Any:
        """Return the content of a successful response."""
        status, body = await self.connection.send(method, path, content)
        if not 200 <= status < 300:
            raise SystemExit(f"{method} {path} was answered with {status}: {body.decode()}")
        return orjson.loads(body) if body else None


class Spectator(Player):
    """A spectator without an account."""

    def receive(self, message: dict[str, Any]) -> None:
        """Process a message."""
        if message["type"] == "entries":
            self.follow(message)


class Table:
    """A table, its players and its spectators; when its game is over, the same players begin another one."""

    def __init__(self, results: Results, seed: int, setup: dict[str, Any], spectators: int = 0) -> None:
        self.id = ""
        self.results = results
        self.setup = setup
        self.watched_by = spectators
        self.spectators: list[Player] = []
        self.players: list[Player] = []
        self.problems: list[str] = []
        self.number = 0
        self._turns: asyncio.Queue[Turn | None] = asyncio.Queue()
        self._asked = -1
        self._random = random.Random(seed)
        self._due = self._sent = 0.0
        self._moved_at = self._sockets_left = 0

    async def join(self, ports: Sequence[int]) -> None:
        """Create the guests, each at the next of several nodes, and open their table."""
        for seat in range(self.setup["players"]):
            self.players.append(Player(self, ports[seat % len(ports)]))
            await self.players[-1].request("POST", "/api/session", {"name": f"Guest {seat}"})
        self.spectators = [Spectator(self, ports[n % len(ports)]) for n in range(self.watched_by)]
        await self.open()

    async def open(self) -> None:
        """Open a table, take the seats and connect the live sockets."""
        content = {"setup": self.setup, "public": bool(self.spectators)}
        opened = await self.players[0].request("POST", "/api/tables", content)
        self.id, self._asked, self._moved_at, self._sockets_left = opened["id"], -1, 0, 0
        for seat, link in opened["invitations"].items():
            await self.players[int(seat)].request("POST", f"/api/tables/{self.id}/seats/{seat}", {"invitation": link})
        for listener in (*self.players, *self.spectators):
            await listener.listen()

    def ask(self, turn: Turn) -> None:
        """Let a player decide, unless this number was decided already: a repeated message is no new turn."""
        if turn.number > self._asked:
            self._asked = turn.number
            self._turns.put_nowait(turn)

    def end(self, number: int) -> None:
        """End the game, which every player is told."""
        if number > self._asked:
            self._asked = number
            self._turns.put_nowait(None)

    async def play(self, begin: float, end: float, pause: float) -> None:
        """Move at fixed moments, or without a pause as soon as the last move is known, until the end."""
        self._due = begin
        while self._due < end:
            await asyncio.sleep(self._due - time.perf_counter())
            turn = await asyncio.wait_for(self._turns.get(), TIMEOUT_SECONDS)
            if turn is None:
                self.results.games_ended += 1
                await self.open()
                continue
            if not pause:
                self._due = time.perf_counter()
            await self.move(turn)
            self._due = self._due + pause if pause else time.perf_counter()

    async def move(self, turn: Turn) -> None:
        """Make a legal move and store how long it took since it was due."""
        content = {"number": turn.number, "move": self._random.choice(turn.moves)["words"]}
        self._sockets_left, self._moved_at, self._sent = len(self.players), turn.number, self._due
        status, body = await turn.player.connection.send("POST", f"/api/tables/{self.id}/moves", content)
        if status == 200:
            self.results.acknowledged.append(time.perf_counter() - self._due)
            self.number = orjson.loads(body)["number"]
        elif status == CONFLICT:
            self.results.rejected += 1
        else:
            self.problems.append(f"{status}: {body[:200].decode()}")

    def received(self, number: int) -> None:
        """Store when the last player at the table has received a move."""
        if number > self._moved_at and self._sockets_left:
            self._sockets_left -= 1
            if not self._sockets_left:
                self.results.received.append(time.perf_counter() - self._sent)

    async def check(self) -> None:
        """Compare what was acknowledged and received with the state of the server."""
        known = (await self.players[0].request("GET", f"/api/tables/{self.id}?since={self.number}"))["state"][
            "number"
        ]
        if known != self.number:
            self.problems.append(f"acknowledged {self.number}, and the table is at {known}")
        self.problems += [f"received {p.number} of {known}" for p in self.players if p.number != known]
