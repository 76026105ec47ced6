"""The client for programs without asyncio."""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from types import TracebackType
from typing import Any, Literal, Self, TypeVar

import httpx
from websockets.sync.client import connect

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


class Client:
    """A connection to a server with one account: that of a token, or the one that signs in."""

    def __init__(self, url: str, token: str | None = None, *, timeout: float = 30.0) -> None:
        self.address = base_address(url)
        self.http = httpx.Client(**http_options(url, token, timeout))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections; the session and the tables stay."""
        self.http.close()

    def send(self, call: Call[T]) -> T:
        """Send a request, again after a pause if it exceeds a limit, and return what it answers."""
        repetition = 0
        while True:
            try:
                response = self.http.request(**request_options(call))
            except httpx.HTTPError as problem:
                raise failure(self.address, problem) from problem
            pause = repetition_pause(response, repetition)
            if pause is None:
                return call.result(response.status_code, response.content)
            repetition += 1
            time.sleep(pause)

    def request(self, method: str, path: str, body: Json | None = None, **query: Any) -> Any:
        """Send any request of the API and return the JSON content of its response."""
        return self.send(Call(method, path, calls.plain, body, query))

    def sign_in(self, name: str, password: str | None = None, *, is_bot: bool = False) -> Account:
        """Sign in with a password, or without one as a guest; `is_bot` marks the account for good."""
        return self.send(calls.sign_in(name, password, is_bot))

    def account(self) -> Account:
        """Return the account of this client."""
        return self.send(calls.account())

    def set_password(self, password: str, old: str | None = None) -> None:
        """Set the first password of the account, or change the old one."""
        self.send(calls.set_password(password, old))

    def sign_out(self) -> None:
        """End the session."""
        self.send(calls.sign_out())

    def create_token(self, label: str, scopes: Sequence[str] = ("read", "play")) -> Token:
        """Create a token with which a program acts for the account."""
        return self.send(calls.create_token(label, scopes))

    def tables(
        self, which: Literal["mine", "public"] = "mine", *, before: int | None = None, limit: int = 50
    ) -> list[TableSummary]:
        """Return the account's tables or the public ones, the last moved first, that moved before a time."""
        return self.send(calls.list_tables(which, before, limit))

    def create_table(self, setup: str | Json | Game, seats: Sequence[str] | None = None, **options: Any) -> Table:
        """Create a table; a seat is `human` (this account), `open`, or the name of an agent."""
        return Table(self, self.send(calls.create_table(setup, seats, options)))

    def table(self, table_id: str, *, seat: int | None = None) -> Table:
        """Return a table by its id; `seat` selects the view of one of several seats of the account."""
        return Table(self, self.send(calls.get_table(table_id, seat)), seat)

    def join(self, table_id: str, seat: int, *, invitation: str | None = None, name: str | None = None) -> Table:
        """Take a seat, with its invitation at a private table, and return the table."""
        self.send(calls.join(table_id, seat, invitation, name))
        return self.table(table_id)

    def watch(self, table_id: str, invitation: str) -> Table:
        """Be admitted to watch a private table, and return the table."""
        self.send(calls.watch(table_id, invitation))
        return self.table(table_id)

    def __repr__(self) -> str:
        return f"Client({self.address!r})"


class Table(TableView):
    """A table that a client plays at or watches."""

    def __init__(self, client: Client, content: Json, seat: int | None = None) -> None:
        super().__init__(content, seat)
        self.client = client

    def refresh(self) -> None:
        """Read the whole table again; while it is followed this is not needed."""
        self.load(self.client.send(calls.get_table(self.id, self.seat)))

    def leave(self, seat: int | None = None, *, agent: str | None = None) -> None:
        """Open a seat of the account, or give it to an agent."""
        self.client.send(calls.leave(self.id, self.own_seat(seat), agent))
        self.refresh()

    def move(self, move: MoveLike) -> Update:
        """Make a move given as Move, text, number or object, and return the entries it leads to."""
        content = calls.move_content(self.game, move)
        return self.apply(self.client.send(calls.move(self.id, self.seat, self.number, content)))

    def undo(self, length: int | None = None) -> Update:
        """Take one move back, or all after a length; where players have to agree, vote for it."""
        return self.apply(self.client.send(calls.undo(self.id, self.seat, self.number, length)))

    def hint(self) -> str:
        """Return the text of the move that the computer would make."""
        return self.client.send(calls.hint(self.id, self.number))

    def send_message(self, text: str) -> Message:
        """Write a chat message."""
        return self.client.send(calls.send_message(self.id, text))

    def record(self) -> Record:
        """Return the record; while the game runs, secrets of other seats are `?`."""
        return self.client.send(calls.record(self.id, self.seat))

    def follow(self, *, patience: float = 300.0) -> Generator[Update, None, None]:
        """Yield every update until the game is over; the table is up to date when it is yielded.

        A lost connection is opened again for so many seconds of patience, and what was missed is received then.
        """
        follower = Follower(self, self.client.address, patience)
        while not follower.is_over:
            try:
                with connect(follower.url, additional_headers=credentials(self.client.http), max_size=None) as socket:
                    while not follower.is_over:
                        yield follower.received(socket.recv())
            except LOST as problem:
                time.sleep(follower.pause_after(problem))
