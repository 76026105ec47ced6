"""The players of a load test: each has a connection for requests and a live socket, and moves when it is asked."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from http_connection import TIMEOUT_SECONDS, HttpConnection
from live_socket import LiveSocket

CONFLICT = 409
LATE_SECONDS = 3.0  # after which moves that are overdue at the end are not made any more


ENTRIES = re.compile(
    rb'\{"type":"entries","number":(\d+),"entries":(\[.*?\]),"to_move":(?:\d+|null),'
    rb'"decision":(\d+|null),"over":(true|false),'
)
"""The beginning of a message with entries; the rest, mostly the state, is long, and needed by one player only."""
MOVES = re.compile(rb'"words":"([^"]+)"')


@dataclass
class Turn:
    """A decision that is due: its player, its number, and the legal moves in words."""

    player: Player
    number: int
    moves: list[bytes]


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

    def receive(self, message: bytes) -> None:
        """Process a message; numbers must be consecutive, and a number asks for a move only once."""
        found = self.follow(message)
        if found is None:
            return
        self.table.received(self.number)
        if found[4] == b"true":
            self.table.end(self.number)
        elif found[3] != b"null":
            self.table.ask(Turn(self, self.number, legal_moves(message)))

    def follow(self, message: bytes) -> re.Match[bytes] | None:
        """Check that the numbers of new entries are the next ones; return None for a message without entries."""
        found = ENTRIES.match(message)
        if found is None:
            if message.startswith(b'{"type":"entries"'):
                self.table.problems.append(f"unreadable: {message[:200].decode()}")
            return None
        for entry in orjson.loads(found[2]):
            if entry["number"] != self.number + 1:
                self.table.problems.append(f"received {entry['number']} after {self.number}")
            self.number = entry["number"]
        if int(found[1]) != self.number:
            self.table.problems.append(f"the entries end with {self.number}, the message says {found[1].decode()}")
        return found

    async def listen(self) -> None:
        """Open the live socket, instead of the one to the last table."""
        before, self.socket, self.number = self.socket, None, 0
        if before is not None:
            before.close()
        port, cookie = self.connection.port, self.connection.cookie
        address = f"ws://127.0.0.1:{port}/api/tables/{self.table.id}/live?since=0&state=true"
        _, self.socket = await asyncio.get_running_loop().create_connection(
            lambda: LiveSocket(address, cookie, self.receive, self.table.report), "127.0.0.1", port
        )
        await asyncio.wait_for(self.socket.opened, TIMEOUT_SECONDS)

    async def request(self, method: str, path: str, content: object = None) -> Any:
        """Return the content of a successful response."""
        status, body = await self.connection.send(method, path, content)
        if not 200 <= status < 300:
            raise SystemExit(f"{method} {path} was answered with {status}: {body.decode()}")
        return orjson.loads(body) if body else None


class Spectator(Player):
    """A spectator without an account."""

    def receive(self, message: bytes) -> None:
        """Process a message."""
        self.follow(message)


def legal_moves(message: bytes) -> list[bytes]:
    """Return the legal moves of a message with the state, in words."""
    begin = message.rindex(b',"moves":[')
    return MOVES.findall(message, begin, message.index(b'],"plans":', begin))


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

    def report(self, problem: str) -> None:
        """Record a problem of a live socket."""
        self.problems.append(problem)

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
        """Move at fixed moments, or without a pause as soon as the last move is known, until the end.

        A server that cannot keep up is left a little after the end, and one that does not answer is a problem.
        """
        self._due = begin
        try:
            while self._due < end and time.perf_counter() < end + LATE_SECONDS:
                await asyncio.sleep(self._due - time.perf_counter())
                await self._play_turn(pause)
        except (TimeoutError, ConnectionError) as problem:
            self.problems.append(f"no answer: {type(problem).__name__}")

    async def _play_turn(self, pause: float) -> None:
        """Make the next move, or begin another game."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            turn = await self._turns.get()
        if turn is None:
            self.results.games_ended += 1
            await self.open()
            return
        if not pause:
            self._due = time.perf_counter()
        await self.move(turn)
        self._due = self._due + pause if pause else time.perf_counter()

    async def recover(self) -> None:
        """Open another table in place of one that had problems, for the next measurement."""
        self._turns = asyncio.Queue()
        await self.open()

    async def move(self, turn: Turn) -> None:
        """Make a legal move and store how long it took since it was due."""
        content = b'{"number":%d,"move":"%b"}' % (turn.number, self._random.choice(turn.moves))
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
        try:
            table = await self.players[0].request("GET", f"/api/tables/{self.id}?since={self.number}")
        except (TimeoutError, ConnectionError) as problem:
            self.problems.append(f"no answer: {type(problem).__name__}")
            return
        known = table["state"]["number"]
        if known != self.number:
            self.problems.append(f"acknowledged {self.number}, and the table is at {known}")
        self.problems += [f"received {p.number} of {known}" for p in self.players if p.number != known]
