"""What a server answers, as objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeVar

from kontor.core.values import Event

T = TypeVar("T")
Json = Mapping[str, Any]


@dataclass(frozen=True)
class Account:
    """The account of a client; a guest has no password, and a bot is marked at every table."""

    id: str
    name: str
    guest: bool
    is_bot: bool


@dataclass(frozen=True)
class Token:
    """A new token with its secret, which the server shows only once."""

    id: str
    label: str
    scopes: list[str]
    token: str


@dataclass(frozen=True)
class Seat:
    """A seat and its player; `kind` is `human`, `agent` or `open`, and a former player has an empty name."""

    seat: int
    kind: str
    name: str | None
    agent: str | None
    account: str | None
    yours: bool
    is_bot: bool
    guest: bool
    former: bool


@dataclass(frozen=True)
class TableSummary:
    """A table in a list."""

    id: str
    title: str
    setup: Json
    public: bool
    host: bool
    seats: tuple[Seat, ...]
    number: int
    to_move: int | None
    your_turn: bool
    ended_by: str | None
    moved_at: int


@dataclass(frozen=True)
class Entry:
    """An entry of the log of a table; `text` is that of a move or a chance move, `?` stands for a secret."""

    number: int
    kind: str
    seat: int | None
    by: str
    text: str | None
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Message:
    """A chat message."""

    number: int
    name: str
    text: str
    at: int


@dataclass(frozen=True)
class Update:
    """What has changed at a table: new entries or messages, other seats, presence, or a computer that thinks."""

    type: Literal["entries", "messages", "seats", "presence", "thinking"]
    content: Json
    entries: tuple[Entry, ...] = ()
    messages: tuple[Message, ...] = ()


def read(cls: type[T], content: Json, **more: Any) -> T:
    """Return an object of a data class; fields that a newer server adds are ignored."""
    names = [field.name for field in fields(cls) if field.name not in more]  # type: ignore[arg-type]
    return cls(**{name: content[name] for name in names}, **more)


def read_seats(content: Json) -> tuple[Seat, ...]:
    """Return the seats of a table or of a table in a list."""
    return tuple(read(Seat, seat) for seat in content["seats"])


def read_summary(content: Json) -> TableSummary:
    """Return a table in a list."""
    return read(TableSummary, content, seats=read_seats(content))


def read_entry(content: Json) -> Entry:
    """Return an entry of a log."""
    events = [{**event} for event in content["events"]]
    return read(
        Entry, content, text=content["words"], events=tuple(Event(each.pop("event"), each) for each in events)
    )


def read_update(content: Json) -> Update:
    """Return a message of the live channel, or the result of a move, which has the content of new entries."""
    entries = tuple(read_entry(entry) for entry in content.get("entries", ()))
    messages = tuple(read(Message, message) for message in content.get("messages", ()))
    return Update(content.get("type", "entries"), content, entries, messages)
