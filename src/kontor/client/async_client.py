"""The client for programs with asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from types import TracebackType
from typing import Any, Literal, Self, TypeVar

import httpx
from websockets.asyncio.client import connect

from kontor.client import calls
from kontor.client.calls import Call
from kontor.client.connection import (
    base_address,
    credentials,
    failure,
    http_options,
    repetition_pause,
    request_options,
)
from kontor.client.data import Account, Json, Message, TableSummary, Token, Update
from kontor.client.follower import LOST, Follower
from kontor.client.table_view import TableView
from kontor.core.game import Game
from kontor.core.record import Record
from kontor.core.state import MoveLike

T = TypeVar("T")


class AsyncClient:
    """A connection to a server with one account: that of a token, or the one that signs in."""

    def __init__(self, url: str, token: str | None = None, *, timeout: float = 30.0) -> None:
        self.address = base_address(url)
        self.http = httpx.AsyncClient(**http_options(url, token, timeout))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections; the session and the tables stay."""
        await self.http.aclose()

    async def send(self, call: Call[T]) -> T:
        """Send a request, again after a pause if it exceeds a limit, and return what it answers."""
        repetition = 0
        while True:
            try:
                response = await self.http.request(**request_options(call))
            except httpx.HTTPError as problem:
                raise failure(self.address, problem) from problem
            pause = repetition_pause(response, repetition)
            if pause is None:
                return call.result(response.status_code, response.content)
            repetition += 1
            await asyncio.sleep(pause)

    async def request(self, method: str, path: str, body: Json | None = None, **query: Any) -> Any:
        """Send any request of the API and return the JSON content of its response."""
        return await self.send(Call(method, path, calls.plain, body, query))

    async def sign_in(self, name: str, password: str | None = None, *, is_bot: bool = False) -> Account:
        """Sign in with a password, or without one as a guest; `is_bot` marks the account for good."""
        return await self.send(calls.sign_in(name, password, is_bot))

    async def account(self) -> Account:
        """Return the account of this client."""
        return await self.send(calls.account())

    async def set_password(self, password: str, old: str | None = None) -> None:
        """Set the first password of the account, or change the old one."""
        await self.send(calls.set_password(password, old))

    async def sign_out(self) -> None:
        """End the session."""
        await self.send(calls.sign_out())

    async def create_token(self, label: str, scopes: Sequence[str] = ("read", "play")) -> Token:
        """Create a token with which a program acts for the account."""
        return await self.send(calls.create_token(label, scopes))

    async def tables(
        self, which: Literal["mine", "public"] = "mine", *, before: int | None = None, limit: int = 50
    ) -> list[TableSummary]:
        """Return the account's tables or the public ones, the last moved first, that moved before a time."""
        return await self.send(calls.list_tables(which, before, limit))

    async def create_table(
        self, setup: str | Json | Game, seats: Sequence[str] | None = None, **options: Any
    ) -> AsyncTable:
        """Create a table; a seat is `human` (this account), `open`, or the name of an agent."""
        return AsyncTable(self, await self.send(calls.create_table(setup, seats, options)))

    async def table(self, table_id: str, *, seat: int | None = None) -> AsyncTable:
        """Return a table by its id; `seat` selects the view of one of several seats of the account."""
        return AsyncTable(self, await self.send(calls.get_table(table_id, seat)), seat)

    async def join(
        self, table_id: str, seat: int, *, invitation: str | None = None, name: str | None = None
    ) -> AsyncTable:
        """Take a seat, with its invitation at a private table, and return the table."""
        await self.send(calls.join(table_id, seat, invitation, name))
        return await self.table(table_id)

    async def watch(self, table_id: str, invitation: str) -> AsyncTable:
        """Be admitted to watch a private table, and return the table."""
        await self.send(calls.watch(table_id, invitation))
        return await self.table(table_id)

    def __repr__(self) -> str:
        return f"AsyncClient({self.address!r})"


class AsyncTable(TableView):
    """A table that a client plays at or watches."""

    def __init__(self, client: AsyncClient, content: Json, seat: int | None = None) -> None:
        super().__init__(content, seat)
        self.client = client

    async def refresh(self) -> None:
        """Read the whole table again; while it is followed this is not needed."""
        self.load(await self.client.send(calls.get_table(self.id, self.seat)))

    async def leave(self, seat: int | None = None, *, agent: str | None = None) -> None:
        """Open a seat of the account, or give it to an agent."""
        await self.client.send(calls.leave(self.id, self.own_seat(seat), agent))
        await self.refresh()

    async def move(self, move: MoveLike) -> Update:
        """Make a move given as Move, text, number or object, and return the entries it leads to."""
        content = calls.move_content(self.game, move)
        return self.apply(await self.client.send(calls.move(self.id, self.seat, self.number, content)))

    async def undo(self, length: int | None = None) -> Update:
        """Take one move back, or all after a length; where players have to agree, vote for it."""
        return self.apply(await self.client.send(calls.undo(self.id, self.seat, self.number, length)))

    async def hint(self) -> str:
        """Return the text of the move that the computer would make."""
        return await self.client.send(calls.hint(self.id, self.number))

    async def send_message(self, text: str) -> Message:
        """Write a chat message."""
        return await self.client.send(calls.send_message(self.id, text))

    async def record(self) -> Record:
        """Return the record; while the game runs, secrets of other seats are `?`."""
        return await self.client.send(calls.record(self.id, self.seat))

    async def follow(self, *, patience: float = 300.0) -> AsyncGenerator[Update, None]:
        """Yield every update until the game is over; the table is up to date when it is yielded.

        A lost connection is opened again for so many seconds of patience, and what was missed is received then.
        """
        follower = Follower(self, self.client.address, patience)
        while not follower.is_over:
            headers = credentials(self.client.http)
            try:
                async with connect(follower.url, additional_headers=headers, max_size=None) as socket:
                    while not follower.is_over:
                        yield follower.received(await socket.recv())
            except LOST as problem:
                await asyncio.sleep(follower.pause_after(problem))
