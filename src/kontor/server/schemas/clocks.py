"""Clocks of tables, and vacations of players."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from kontor.server.schemas.fields import Identifier, RequestBody


class ClockRule(RequestBody):
    """Time per turn, or a budget with an increment per turn; without an agent the smallest choice is made."""

    kind: Literal["turn", "budget"]
    seconds: Annotated[int, Field(ge=1, le=10_000_000, strict=True)]
    increment: Annotated[int, Field(ge=0, le=1_000_000, strict=True)] = 0
    agent: Identifier | None = None


class CorrespondenceClock(RequestBody):
    """Milliseconds for every turn and every answer, a reserve for the whole game, and vacation days.

    `expired` says what happens when both have run out: the agent plays the turn or takes over the seat, or the game
    ends.
    """

    kind: Literal["correspondence"]
    per_move: Annotated[int, Field(ge=1_000, le=30 * 86_400_000, strict=True)]
    reserve: Annotated[int, Field(ge=0, le=60 * 86_400_000, strict=True)] = 0
    vacation_days: Annotated[int, Field(ge=0, le=60, strict=True)] = 0
    expired: Literal["turn", "seat", "game"] = "turn"
    agent: Identifier = "light"


AnyClock = Annotated[ClockRule | CorrespondenceClock, Field(discriminator="kind")]


class CorrespondenceTimes(BaseModel):
    """What only correspondence clocks have.

    `deadline` is when the running clock expires. For every seat, `reserve` and `vacation_left` are the milliseconds
    of reserve and of vacation that are left, and `vacation` is when the vacation that stops its clock now ends.
    """

    deadline: int | None
    reserve: list[int]
    vacation: list[int | None]
    vacation_left: list[int]


class Clock(BaseModel):
    """The milliseconds every seat has left at a moment, including its reserve, and whose clock runs."""

    left: list[int]
    running: int | None
    at: int
    correspondence: CorrespondenceTimes | None


class VacationRequest(RequestBody):
    """A vacation that begins now and ends at a moment in milliseconds."""

    until: Annotated[int, Field(ge=0, le=2**53, strict=True)]


class Vacation(BaseModel):
    """The present vacation of the account; both times are null without one."""

    since: int | None
    until: int | None
