"""Webhooks, their payloads, and the mailbox of an account."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path, Query
from pydantic import BaseModel, Field, StringConstraints

from kontor.server.schemas.fields import NO_CONTROL_CHARACTERS, RequestBody

MAIL_ADDRESS = r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+$"

Event = Literal["turn", "owed", "over", "message"]
EVENTS: tuple[Event, ...] = ("turn", "owed", "over", "message")
Url = Annotated[str, StringConstraints(min_length=8, max_length=500, pattern=NO_CONTROL_CHARACTERS)]
Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{1,16}$")]
MailAddress = Annotated[str, StringConstraints(max_length=254, pattern=MAIL_ADDRESS)]
Language = Literal["en", "de", "fr"]
WebhookId = Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$", description="The id of a webhook.")]
LinkSecret = Annotated[str, Query(alias="token", pattern=r"^[A-Za-z0-9_-]{1,100}$")]


class NewWebhook(RequestBody):
    """A URL to be called with events of one table, or of all tables at which the account plays or is the host."""

    url: Url
    table: Id | None = None
    events: Annotated[tuple[Event, ...], Field(min_length=1, max_length=8)] = EVENTS


class Webhook(BaseModel):
    """A webhook without its secret; one that is `disabled` is not called until it is pinged."""

    id: str
    url: str
    table: str | None
    events: list[Event]
    created_at: int
    state: Literal["ok", "failing", "disabled"]
    problem: str | None
    delivered: int
    delivered_at: int | None
    waiting: int
    failed: int


class CreatedWebhook(Webhook):
    """A new webhook with the secret that signs its deliveries, which is shown only once."""

    secret: str


class Webhooks(BaseModel):
    """The webhooks of the account."""

    webhooks: list[Webhook]


class Delivery(BaseModel):
    """A delivery that waits, or has failed for good."""

    id: str
    event: Literal["turn", "owed", "over", "message", "ping"]
    table: str | None
    number: int
    state: Literal["waiting", "failed"]
    tries: int
    problem: str | None
    created_at: int
    due_at: int | None


class Deliveries(BaseModel):
    """The waiting and failed deliveries of a webhook, the newest first."""

    deliveries: list[Delivery]


class NewMailbox(RequestBody):
    """An e-mail address and its language; the settings of notifications say what is sent to it."""

    address: MailAddress
    language: Language = "en"


class Mailbox(BaseModel):
    """The mailbox of the account; an address receives only a verification link before it is verified."""

    available: bool
    address: str | None = None
    verified: bool = False
    language: Language = "en"


class PayloadTable(BaseModel):
    """The table of a payload."""

    id: str
    title: str
    game: str
    url: str | None


class WebhookPayload(BaseModel):
    """The signed body that a webhook receives, without anything its owner may not know.

    `turn` and `owed` have a `seat`, `over` the result, all three the entries since the receiver moved last;
    `message` has a chat message; `ping` has nothing.
    """

    event: Literal["turn", "owed", "over", "message", "ping"]
    at: int
    number: int | None = None
    table: PayloadTable | None = None
    seat: int | None = None
    entries: list[dict[str, Any]] | None = None
    ended_by: str | None = None
    scores: list[dict[str, Any]] | None = None
    winners: list[int] | None = None
    message: dict[str, str] | None = None
