"""Plays at many tables of one `kontor serve` at the same time and measures how long moves take to be acknowledged.

Every table has a human player on every seat, each with a connection for requests and a live socket that receives the
whole state. All players are connected before the clock starts. A move is chosen from the legal list the server has
sent, and is due at a fixed moment; its time counts from that moment, so that delays of the server are fully counted.
With `--rate 0` every table moves as soon as it can.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import orjson
import uvloop
from common import machine
from http_connection import TIMEOUT_SECONDS, HttpConnection
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

SETUP = {"game": "teutonica"}
CONCURRENT_TABLES = 16  # tables opened at the same time
MOVES_PER_SECOND, P99_MS, MEMORY_MB = 150, 300, 700  # the goals
PERCENTILES = (50, 95, 99, 100)
RAISED_LIMITS = {  # all players share one address here
    "address_factor": 1000,
    "sockets_per_address": 10_000,
    "guests_per_hour": 10_000,
    "anonymous_requests_at_once": 10_000,
}


class LiveSocket(asyncio.Protocol):
    """A live socket that passes its messages to its player."""

    def __init__(self, player: Player, address: str) -> None:
        self.player = player
        self.opened = asyncio.get_running_loop().create_future()
        self._protocol = ClientProtocol(parse_uri(address), max_size=None)
        self._parts: list[bytes] = []

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Request the upgrade."""
        self._transport = transport
        request = self._protocol.connect()
        request.headers["Cookie"] = self.player.connection.cookie
        self._protocol.send_request(request)
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """Record a closed socket as a problem."""
        self.player.table.problems.append("a socket was closed")

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
class Times:
    """Measured seconds: until a move was acknowledged, and until all players of its table had received it."""

    acknowledged: list[float] = field(default_factory=list)
    received: list[float] = field(default_factory=list)


class Player:
    """A player at a table."""

    def __init__(self, table: Table, connection: HttpConnection) -> None:
        self.table = table
        self.connection = connection
        self.number = 0

    def receive(self, message: dict[str, Any]) -> None:
        """Process a message; numbers must be consecutive."""
        if message["type"] != "entries":
            return
        for entry in message["entries"]:
            if entry["number"] != self.number + 1:
                self.table.problems.append(f"received {entry['number']} after {self.number}")
            self.number = entry["number"]
        self.table.received(self.number)
        if message["decision"] is not None:
            self.table.turn.put_nowait(Turn(self, message["number"], message["state"]["moves"]))

    async def request(self, method: str, path: str, content: object = None) -> Any:
        """Return the content of a successful response."""
        status, body = await self.connection.send(method, path, content)
        if not 200 <= status < 300:
            raise SystemExit(f"{method} {path} was answered with {status}: {body.decode()}")
        return orjson.loads(body) if body else None


class Table:
    """A table and its players."""

    def __init__(self, times: Times, seed: int) -> None:
        self.id = ""
        self.times = times
        self.players: list[Player] = []
        self.problems: list[str] = []
        self.turn: asyncio.Queue[Turn] = asyncio.Queue()
        self.number = 0
        self._random = random.Random(seed)
        self._due = self._sent = 0.0
        self._moved_at = self._sockets_left = 0

    async def join(self, port: int, setup: dict[str, Any]) -> None:
        """Create guests, open a table, take the seats and connect the live sockets."""
        loop = asyncio.get_running_loop()
        for seat in range(setup["players"]):
            _, connection = await loop.create_connection(HttpConnection, "127.0.0.1", port)
            self.players.append(Player(self, connection))
            await self.players[-1].request("POST", "/api/session", {"name": f"Guest {seat}"})
        opened = await self.players[0].request("POST", "/api/tables", {"setup": setup})
        self.id = opened["id"]
        for seat, link in opened["invitations"].items():
            await self.players[int(seat)].request("POST", f"/api/tables/{self.id}/seats/{seat}", {"invitation": link})
        for player in self.players:
            await self.listen(player, port)

    async def listen(self, player: Player, port: int) -> None:
        """Open the live socket of a player."""
        address = f"ws://127.0.0.1:{port}/api/tables/{self.id}/live?since=0&state=true"
        _, socket = await asyncio.get_running_loop().create_connection(
            lambda: LiveSocket(player, address), "127.0.0.1", port
        )
        await asyncio.wait_for(socket.opened, TIMEOUT_SECONDS)

    async def play(self, begin: float, end: float, pause: float) -> None:
        """Move at fixed moments, or without a pause as soon as the last move is known, until the end."""
        self._due = begin
        while self._due < end:
            await asyncio.sleep(self._due - time.perf_counter())
            turn = await asyncio.wait_for(self.turn.get(), TIMEOUT_SECONDS)
            if not pause:
                self._due = time.perf_counter()
            await self.move(turn)
            self._due = self._due + pause if pause else time.perf_counter()

    async def move(self, turn: Turn) -> None:
        """Make a legal move and store how long it took since it was due."""
        content = {"number": turn.number, "move": self._random.choice(turn.moves)["words"]}
        self._sockets_left, self._moved_at, self._sent = len(self.players), turn.number, self._due
        status, body = await turn.player.connection.send("POST", f"/api/tables/{self.id}/moves", content)
        self.times.acknowledged.append(time.perf_counter() - self._due)
        if status == 200:
            self.number = orjson.loads(body)["number"]
        else:
            self.problems.append(f"{status}: {body[:200].decode()}")

    def received(self, number: int) -> None:
        """Store when the last player at the table has received a move."""
        if number > self._moved_at and self._sockets_left:
            self._sockets_left -= 1
            if not self._sockets_left:
                self.times.received.append(time.perf_counter() - self._sent)

    async def check(self) -> None:
        """Compare what was acknowledged and received with the state of the server."""
        known = (await self.players[0].request("GET", f"/api/tables/{self.id}?since={self.number}"))["state"][
            "number"
        ]
        if known != self.number:
            self.problems.append(f"acknowledged {self.number}, and the table is at {known}")
        self.problems += [f"received {p.number} of {known}" for p in self.players if p.number != known]


@contextmanager
def running_server(folder: Path) -> Iterator[tuple[int, int]]:
    """Run a server in its own process and return its port and process id."""
    call = [str(Path(sys.executable).with_name("kontor")), "serve", "--port", "0", "--data", str(folder)]
    raised = {f"KONTOR_SERVER_{name.upper()}": str(value) for name, value in RAISED_LIMITS.items()}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, **raised})
        assert process.stdout is not None
        found = re.search(r"http://\S+:(\d+)", process.stdout.readline())
        if found is None:
            raise SystemExit(f"the server did not start: {(folder / 'log').read_text()}")
        try:
            yield int(found[1]), process.pid
        finally:
            process.terminate()
            process.wait(TIMEOUT_SECONDS)


async def run_limited(work: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Run all coroutines, a few at a time."""
    limit = asyncio.Semaphore(CONCURRENT_TABLES)

    async def one(part: Coroutine[Any, Any, None]) -> None:
        async with limit:
            await part

    await asyncio.gather(*map(one, work))


async def measure(port: int, process: int, options: argparse.Namespace) -> dict[str, Any]:
    """Connect all players, play for a while, and return the result."""
    times = Times()
    tables = [Table(times, seed) for seed in range(options.tables)]
    setup = {**SETUP, "players": options.players}
    await run_limited([table.join(port, setup) for table in tables])
    pause = options.tables / options.rate if options.rate else 0.0
    begin, used = time.perf_counter() + 1.0, (cpu_seconds(process), time.process_time())
    starts = [begin + pause * n / options.tables for n in range(options.tables)]
    pairs = zip(tables, starts, strict=True)
    await asyncio.gather(*(table.play(start, begin + options.seconds, pause) for table, start in pairs))
    seconds = time.perf_counter() - begin
    used = (cpu_seconds(process) - used[0], time.process_time() - used[1])
    await asyncio.sleep(1.0)
    await run_limited([table.check() for table in tables])
    problems = [problem for table in tables for problem in table.problems]
    return {**figures(times, seconds), "cores": [each / seconds for each in used], "problems": problems}


def figures(times: Times, seconds: float) -> dict[str, Any]:
    """Return the figures of measured times."""
    found = {
        "seconds": seconds,
        "moves": len(times.acknowledged),
        "moves_per_second": len(times.acknowledged) / seconds,
    }
    for name, measured in (("", sorted(times.acknowledged)), ("received_", sorted(times.received))):
        for percentile in PERCENTILES:
            place = min(len(measured) - 1, len(measured) * percentile // 100)
            found[f"{name}p{percentile}_ms"] = 1000 * measured[place]
    return found


def cpu_seconds(process: int) -> float:
    """Return the processor time of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peak_memory(process: int) -> float:
    """Return the peak memory of a process and its children in megabytes."""
    processes = [process, *map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())]
    texts = [Path(f"/proc/{pid}/status").read_text() for pid in processes]
    return sum(int(found[1]) for text in texts if (found := re.search(r"VmHWM:\s+(\d+)", text))) / 1024


def missed_goals(result: dict[str, Any]) -> list[str]:
    """Return the goals that were missed."""
    missed = (
        [f"only {result['moves_per_second']:.1f} moves/s"] if result["moves_per_second"] < MOVES_PER_SECOND else []
    )
    missed += [f"p99 is {result['p99_ms']:.1f} ms"] if result["p99_ms"] >= P99_MS else []
    missed += [f"memory is {result['memory_mb']:.0f} MB"] if result["memory_mb"] >= MEMORY_MB else []
    return missed + [
        f"{len(result['problems'])} problems, the first: {problem}" for problem in result["problems"][:1]
    ]


def report_text(options: argparse.Namespace, result: dict[str, Any]) -> str:
    """Return the result as text."""
    server, load = result["cores"]
    sockets = options.tables * options.players
    return "\n".join(
        [
            f"{date.today().isoformat()}, {machine()}",
            f"{options.tables} tables, {sockets} sockets, {options.rate:.0f} moves/s asked for",
            f"{result['moves']} moves in {result['seconds']:.1f} s: {result['moves_per_second']:.1f} moves/s",
            f"acknowledged {percentiles_text(result, '')}",
            f"received by all {percentiles_text(result, 'received_')}",
            f"memory {result['memory_mb']:.0f} MB, cores used: server {server:.2f}, load {load:.2f}",
            "; ".join(missed_goals(result)) or "every goal met, no error",
        ]
    )


def percentiles_text(result: dict[str, Any], name: str) -> str:
    """Return percentiles as text."""
    return ", ".join(f"p{percentile} {result[f'{name}p{percentile}_ms']:.1f} ms" for percentile in PERCENTILES)


def main() -> None:
    """Measure once and print the result; the exit status says whether the goals were met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=160.0, help="moves a second at all tables together")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running_server(Path(folder)) as (port, process):
        result = uvloop.run(measure(port, process, options))
        result["memory_mb"] = peak_memory(process)
    print(report_text(options, result))
    raise SystemExit(1 if missed_goals(result) else 0)


if __name__ == "__main__":
    main()
