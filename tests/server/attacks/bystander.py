"""A player who does nothing unusual, in a process and from an address of its own, and the times it has to wait.

Bounds of time are those of a quiet machine; they grow by the factor by which fixed work takes the bystander longer.

`python -m tests.server.attacks.bystander ADDRESS` plays until its standard input is closed, then prints its waits.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import httpx

OWN_ADDRESS = "127.0.0.2"  # attackers come from other addresses of the loopback network
MOVE_PAUSE = 0.1  # with these pauses a bystander stays below the limit of requests of one account
POLL_PAUSE = 0.1
WORK_PAUSE = 0.1
FIXED_NUMBERS = 20_000
FIXED_WORK_SECONDS = 0.0015  # what the fixed work takes on two idle cores of an Intel Xeon at 2.5 GHz
GIVE_UP_SECONDS = 120.0
ROOT = Path(__file__).parents[3]


@dataclass
class Waits:
    """The seconds a player waited for the answers to moves and for the turns of a computer opponent."""

    moves: list[float] = field(default_factory=list)
    replies: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    fixed_work: list[float] = field(default_factory=list)

    @property
    def p99(self) -> float:
        """Return the waiting time that 99 of 100 moves did not exceed; at least one may."""
        return sorted(self.moves)[-1 - max(1, len(self.moves) // 100)]

    @property
    def slowdown(self) -> float:
        """Return by which factor the processor was slower than a quiet one, in the worst tenth of the time."""
        worst = sorted(self.fixed_work)[-1 - len(self.fixed_work) // 10]
        return max(1.0, worst / FIXED_WORK_SECONDS)

    def check(self, move_seconds: float = 0.3, reply_seconds: float = 3.0) -> None:
        """Demand quick answers: 99 of 100 moves within one bound, every reply of the opponent within another."""
        assert not self.errors, self.errors[:3]
        assert len(self.moves) > 1, "the bystander made no move"
        assert self.replies, "the opponent never replied"
        print(self)
        assert self.p99 < move_seconds * self.slowdown, str(self)
        assert max(self.replies) < reply_seconds * self.slowdown, str(self)

    def __str__(self) -> str:
        """Return the waiting times in one line."""
        middle, slowest = median(self.moves), max(self.moves)
        return (
            f"{len(self.moves)} moves: p50 {middle:.3f}, p99 {self.p99:.3f}, slowest {slowest:.3f} s; "
            f"{len(self.replies)} replies, slowest {max(self.replies):.3f} s; slowdown {self.slowdown:.1f}"
        )


class Bystander:
    """Plays at two tables: one alone at one screen, the other against an `easy` opponent."""

    def __init__(self, address: str) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=OWN_ADDRESS)
        self.http = httpx.AsyncClient(base_url=address, transport=transport, timeout=GIVE_UP_SECONDS)
        self.waits = Waits()

    async def play(self, until: asyncio.Event) -> None:
        """Play at both tables until an event is set."""
        await self.ask("POST", "/api/session", {"name": "Bystander"})
        async with asyncio.TaskGroup() as group:
            group.create_task(self.measure_machine(until))
            group.create_task(self.play_alone(until))
            group.create_task(self.play_opponent(until))

    async def measure_machine(self, until: asyncio.Event) -> None:
        """Do a little fixed work now and then and take its time, which grows when others use the processor."""
        while not until.is_set():
            began = time.monotonic()
            sum(number * number for number in range(FIXED_NUMBERS))
            self.waits.fixed_work.append(time.monotonic() - began)
            await asyncio.sleep(WORK_PAUSE)

    async def ask(self, method: str, path: str, content: object = None) -> Any:
        """Return the content of a successful response."""
        response = await self.http.request(method, path, json=content)
        if not response.is_success:
            raise RuntimeError(f"{method} {path}: {response.status_code} {response.text[:200]}")
        return response.json() if response.content else None

    async def new_table(self, seats: list[dict[str, str]]) -> Any:
        """Create a table of Hansa for two."""
        return await self.ask("POST", "/api/tables", {"setup": {"game": "hansa", "players": 2}, "seats": seats})

    async def play_alone(self, until: asyncio.Event) -> None:
        """Move for both seats of a table and take the time of every answer."""
        while not until.is_set():
            table = await self.new_table([{"kind": "human"}, {"kind": "human"}])
            state = table["state"]
            while not until.is_set() and not state["over"]:
                state = await self.move(table["id"], state)
                await asyncio.sleep(MOVE_PAUSE)

    async def play_opponent(self, until: asyncio.Event) -> None:
        """Play against the computer and take the time until it is one's turn again."""
        while not until.is_set():
            table = await self.new_table([{"kind": "human"}, {"kind": "agent", "agent": "easy"}])
            state = table["state"]
            while not until.is_set() and not state["over"]:
                state = await self.own_turn(table["id"], state)
                if not state["over"]:
                    state = await self.opponents_turn(table["id"], until)

    async def own_turn(self, table_id: str, state: Any) -> Any:
        """Move until it is the opponent's turn."""
        while state["decision"] is not None and not state["over"]:
            state = await self.move(table_id, state)
            await asyncio.sleep(MOVE_PAUSE)
        return state

    async def opponents_turn(self, table_id: str, until: asyncio.Event) -> Any:
        """Wait until the computer has moved; a wait that the end of the test cuts short counts as long as it was."""
        began = time.monotonic()
        while True:
            state = (await self.ask("GET", f"/api/tables/{table_id}?since=1000000"))["state"]
            if state["decision"] is not None or state["over"] or until.is_set():
                self.waits.replies.append(time.monotonic() - began)
                return state
            await asyncio.sleep(POLL_PAUSE)

    async def move(self, table_id: str, state: Any) -> Any:
        """Make the first legal move and take the time of the answer."""
        content = {"number": state["number"], "move": state["moves"][0]["words"]}
        began = time.monotonic()
        answer = await self.ask("POST", f"/api/tables/{table_id}/moves?state=true", content)
        self.waits.moves.append(time.monotonic() - began)
        return answer["state"]


@contextmanager
def bystander(address: str) -> Iterator[Waits]:
    """Let a bystander play while something else happens; the waiting times are complete when the block has ended."""
    call = [sys.executable, "-m", "tests.server.attacks.bystander", address]
    waits = Waits()
    process = subprocess.Popen(call, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "playing\n"
        yield waits
        printed, _ = process.communicate(timeout=GIVE_UP_SECONDS + 30)
        vars(waits).update(json.loads(printed))
    finally:
        process.kill()
        process.wait()


async def main(address: str) -> None:
    """Play until standard input is closed, then print the waiting times."""
    player, until = Bystander(address), asyncio.Event()
    print("playing", flush=True)
    playing = asyncio.create_task(player.play(until))
    ended = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    await asyncio.wait([playing, ended], return_when=asyncio.FIRST_COMPLETED)
    until.set()
    try:
        await playing
    except* Exception as problems:
        player.waits.errors += [repr(problem) for problem in problems.exceptions]
    print(json.dumps(vars(player.waits)), flush=True)
    os._exit(0)  # standard input may still be open and read by a thread


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
