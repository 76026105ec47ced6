"""Chat messages of tables."""

from __future__ import annotations

from pydantic import BaseModel

from kontor.server.schemas.fields import MessageText, RequestBody


class Message(BaseModel):
    """A chat message, with the account that wrote it."""

    number: int
    name: str
    account_id: str
    text: str
    at: int


class NewMessage(RequestBody):
    """A new chat message."""

    text: MessageText


class ChatState(RequestBody):
    """Whether the chat of a table is closed."""

    closed: bool


class Messages(BaseModel):
    """The chat messages of a table."""

    messages: list[Message]
