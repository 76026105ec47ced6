"""Texts and numbers that callers send, with the bounds they keep to."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from kontor.server.names import LONGEST_NAME, InvalidName, clean_name, clean_text

PLAIN = r"^[^\x00-\x1f\x7f]*$"
LARGEST = 2**31 - 1

LONGEST_TITLE = 80


def valid_name(name: str) -> str:
    """Return a name in its normal form."""
    try:
        return clean_name(name)
    except InvalidName as problem:
        raise PydanticCustomError("name", "{sentence}", {"sentence": str(problem)}) from problem


def valid_title(title: str) -> str:
    """Return a title, which may be empty, in its normal form."""
    try:
        return clean_name(title, LONGEST_TITLE) if title else title
    except InvalidName as problem:
        sentence = str(problem).replace("A name", "A title")
        raise PydanticCustomError("title", "{sentence}", {"sentence": sentence}) from problem


def valid_text(text: str) -> str:
    """Return a message without control characters."""
    if not (plain := clean_text(text)):
        raise PydanticCustomError("text", "A message needs at least one visible character.")
    return plain


AnyName = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_NAME, pattern=PLAIN)
]
"""A name that may be one of an older account; new ones are checked when they are taken."""
Name = Annotated[AnyName, AfterValidator(valid_name)]
Title = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=LONGEST_TITLE, pattern=PLAIN),
    AfterValidator(valid_title),
]
Word = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=PLAIN)]
Secret = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]
Said = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=1000, pattern=r"^[^\x00]*$"),
    AfterValidator(valid_text),
]
Words = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=PLAIN)]
Number = Annotated[int, Field(ge=0, le=LARGEST, strict=True)]

TableId = Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$", description="The id of a table.")]
TokenId = Annotated[str, Path(pattern=r"^[a-z0-9]{1,16}$", description="The id of a token.")]
SeatNumber = Annotated[int, Path(ge=0, le=99, description="A seat, counted from 0.")]
EntryNumber = Annotated[int, Path(ge=0, le=LARGEST, description="The number of an entry; 0 is the start.")]
AskedSeat = Annotated[
    int | None, Query(ge=0, le=99, description="The seat of yours with whose eyes you look; secret cards are shown.")
]
Since = Annotated[int, Query(ge=0, le=LARGEST, description="The last number you know.")]
WithState = Annotated[bool, Query(description="Whether the answer holds the whole state.")]


class Asked(BaseModel):
    """What a caller sends; an unknown field is refused."""

    model_config = ConfigDict(extra="forbid")
