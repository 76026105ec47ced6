"""Web Push: the key of the server, and the browsers that receive messages."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path
from pydantic import BaseModel, StringConstraints

from kontor.server.schemas.fields import NO_CONTROL_CHARACTERS, Name, RequestBody
from kontor.server.schemas.notifications import Language

Endpoint = Annotated[str, StringConstraints(min_length=8, max_length=1000, pattern=NO_CONTROL_CHARACTERS)]
Base64 = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9_-]+=*$")]
BrowserId = Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$", description="The id of a browser.")]


class PushKey(BaseModel):
    """The public key with which browsers subscribe (`applicationServerKey`)."""

    key: str


class SubscriptionKeys(RequestBody):
    """The keys with which messages to a browser are encrypted."""

    p256dh: Base64
    auth: Base64


class NewPushSubscription(RequestBody):
    """A push subscription as the browser returns it, the language of its messages, and a label for the device."""

    endpoint: Endpoint
    keys: SubscriptionKeys
    language: Language = "en"
    label: Name = "Browser"


class PushBrowser(BaseModel):
    """A browser that receives push messages, without its keys."""

    id: str
    label: str
    language: Language
    created_at: int


class PushBrowsers(BaseModel):
    """The browsers of the account."""

    browsers: list[PushBrowser]
