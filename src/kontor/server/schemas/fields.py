"""Types of fields and parameters with their limits."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from kontor.server.display_names import MAX_NAME_LENGTH, clean_name, clean_text
from kontor.server.errors import InvalidName

NO_CONTROL_CHARACTERS = r"^[^\x00-\x1f\x7f]*$"
MAX_INTEGER = 2**31 - 1

MAX_TITLE_LENGTH = 80
MAX_RATING = 9999


def valid_name(name: str) -> str:
    """Return a name in its normal form."""
    try:
        return clean_name(name)
    except InvalidName as problem:
        raise PydanticCustomError("name", "{sentence}", {"sentence": str(problem)}) from problem


def valid_title(title: str) -> str:
    """Return a title, which may be empty, in its normal form."""
    try:
        return clean_name(title, MAX_TITLE_LENGTH) if title else title
    except InvalidName as problem:
        sentence = str(problem).replace("A name", "A title")
        raise PydanticCustomError("title", "{sentence}", {"sentence": sentence}) from problem


def valid_text(text: str) -> str:
    """Return a message without control characters."""
    if not (plain := clean_text(text)):
        raise PydanticCustomError("text", "A message needs at least one visible character.")
    return plain


AnyName = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_NAME_LENGTH, pattern=NO_CONTROL_CHARACTERS),
]
"""A name that may be one of an older account; new names are checked when they are chosen."""
Name = Annotated[AnyName, AfterValidator(valid_name)]
Title = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=MAX_TITLE_LENGTH, pattern=NO_CONTROL_CHARACTERS),
    AfterValidator(valid_title),
]
ResourceId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{1,16}$")]
"""The id of an account, a group or a table in a body."""
Identifier = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=NO_CONTROL_CHARACTERS)]
Secret = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]
MessageText = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=1000, pattern=r"^[^\x00]*$"),
    AfterValidator(valid_text),
]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=NO_CONTROL_CHARACTERS)]
MoveLine = Annotated[list[MoveText | dict[str, Any]], Field(min_length=1, max_length=16)]
Number = Annotated[int, Field(ge=0, le=MAX_INTEGER, strict=True)]

TableId = Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$", description="The id of a table.")]
AccountId = Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$", description="The id of an account.")]
ReportId = Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$", description="The id of a report.")]
AnnouncementId = Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$", description="The id of an announcement.")]
TokenId = Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$", description="The id of a token.")]
SessionId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", description="The id of a session.")]
GroupId = Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$", description="The id of a group.")]
TournamentId = Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$", description="The id of a tournament.")]
SeatNumber = Annotated[int, Path(ge=0, le=99, description="A seat, counted from 0.")]
EntryNumber = Annotated[int, Path(ge=0, le=MAX_INTEGER, description="The number of an entry; 0 is the start.")]
EntryNumbers = Annotated[
    list[Annotated[int, Field(ge=0, le=MAX_INTEGER)]],
    Query(alias="number", min_length=1, max_length=32, description="Numbers of entries, one parameter for each."),
]
Cursor = Annotated[
    str | None,
    Query(pattern=r"^[0-9a-z.]{1,60}$", description="The `next` of the page before; without it, the first page."),
]
Word = Annotated[str | None, Query(min_length=1, max_length=40, pattern=NO_CONTROL_CHARACTERS)]
ViewedSeat = Annotated[int | None, Query(ge=0, le=99, description="One of your seats, whose secrets are shown.")]
Since = Annotated[int, Query(ge=0, le=MAX_INTEGER, description="The last number the client knows.")]
WithState = Annotated[bool, Query(description="Whether the response contains the whole state.")]


class RequestBody(BaseModel):
    """The base of request bodies; unknown fields are rejected."""

    model_config = ConfigDict(extra="forbid")
