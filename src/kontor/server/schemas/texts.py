"""Texts and numbers that callers send, with the bounds they keep to."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

PLAIN = r"^[^\x00-\x1f\x7f]*$"
LARGEST = 2**31 - 1

Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40, pattern=PLAIN)]
Title = Annotated[str, StringConstraints(strip_whitespace=True, max_length=80, pattern=PLAIN)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=40, pattern=PLAIN)]
Secret = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]
Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]
Said = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000, pattern=r"^[^\x00]*$")]
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
