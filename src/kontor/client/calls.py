"""The requests of the API as data, built once for both clients."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from kontor.client.data import Account, Json, Message, TableSummary, Token, Update, read, read_summary, read_update
from kontor.client.errors import error_of
from kontor.core.game import Game
from kontor.core.move import Move
from kontor.core.record import Record, read_record
from kontor.core.setup_text import parse_setup
from kontor.core.state import MoveLike

T = TypeVar("T")

TOO_MANY_REQUESTS: Final = 429
MOST_WAIT: Final = 30.0  # seconds a client waits before it repeats a request that exceeded a limit


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request, and the function that reads the content of its response."""

    method: str
    path: str
    read: Callable[[Any], T]
    body: Json | None = None
    query: Mapping[str, Any] = field(default_factory=dict)

    def result(self, status: int, content: bytes) -> T:
        """Return what a response contains, or raise the error it describes."""
        try:
            data = json.loads(content) if content else None
        except ValueError:
            raise error_of(status, None, self.body or {}) from None
        if status >= 400:
            raise error_of(status, data, self.body or {})
        return self.read(data)


def seconds_to_wait(status: int, retry_after: str | None) -> float | None:
    """Return the seconds after which a request that exceeded a limit is repeated, None if it is not."""
    if status != TOO_MANY_REQUESTS or retry_after is None or not retry_after.isdecimal():
        return None
    return float(retry_after) if float(retry_after) <= MOST_WAIT else None


def nothing(_: object) -> None:
    """Ignore the content of a response."""


def plain(content: Any) -> Any:
    """Return the content of a response as it is."""
    return content


# accounts


def sign_in(name: str, password: str | None, is_bot: bool) -> Call[Account]:
    """Sign in with a password, or as a guest."""
    body = {"name": name, "is_bot": is_bot, **({} if password is None else {"password": password})}
    return Call("POST", "/api/session", read_account, body)


def read_account(content: Json) -> Account:
    """Return an account."""
    return read(Account, content)


def account() -> Call[Account]:
    """Return the account of a session or a token."""
    return Call("GET", "/api/session", read_account)


def set_password(password: str, old: str | None) -> Call[None]:
    """Set or change the password of an account."""
    body = {"password": password, **({} if old is None else {"old": old})}
    return Call("PUT", "/api/session/password", nothing, body)


def sign_out() -> Call[None]:
    """End a session."""
    return Call("DELETE", "/api/session", nothing)


def create_token(label: str, scopes: Sequence[str]) -> Call[Token]:
    """Create a token."""
    return Call("POST", "/api/tokens", lambda content: read(Token, content), {"label": label, "scopes": list(scopes)})


# tables


def list_tables(which: str, before: int | None, limit: int) -> Call[list[TableSummary]]:
    """List tables, the last moved first."""
    query = {"which": which, "limit": limit, **({} if before is None else {"before": before})}
    return Call("GET", "/api/tables", lambda content: list(map(read_summary, content["tables"])), query=query)


def create_table(setup: str | Json | Game, seats: Sequence[str] | None, options: Json) -> Call[Any]:
    """Create a table; a seat is `human`, `open` or the name of an agent."""
    body: dict[str, Any] = {"setup": setup_of(setup), **options}
    if seats is not None:
        body["seats"] = [plan_of(seat) for seat in seats]
    return Call("POST", "/api/tables", plain, body)


def setup_of(setup: str | Json | Game) -> Json:
    """Return a setup as data."""
    if isinstance(setup, Game):
        return setup.setup
    return parse_setup(setup) if isinstance(setup, str) else dict(setup)


def plan_of(seat: str) -> dict[str, str]:
    """Return the plan of a seat by its kind or its agent."""
    return {"kind": seat} if seat in ("human", "open") else {"kind": "agent", "agent": seat}


def get_table(table_id: str, seat: int | None) -> Call[Any]:
    """Return a table with its whole log."""
    return Call("GET", f"/api/tables/{table_id}", plain, query=viewed_as(seat))


def join(table_id: str, seat: int, invitation: str | None, name: str | None) -> Call[None]:
    """Take a seat."""
    body = {key: value for key, value in (("invitation", invitation), ("name", name)) if value is not None}
    return Call("POST", f"/api/tables/{table_id}/seats/{seat}", nothing, body)


def leave(table_id: str, seat: int, agent: str | None) -> Call[None]:
    """Open a seat, or give it to an agent."""
    return Call("PUT", f"/api/tables/{table_id}/seats/{seat}", nothing, {"agent": agent})


def watch(table_id: str, invitation: str) -> Call[None]:
    """Be admitted to watch a private table."""
    return Call("POST", f"/api/tables/{table_id}/watchers", nothing, {"invitation": invitation})


def move(table_id: str, seat: int | None, number: int, content: str | Json) -> Call[Update]:
    """Make a move."""
    query = {**viewed_as(seat), "state": "true"}
    return Call("POST", f"/api/tables/{table_id}/moves", read_update, {"number": number, "move": content}, query)


def undo(table_id: str, seat: int | None, number: int, length: int | None) -> Call[Update]:
    """Take moves back."""
    body = {"number": number, **({} if length is None else {"length": length})}
    return Call("POST", f"/api/tables/{table_id}/undo", read_update, body, {**viewed_as(seat), "state": "true"})


def hint(table_id: str, number: int) -> Call[str]:
    """Return the text of the move that the computer would make."""
    return Call("POST", f"/api/tables/{table_id}/hint", lambda content: str(content["words"]), {"number": number})


def send_message(table_id: str, text: str) -> Call[Message]:
    """Write a chat message."""
    return Call("POST", f"/api/tables/{table_id}/messages", lambda content: read(Message, content), {"text": text})


def record(table_id: str, seat: int | None) -> Call[Record]:
    """Return the record of a table."""
    return Call("GET", f"/api/tables/{table_id}/record", read_record, query=viewed_as(seat))


def viewed_as(seat: int | None) -> dict[str, Any]:
    """Return the parameter that selects the view of a seat."""
    return {} if seat is None else {"seat": seat}


def move_content(game: Game, content: MoveLike) -> str | Json:
    """Return a move as it is sent: a number as its text, an object as it is."""
    if isinstance(content, int) and not isinstance(content, bool):
        return game.move_text(content)
    if isinstance(content, Move | str):
        return str(content)
    if isinstance(content, Mapping):
        return dict(content)
    raise TypeError(f"a move is a Move, a text, a number or an object, not {type(content).__name__}.")
