"""Invitations of accounts, and what an invitation leads to."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from kontor.server.schemas.clocks import AnyClock
from kontor.server.schemas.fields import RequestBody, ResourceId, Secret
from kontor.server.schemas.people import PersonView
from kontor.server.schemas.tables import Seat


class InvitedTable(BaseModel):
    """A table as an invitation describes it, before one sits down."""

    table_id: str
    title: str
    setup: dict[str, Any]
    clock_rule: AnyClock | None
    undo_policy: Literal["never", "own", "agreed"]
    hints: bool
    rated: bool
    public: bool
    group_id: str | None
    host: PersonView
    seats: list[Seat]
    begun: bool
    created_at: int


class InvitedAccount(InvitedTable):
    """An invitation of the account: by whom, to which seats, and why; `rematch` is by one of the last players."""

    kind: Literal["table", "rematch", "tournament"]
    by: PersonView
    at: int
    invited_seats: list[int]


class AccountInvitations(BaseModel):
    """The invitations the account can accept, the newest first."""

    invitations: list[InvitedAccount]


class InvitePeople(RequestBody):
    """Friends or members of a common group to invite to a table."""

    accounts: Annotated[list[ResourceId], Field(min_length=1, max_length=16)]


class InvitationPreview(RequestBody):
    """The secret of an invitation link, to see what it leads to; without one, the account's own invitation."""

    invitation: Secret | None = None


class QrRequest(RequestBody):
    """A link that a QR code is wanted of."""

    link: Annotated[str, StringConstraints(max_length=400, pattern=r"^https?://[!-~]+$")]


class QrCode(BaseModel):
    """A QR code: the length of its side in modules, and the dark modules as the path of an SVG."""

    size: int
    path: str


class SeatTaken(BaseModel):
    """The table and the seats that the account now holds there."""

    table_id: str
    seats: list[int]
