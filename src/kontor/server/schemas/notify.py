"""Webhooks and e-mail."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path, Query
from pydantic import BaseModel, Field, StringConstraints

from kontor.server.schemas.texts import PLAIN, Asked

ADDRESS = r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+$"

Event = Literal["turn", "owed", "over", "message"]
EVENTS: tuple[Event, ...] = ("turn", "owed", "over", "message")
Url = Annotated[str, StringConstraints(min_length=8, max_length=500, pattern=PLAIN)]
Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{1,16}$")]
MailAddress = Annotated[str, StringConstraints(max_length=254, pattern=ADDRESS)]
Language = Literal["en", "de", "fr"]
WebhookId = Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$", description="The id of a webhook.")]
LinkSecret = Annotated[str, Query(alias="token", pattern=r"^[A-Za-z0-9_-]{1,100}$")]


class NewWebhook(Asked):
    """An address to be called: about one table, or about all at which the caller plays or is the host."""

    url: Url
    table: Id | None = None
    events: Annotated[tuple[Event, ...], Field(min_length=1, max_length=8)] = EVENTS


class Webhook(BaseModel):
    """A webhook without its secret; one that is `dead` is not called any more until it is pinged."""

    id: str
    url: str
    table: str | None
    events: list[Event]
    created_at: int
    state: Literal["well", "failing", "dead"]
    problem: str | None
    delivered: int
    delivered_at: int | None
    waiting: int
    dead: int


class GivenWebhook(Webhook):
    """A new webhook; the secret that signs its calls is told this once."""

    secret: str


class Webhooks(BaseModel):
    """The webhooks of the caller."""

    webhooks: list[Webhook]


class Delivery(BaseModel):
    """A call that waits, or was given up."""

    id: str
    event: Literal["turn", "owed", "over", "message", "ping"]
    table: str | None
    number: int
    state: Literal["waiting", "dead"]
    tries: int
    problem: str | None
    created_at: int
    due_at: int | None


class Deliveries(BaseModel):
    """What waits for a webhook and what was given up, the newest first."""

    deliveries: list[Delivery]


class NewMailbox(Asked):
    """Where the caller wants to get e-mail, in which language, and about what."""

    address: MailAddress
    language: Language = "en"
    turns: bool = True
    endings: bool = False


class Mailbox(BaseModel):
    """The mailbox of the caller; nothing but one question is sent to an address before it is verified."""

    available: bool
    address: str | None = None
    verified: bool = False
    language: Language = "en"
    turns: bool = False
    endings: bool = False


class CalledTable(BaseModel):
    """The table a call tells of."""

    id: str
    title: str
    game: str
    address: str | None


class Call(BaseModel):
    """What a webhook is sent: signed, and with nothing in it that its owner may not know.

    `turn` and `owed` have a `seat`, `over` the result, all three what happened since the receiver moved last;
    `message` has what was said; `ping` has nothing.
    """

    event: Literal["turn", "owed", "over", "message", "ping"]
    at: int
    number: int | None = None
    table: CalledTable | None = None
    seat: int | None = None
    entries: list[dict[str, Any]] | None = None
    ended_by: str | None = None
    scores: list[dict[str, Any]] | None = None
    winners: list[int] | None = None
    message: dict[str, str] | None = None
