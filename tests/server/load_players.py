"""Players that load a server, survive its crashes, and keep everything they received."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, Final, Protocol

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

PAUSE = 0.05
PATIENCE = 60.0
UNDO_SHARE = 0.1
LONG_GAME = 400  # entries after which a player begins another game, since random moves may never end one
SETUPS = ({"game": "hansa", "players": 3}, {"game": "teutonica", "players": 3})
SEATS = [{"kind": "human"}, {"kind": "agent", "agent": "light"}, {"kind": "human"}]

UNKNOWN: Final = "unknown"
MADE: Final = "made"
REFUSED: Final = "refused"


class ServerAddress(Protocol):
    """A server with an address while it runs."""

    @property
    def address(self) -> str | None:
        """The address, None while the server does not run."""
        ...


class NoResponse(Exception):
    """There was no response; it is not known whether the request was carried out."""


@dataclass
class Attempt:
    """A move or an undo that was sent at a number, and its outcome as far as it is known."""

    number: int
    words: str
    length: int | None = None
    outcome: str = UNKNOWN


@dataclass
class KnownTable:
    """A table as far as its player knows it."""

    id: str
    attempts: list[Attempt] = field(default_factory=list)
    received: dict[int, dict[str, Any]] = field(default_factory=dict)
    last_live_number: int = 0
    number: int = 0

    @property
    def is_long(self) -> bool:
        """Whether the game has so many entries that its player begins another one."""
        return self.number >= LONG_GAME

    def copy(self) -> KnownTable:
        """Return a copy of what is known now."""
        attempts = [replace(attempt) for attempt in self.attempts]
        return KnownTable(self.id, attempts, dict(self.received), self.last_live_number, self.number)

    def learn(self, entries: Sequence[dict[str, Any]], number: int) -> None:
        """Add entries, which must equal those received before under the same numbers."""
        for entry in entries:
            assert self.received.setdefault(entry["number"], entry) == entry, (
                f"{entry} was {self.received[entry['number']]}"
            )
        self.number = max(self.number, number)

    def receive(self, update: dict[str, Any]) -> None:
        """Add the update of a live connection: all entries since its last one, once and in order."""
        numbers = [entry["number"] for entry in update["entries"]]
        assert numbers == list(range(self.last_live_number + 1, update["number"] + 1)), (
            f"{numbers} after {self.last_live_number}"
        )
        self.learn(update["entries"], update["number"])
        self.last_live_number = update["number"]


class Player:
    """A player of two seats of a table with a computer, who creates another table when the game is over or long."""

    def __init__(self, group: PlayerGroup, number: int) -> None:
        self.group = group
        self.name = f"Player {number}"
        self.setup = SETUPS[number % len(SETUPS)]
        self.chance = random.Random(group.seed * 1000 + number)
        self.headers: dict[str, str] = {}
        self.address: str | None = None
        self.tables: list[KnownTable] = []

    async def play(self) -> None:
        """Play until the group stops, whatever happens to the server."""
        while not self.group.closing:
            try:
                await self.sign_in()
                await self.follow(self.tables[-1])
            except (NoResponse, OSError, WebSocketException):
                self.address = None
                await asyncio.sleep(PAUSE)

    async def sign_in(self) -> None:
        """Create a guest and a table, unless they exist."""
        self.address = self.group.any_address(self.chance)
        if not self.headers:
            answer = await self.ask("POST", "/api/session", {"name": self.name})
            self.headers = {"Cookie": answer.headers["set-cookie"].partition(";")[0]}
        if not self.tables:
            await self.open()

    async def open(self) -> None:
        """Create a table."""
        table = (await self.ask("POST", "/api/tables", {"setup": self.setup, "seats": SEATS})).json()
        self.tables.append(KnownTable(table["id"]))
        self.tables[-1].learn(table["entries"], table["state"]["number"])

    async def follow(self, table: KnownTable) -> None:
        """Follow a table and move whenever it is one's turn, until the game is over or long."""
        address = f"{self.address}/api/tables/{table.id}/live?since={table.last_live_number}&state=true"
        async with connect(
            address.replace("http", "ws", 1), additional_headers=self.headers, max_size=None, open_timeout=PATIENCE
        ) as socket:
            async for text in socket:
                update = json.loads(text)
                if update["type"] == "entries":
                    table.receive(update)
                    if update["number"] == table.number:
                        await self.decide(table, update["state"])
                    if update["over"] or table.is_long:
                        await self.open()
                        return

    async def decide(self, table: KnownTable, state: dict[str, Any] | None) -> None:
        """Make moves as long as it is one's turn and the game is not long."""
        while state is not None and state["decision"] is not None and not (table.is_long or self.group.closing):
            attempt = self.choose(state)
            table.attempts.append(attempt)
            state = await self.send(table, attempt)

    def choose(self, state: dict[str, Any]) -> Attempt:
        """Return any legal move, sometimes an undo."""
        if state["undo"]["floor"] < state["length"] and self.chance.random() < UNDO_SHARE:
            return Attempt(state["number"], "", self.chance.randrange(state["undo"]["floor"], state["length"]))
        return Attempt(state["number"], self.chance.choice(state["moves"])["words"])

    async def send(self, table: KnownTable, attempt: Attempt) -> dict[str, Any] | None:
        """Send a move or an undo; return the state it led to, or None if another move came first."""
        undo = attempt.length is not None
        what = {"length": attempt.length} if undo else {"move": attempt.words}
        path = f"/api/tables/{table.id}/{'undo' if undo else 'moves'}?state=true"
        answer = await self.ask("POST", path, {"number": attempt.number, **what})
        content: dict[str, Any] = answer.json()
        attempt.outcome = MADE if answer.is_success else REFUSED
        table.learn(content["entries"], content["number"])
        if answer.status_code == 409:
            return None
        self.group.made[self.address or ""] += 1
        state: dict[str, Any] = content["state"]
        return state

    async def ask(self, method: str, path: str, content: object) -> httpx.Response:
        """Send a request and return a response that is successful or a conflict."""
        try:
            answer = await self.group.http.request(
                method, f"{self.address}{path}", json=content, headers=self.headers
            )
        except httpx.TransportError as problem:
            raise NoResponse from problem
        self.group.answers[answer.status_code] += 1
        if answer.status_code == 503:
            check_unavailable(answer)
            raise NoResponse
        assert answer.is_success or answer.status_code == 409, answer.text
        return answer


def check_unavailable(answer: httpx.Response) -> None:
    """Check that a response says that the database does not answer, and when to try again."""
    assert answer.status_code == 503, answer.text
    assert int(answer.headers["retry-after"]) >= 1
    assert answer.json()["sentence"].startswith("The database does not answer")


class PlayerGroup:
    """All players, and the statuses of the responses they received."""

    def __init__(self, servers: Sequence[ServerAddress], players: int, seed: int) -> None:
        self.servers = servers
        self.seed = seed
        self.closing = False
        self.made: Counter[str] = Counter()
        self.answers: Counter[int] = Counter()
        self.players = [Player(self, number) for number in range(players)]
        refusing = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # every player sends the cookie of their own
        self.http = httpx.AsyncClient(cookies=refusing, timeout=PATIENCE, limits=httpx.Limits(max_connections=None))

    def any_address(self, chance: random.Random) -> str:
        """Return the address of any running server."""
        addresses = [server.address for server in self.servers if server.address is not None]
        if not addresses:
            raise NoResponse
        return chance.choice(addresses)

    def tables(self) -> list[KnownTable]:
        """Return all tables of all players."""
        return [table for player in self.players for table in player.tables]

    def outcomes(self) -> Counter[str]:
        """Return how many moves and undos were made, rejected, or never answered."""
        return Counter(attempt.outcome for table in self.tables() for attempt in table.attempts)

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Play while the block runs; a player who sees an error ends it."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.play()) for player in self.players]
            try:
                yield
            finally:
                await self.stop_all(tasks)
        await self.http.aclose()

    async def stop_all(self, tasks: list[asyncio.Task[None]]) -> None:
        """Let all players finish their requests and stop."""
        self.closing = True
        await asyncio.wait(tasks, timeout=1.0)
        for task in tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)

    async def wait_for_moves(self, moves: int) -> None:
        """Wait until so many more moves were made."""
        enough = self.made.total() + moves
        async with asyncio.timeout(PATIENCE):
            while self.made.total() < enough:
                await asyncio.sleep(0.005)

    async def all_servers_answer(self) -> None:
        """Wait until moves were made at every running server."""
        before = self.made.copy()
        async with asyncio.timeout(PATIENCE):
            while any(
                self.made[address] == before[address] for server in self.servers if (address := server.address)
            ):
                await asyncio.sleep(PAUSE)
