"""Settings of notifications: what an account is told by which channel, and when."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from kontor.server.local_time import MINUTES_PER_DAY, time_zones
from kontor.server.schemas.fields import NO_CONTROL_CHARACTERS, RequestBody

EventName = Literal[
    "turn",
    "displaced",
    "invitation",
    "rematch",
    "clock",
    "ended",
    "message",
    "friend",
    "group",
    "tournament",
    "moderation",
]
DeliveryTime = Literal["now", "digest", "never"]
Minute = Annotated[int, Field(ge=0, lt=MINUTES_PER_DAY, strict=True)]
Hour = Annotated[int, Field(ge=0, le=23, strict=True)]


def known_time_zone(name: str) -> str:
    """Return the name of a time zone that exists."""
    if name not in time_zones():
        raise PydanticCustomError("time_zone", "There is no such time zone; use a name such as Europe/Berlin.")
    return name


TimeZone = Annotated[
    str,
    StringConstraints(min_length=1, max_length=64, pattern=NO_CONTROL_CHARACTERS),
    AfterValidator(known_time_zone),
]


class Channels(RequestBody):
    """When an event is told by each channel."""

    push: DeliveryTime
    mail: DeliveryTime


class QuietHours(RequestBody):
    """Hours in which nothing is sent, in minutes after midnight; what happens in them is sent when they end."""

    start: Minute
    end: Minute

    @model_validator(mode="after")
    def check_length(self) -> Self:
        """Reject hours that never begin."""
        if self.start == self.end:
            raise PydanticCustomError("quiet_hours", "Quiet hours need a start and an end that differ.")
        return self


class NewNotificationSettings(RequestBody):
    """The settings of the account; events without a choice get the default."""

    time_zone: TimeZone = "UTC"
    quiet_hours: QuietHours | None = None
    digest_hour: Hour = 8
    choices: Annotated[dict[EventName, Channels], Field(max_length=11)] = Field(default_factory=dict)


class TableException(BaseModel):
    """A table of which the account is told otherwise."""

    table: str
    delivery: DeliveryTime


class NotificationSettings(BaseModel):
    """The settings of the account with a choice for every event, and whether this server sends e-mail."""

    time_zone: str
    quiet_hours: QuietHours | None
    digest_hour: int
    choices: dict[EventName, Channels]
    tables: list[TableException]
    sends_mail: bool


class NewTableException(RequestBody):
    """How the account is told of one table: with the digest, or never; null restores the choices for all tables."""

    delivery: Literal["digest", "never"] | None
