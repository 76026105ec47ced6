"""Plays at many tables of one `kontor serve` at the same time and measures how long moves take to be acknowledged.

Every table has a person on every seat, each with a connection for requests and a live socket that is sent the whole
state. Everybody is connected before the clock starts. A move is chosen from the legal list the server has sent, and
is due at a fixed moment; its time counts from that moment, so that a server that falls behind cannot hide it. With
`--rate 0` every table moves as soon as it can.
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

import httptools
import orjson
import uvloop
from benchmarking import machine
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

SETUP = {"game": "teutonica"}
AT_ONCE = 16  # people who come and sit down at the same time
PATIENCE = 30.0
MOVES_PER_SECOND, P99_MS, MEMORY_MB = 150, 300, 700  # the goals
SHARES = (50, 95, 99, 100)
ONE_ADDRESS = {  # everybody comes from one address here
    "address_factor": 1000,
    "sockets_per_address": 10_000,
    "guests_per_hour": 10_000,
    "anonymous_requests_at_once": 10_000,
}


class Line(asyncio.Protocol):
    """A connection for requests, one at a time."""

    def __init__(self) -> None:
        self.cookie = ""
        self._body = bytearray()
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None
        self._parser = httptools.HttpResponseParser(self)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin."""
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Say so to whoever waits."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        """Read on."""
        self._parser.feed_data(data)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep the cookie of the session."""
        if name.lower() == b"set-cookie":
            self.cookie = value.decode().partition(";")[0]

    def on_body(self, body: bytes) -> None:
        """Keep a part of the answer."""
        self._body += body

    def on_message_complete(self) -> None:
        """Hand the answer over."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result((self._parser.get_status_code(), bytes(self._body)))

    async def ask(self, method: str, path: str, content: object = None) -> tuple[int, bytes]:
        """Send a request; its status and its body."""
        body = orjson.dumps(content)
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}"]
        lines += ["Content-Type: application/json", *([f"Cookie: {self.cookie}"] if self.cookie else []), "", ""]
        self._parser = httptools.HttpResponseParser(self)
        self._body.clear()
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write("\r\n".join(lines).encode() + body)
        return await asyncio.wait_for(self._answer, PATIENCE)


class Ear(asyncio.Protocol):
    """A live socket, which tells its player what it hears."""

    def __init__(self, player: Player, address: str) -> None:
        self.player = player
        self.opened = asyncio.get_running_loop().create_future()
        self._speech = ClientProtocol(parse_uri(address), max_size=None)
        self._parts: list[bytes] = []

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Ask for the upgrade."""
        self._transport = transport
        request = self._speech.connect()
        request.headers["Cookie"] = self.player.line.cookie
        self._speech.send_request(request)
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """An ear that is cut off is an error, unless everything is over."""
        self.player.table.problems.append("a socket was closed")

    def data_received(self, data: bytes) -> None:
        """Read on; pings are answered by the protocol."""
        self._speech.receive_data(data)
        for event in self._speech.events_received():
            if isinstance(event, Frame):
                self._hear(event)
            elif not self.opened.done():
                self.opened.set_result(None)
        self._flush()

    def _hear(self, frame: Frame) -> None:
        if frame.opcode not in (Opcode.TEXT, Opcode.CONT):
            return
        self._parts.append(bytes(frame.data))
        if frame.fin:
            self.player.hear(orjson.loads(b"".join(self._parts)))
            self._parts.clear()

    def _flush(self) -> None:
        self._transport.writelines(self._speech.data_to_send())


@dataclass
class Turn:
    """A decision that is due: whose, at which number, and what is legal."""

    player: Player
    number: int
    moves: list[dict[str, Any]]


@dataclass
class Times:
    """Seconds that were measured: until a move was acknowledged, and until everybody at its table had heard of it."""

    acknowledged: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)


class Player:
    """Somebody at a table."""

    def __init__(self, table: Table, line: Line) -> None:
        self.table = table
        self.line = line
        self.number = 0

    def hear(self, news: dict[str, Any]) -> None:
        """Hear what happened; numbers must follow each other."""
        if news["type"] != "entries":
            return
        for entry in news["entries"]:
            if entry["number"] != self.number + 1:
                self.table.problems.append(f"heard {entry['number']} after {self.number}")
            self.number = entry["number"]
        self.table.heard(self.number)
        if news["decision"] is not None:
            self.table.turn.put_nowait(Turn(self, news["number"], news["state"]["moves"]))

    async def yes(self, method: str, path: str, content: object = None) -> Any:
        """The content of an answer that must be a yes."""
        status, body = await self.line.ask(method, path, content)
        if not 200 <= status < 300:
            raise SystemExit(f"{method} {path} was answered with {status}: {body.decode()}")
        return orjson.loads(body) if body else None


class Table:
    """A table and the people around it."""

    def __init__(self, times: Times, seed: int) -> None:
        self.id = ""
        self.times = times
        self.players: list[Player] = []
        self.problems: list[str] = []
        self.turn: asyncio.Queue[Turn] = asyncio.Queue()
        self.number = 0
        self._chance = random.Random(seed)
        self._due = self._sent = 0.0
        self._moved_at = self._ears_left = 0

    async def sit_down(self, port: int, setup: dict[str, Any]) -> None:
        """Let people come, open a table, take the seats and listen."""
        loop = asyncio.get_running_loop()
        for seat in range(setup["players"]):
            _, line = await loop.create_connection(Line, "127.0.0.1", port)
            self.players.append(Player(self, line))
            await self.players[-1].yes("POST", "/api/session", {"name": f"Guest {seat}"})
        opened = await self.players[0].yes("POST", "/api/tables", {"setup": setup})
        self.id = opened["id"]
        for seat, link in opened["invitations"].items():
            await self.players[int(seat)].yes("POST", f"/api/tables/{self.id}/seats/{seat}", {"invitation": link})
        for player in self.players:
            await self.listen(player, port)

    async def listen(self, player: Player, port: int) -> None:
        """Open the live socket of a player."""
        address = f"ws://127.0.0.1:{port}/api/tables/{self.id}/live?since=0&state=true"
        _, ear = await asyncio.get_running_loop().create_connection(lambda: Ear(player, address), "127.0.0.1", port)
        await asyncio.wait_for(ear.opened, PATIENCE)

    async def play(self, begin: float, end: float, pause: float) -> None:
        """Move at fixed moments, or with no pause as soon as the last move is known, until the end."""
        self._due = begin
        while self._due < end:
            await asyncio.sleep(self._due - time.perf_counter())
            turn = await asyncio.wait_for(self.turn.get(), PATIENCE)
            if not pause:
                self._due = time.perf_counter()
            await self.move(turn)
            self._due = self._due + pause if pause else time.perf_counter()

    async def move(self, turn: Turn) -> None:
        """Make a legal move and note how long it took since it was due."""
        content = {"number": turn.number, "move": self._chance.choice(turn.moves)["words"]}
        self._ears_left, self._moved_at, self._sent = len(self.players), turn.number, self._due
        status, body = await turn.player.line.ask("POST", f"/api/tables/{self.id}/moves", content)
        self.times.acknowledged.append(time.perf_counter() - self._due)
        if status == 200:
            self.number = orjson.loads(body)["number"]
        else:
            self.problems.append(f"{status}: {body[:200].decode()}")

    def heard(self, number: int) -> None:
        """Note when the last ear at the table has heard of a move."""
        if number > self._moved_at and self._ears_left:
            self._ears_left -= 1
            if not self._ears_left:
                self.times.heard.append(time.perf_counter() - self._sent)

    async def check(self) -> None:
        """Compare what was acknowledged and heard with what the server has."""
        known = (await self.players[0].yes("GET", f"/api/tables/{self.id}?since={self.number}"))["state"]["number"]
        if known != self.number:
            self.problems.append(f"acknowledged {self.number}, and the table is at {known}")
        self.problems += [f"heard {p.number} of {known}" for p in self.players if p.number != known]


@contextmanager
def served(folder: Path) -> Iterator[tuple[int, int]]:
    """A server in a process of its own: its port and its process."""
    call = [str(Path(sys.executable).with_name("kontor")), "serve", "--port", "0", "--data", str(folder)]
    raised = {f"KONTOR_SERVER_{name.upper()}": str(value) for name, value in ONE_ADDRESS.items()}
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
            process.wait(PATIENCE)


async def some_at_a_time(work: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Do everything, a few at once."""
    room = asyncio.Semaphore(AT_ONCE)

    async def one(part: Coroutine[Any, Any, None]) -> None:
        async with room:
            await part

    await asyncio.gather(*map(one, work))


async def measure(port: int, process: int, asked: argparse.Namespace) -> dict[str, Any]:
    """Let everybody sit down, play for a while, and say what was seen."""
    times = Times()
    tables = [Table(times, seed) for seed in range(asked.tables)]
    setup = {**SETUP, "players": asked.players}
    await some_at_a_time([table.sit_down(port, setup) for table in tables])
    pause = asked.tables / asked.rate if asked.rate else 0.0
    begin, used = time.perf_counter() + 1.0, (cpu_seconds(process), time.process_time())
    starts = [begin + pause * n / asked.tables for n in range(asked.tables)]
    pairs = zip(tables, starts, strict=True)
    await asyncio.gather(*(table.play(start, begin + asked.seconds, pause) for table, start in pairs))
    took = time.perf_counter() - begin
    used = (cpu_seconds(process) - used[0], time.process_time() - used[1])
    await asyncio.sleep(1.0)
    await some_at_a_time([table.check() for table in tables])
    problems = [problem for table in tables for problem in table.problems]
    return {**figures(times, took), "cores": [each / took for each in used], "problems": problems}


def figures(times: Times, took: float) -> dict[str, Any]:
    """What is told about times."""
    told = {"seconds": took, "moves": len(times.acknowledged), "moves_per_second": len(times.acknowledged) / took}
    for name, measured in (("", sorted(times.acknowledged)), ("heard_", sorted(times.heard))):
        for share in SHARES:
            place = min(len(measured) - 1, len(measured) * share // 100)
            told[f"{name}p{share}_ms"] = 1000 * measured[place]
    return told


def cpu_seconds(process: int) -> float:
    """The time a process has computed."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def peak_memory(process: int) -> float:
    """The most memory a process and its children have held, in megabytes."""
    family = [process, *map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split())]
    texts = [Path(f"/proc/{member}/status").read_text() for member in family]
    return sum(int(found[1]) for text in texts if (found := re.search(r"VmHWM:\s+(\d+)", text))) / 1024


def missed_goals(seen: dict[str, Any]) -> list[str]:
    """Which goals were missed, in words."""
    missed = [f"only {seen['moves_per_second']:.1f} moves/s"] if seen["moves_per_second"] < MOVES_PER_SECOND else []
    missed += [f"p99 is {seen['p99_ms']:.1f} ms"] if seen["p99_ms"] >= P99_MS else []
    missed += [f"memory is {seen['memory_mb']:.0f} MB"] if seen["memory_mb"] >= MEMORY_MB else []
    return missed + [f"{len(seen['problems'])} problems, the first: {problem}" for problem in seen["problems"][:1]]


def in_words(asked: argparse.Namespace, seen: dict[str, Any]) -> str:
    """What was seen, for people."""
    server, load = seen["cores"]
    sockets = asked.tables * asked.players
    return "\n".join(
        [
            f"{date.today().isoformat()}, {machine()}",
            f"{asked.tables} tables, {sockets} sockets, {asked.rate:.0f} moves/s asked for",
            f"{seen['moves']} moves in {seen['seconds']:.1f} s: {seen['moves_per_second']:.1f} moves/s",
            f"acknowledged {spread(seen, '')}",
            f"heard by all {spread(seen, 'heard_')}",
            f"memory {seen['memory_mb']:.0f} MB, cores used: server {server:.2f}, load {load:.2f}",
            "; ".join(missed_goals(seen)) or "every goal met, no error",
        ]
    )


def spread(seen: dict[str, Any], name: str) -> str:
    """How times are spread, in words."""
    return ", ".join(f"p{share} {seen[f'{name}p{share}_ms']:.1f} ms" for share in SHARES)


def main() -> None:
    """Measure once and print it; the status says whether the goals were met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--rate", type=float, default=160.0, help="moves a second at all tables together")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as (port, process):
        seen = uvloop.run(measure(port, process, asked))
        seen["memory_mb"] = peak_memory(process)
    print(in_words(asked, seen))
    raise SystemExit(1 if missed_goals(seen) else 0)


if __name__ == "__main__":
    main()
