"""Notices of events: the list behind the bell."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field

from kontor.server.schemas.fields import RequestBody
from kontor.server.schemas.notifications import Id


class Notice(BaseModel):
    """An event that the account was notified of: a title, a sentence, and the public facts of both."""

    id: str
    event: str
    title: str
    text: str
    table: str | None
    data: dict[str, Any]
    at: int
    read: bool


class Notices(BaseModel):
    """The newest notices of the account, the newest first, and how many are unread."""

    unread: int
    notices: list[Notice]


NoticeIds = Annotated[list[Id], Field(min_length=1, max_length=100)]


class ReadNotices(RequestBody):
    """The notices to mark as read; without ids all of them."""

    ids: NoticeIds | None = None
