"""A load: players who play as fast as they are answered, lose their server, come back, and forget nothing."""

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
SETUPS = ({"game": "hansa", "players": 3}, {"game": "teutonica", "players": 3})
SEATS = [{"kind": "human"}, {"kind": "agent", "agent": "light"}, {"kind": "human"}]

UNKNOWN: Final = "unknown"
MADE: Final = "made"
REFUSED: Final = "refused"


class Place(Protocol):
    """Where a server is, while there is one."""

    @property
    def address(self) -> str | None:
        """Its address."""
        ...


class Lost(Exception):
    """There was no answer; whether anything was done will be seen."""


@dataclass
class Attempt:
    """A move, or the length to go back to, sent at a number, and what is known to have come of it."""

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
    heard: int = 0
    number: int = 0

    def copied(self) -> KnownTable:
        """What is known now, whatever comes to be known later."""
        attempts = [replace(attempt) for attempt in self.attempts]
        return KnownTable(self.id, attempts, dict(self.received), self.heard, self.number)

    def learn(self, entries: Sequence[dict[str, Any]], number: int) -> None:
        """Take in what was told, which must be what was told before."""
        for entry in entries:
            assert self.received.setdefault(entry["number"], entry) == entry, (
                f"{entry} was {self.received[entry['number']]}"
            )
        self.number = max(self.number, number)

    def receive(self, news: dict[str, Any]) -> None:
        """Take in what a socket told: everything since what it told last, once and in order."""
        numbers = [entry["number"] for entry in news["entries"]]
        assert numbers == list(range(self.heard + 1, news["number"] + 1)), f"{numbers} after {self.heard}"
        self.learn(news["entries"], news["number"])
        self.heard = news["number"]


class Player:
    """Somebody who plays two seats of a table beside a computer, and opens another table when the game is over."""

    def __init__(self, group: PlayerGroup, number: int) -> None:
        self.group = group
        self.name = f"Player {number}"
        self.setup = SETUPS[number % len(SETUPS)]
        self.chance = random.Random(group.seed * 1000 + number)
        self.headers: dict[str, str] = {}
        self.address: str | None = None
        self.tables: list[KnownTable] = []

    async def play(self) -> None:
        """Play until the crowd goes home, whatever happens to the server."""
        while not self.group.closing:
            try:
                await self.sign_in()
                await self.follow(self.tables[-1])
            except (Lost, OSError, WebSocketException):
                self.address = None
                await asyncio.sleep(PAUSE)

    async def sign_in(self) -> None:
        """Have a session and a table."""
        self.address = self.group.somewhere(self.chance)
        if not self.headers:
            answer = await self.ask("POST", "/api/session", {"name": self.name})
            self.headers = {"Cookie": answer.headers["set-cookie"].partition(";")[0]}
        if not self.tables:
            await self.open()

    async def open(self) -> None:
        """Open a table."""
        table = (await self.ask("POST", "/api/tables", {"setup": self.setup, "seats": SEATS})).json()
        self.tables.append(KnownTable(table["id"]))
        self.tables[-1].learn(table["entries"], table["state"]["number"])

    async def follow(self, table: KnownTable) -> None:
        """Listen at a table and decide whenever it is one's turn, until the game is over."""
        address = f"{self.address}/api/tables/{table.id}/live?since={table.heard}&state=true"
        async with connect(
            address.replace("http", "ws", 1), additional_headers=self.headers, max_size=None, open_timeout=PATIENCE
        ) as socket:
            async for text in socket:
                news = json.loads(text)
                if news["type"] == "entries":
                    table.receive(news)
                    if news["number"] == table.number:
                        await self.decide(table, news["state"])
                    if news["over"]:
                        await self.open()
                        return

    async def decide(self, table: KnownTable, state: dict[str, Any] | None) -> None:
        """Make moves as long as it is one's turn."""
        while state is not None and state["decision"] is not None and not self.group.closing:
            attempt = self.choose(state)
            table.attempts.append(attempt)
            state = await self.send(table, attempt)

    def choose(self, state: dict[str, Any]) -> Attempt:
        """Any legal move, and now and then a step back."""
        if state["undo"] and self.chance.random() < UNDO_SHARE:
            return Attempt(state["number"], "", self.chance.randrange(state["undo"]["floor"], state["length"]))
        return Attempt(state["number"], self.chance.choice(state["moves"])["words"])

    async def send(self, table: KnownTable, attempt: Attempt) -> dict[str, Any] | None:
        """Send a move or an undo; the state it led to, or None if somebody was quicker."""
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
        """An answer that says something, be it a yes or a 409."""
        try:
            answer = await self.group.http.request(
                method, f"{self.address}{path}", json=content, headers=self.headers
            )
        except httpx.TransportError as problem:
            raise Lost from problem
        self.group.answers[answer.status_code] += 1
        if answer.status_code == 503:
            check_unavailable(answer)
            raise Lost
        assert answer.is_success or answer.status_code == 409, answer.text
        return answer


def check_unavailable(answer: httpx.Response) -> None:
    """See that an answer says what is wrong and when to come again."""
    assert answer.status_code == 503, answer.text
    assert int(answer.headers["retry-after"]) >= 1
    assert answer.json()["sentence"].startswith("The database does not answer")


class PlayerGroup:
    """All players, and what they were answered."""

    def __init__(self, places: Sequence[Place], players: int, seed: int) -> None:
        self.places = places
        self.seed = seed
        self.closing = False
        self.made: Counter[str] = Counter()
        self.answers: Counter[int] = Counter()
        self.players = [Player(self, number) for number in range(players)]
        refusing = CookieJar(DefaultCookiePolicy(allowed_domains=[]))  # every player sends the cookie of their own
        self.http = httpx.AsyncClient(cookies=refusing, timeout=PATIENCE, limits=httpx.Limits(max_connections=None))

    def somewhere(self, chance: random.Random) -> str:
        """The address of any server that is there."""
        addresses = [place.address for place in self.places if place.address is not None]
        if not addresses:
            raise Lost
        return chance.choice(addresses)

    def tables(self) -> list[KnownTable]:
        """All tables anybody opened."""
        return [table for player in self.players for table in player.tables]

    def outcomes(self) -> Counter[str]:
        """How many moves and undos were made, refused, or never answered."""
        return Counter(attempt.outcome for table in self.tables() for attempt in table.attempts)

    @asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        """Play while something else happens; a player who sees something wrong ends it."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(player.play()) for player in self.players]
            try:
                yield
            finally:
                await self.go_home(tasks)
        await self.http.aclose()

    async def go_home(self, tasks: list[asyncio.Task[None]]) -> None:
        """Let everybody finish what was sent and leave."""
        self.closing = True
        await asyncio.wait(tasks, timeout=1.0)
        for task in tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)

    async def makes(self, moves: int) -> None:
        """Wait until so many more moves were made."""
        enough = self.made.total() + moves
        async with asyncio.timeout(PATIENCE):
            while self.made.total() < enough:
                await asyncio.sleep(0.005)

    async def everybody_plays(self) -> None:
        """Wait until moves were made at every server that is there."""
        before = self.made.copy()
        async with asyncio.timeout(PATIENCE):
            while any(self.made[address] == before[address] for place in self.places if (address := place.address)):
                await asyncio.sleep(PAUSE)
