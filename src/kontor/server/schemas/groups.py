"""Groups, their members and their tables."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, StringConstraints

from kontor.server.schemas.clocks import AnyClock
from kontor.server.schemas.fields import Name, RequestBody, Secret
from kontor.server.schemas.people import PersonView
from kontor.server.schemas.table_lists import Summary

Description = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000, pattern=r"^[^\x00]*$")]
Role = Literal["owner", "member"]


class TableDefaults(RequestBody):
    """What the form for a new table of the group starts with."""

    setup: dict[str, Any]
    undo: Literal["never", "own", "agreed"] = "own"
    hints: bool = False
    rated: bool = False
    clock: AnyClock | None = None


class NewGroup(RequestBody):
    """A new group, whose owner is the account."""

    name: Name
    description: Description = ""


class GroupChange(NewGroup):
    """The name, the description and the default settings of a group."""

    defaults: TableDefaults | None = None


class GroupSummary(BaseModel):
    """A group in a list, with the role of the account."""

    id: str
    name: str
    description: str
    role: Role
    members: int


class Groups(BaseModel):
    """The groups of the account, by name."""

    groups: list[GroupSummary]


class Member(BaseModel):
    """A member of a group."""

    person: PersonView
    role: Role
    since: int


class Group(BaseModel):
    """A group as its members see it; `has_link` says whether there is an invitation link."""

    id: str
    name: str
    description: str
    role: Role
    defaults: dict[str, Any] | None
    has_link: bool
    created_at: int
    members: list[Member]
    tables: list[Summary]


class GroupPreview(BaseModel):
    """What an invitation link to a group leads to."""

    id: str
    name: str
    description: str
    members: int
    owner: PersonView
    joined: bool


class GroupLink(BaseModel):
    """The secret of the invitation link of a group, which is shown only once."""

    invitation: str


class GroupInvitation(RequestBody):
    """The secret of the invitation link of a group."""

    invitation: Secret


class RoleChange(RequestBody):
    """The new role of a member."""

    role: Role


class LeaderboardRow(BaseModel):
    """The results of a member at the tables of the group; the rating counts the games of the group alone."""

    rank: int
    person: PersonView
    games: int
    wins: int
    mean_place: float
    rating: int
    uncertainty: int
    provisional: bool


class Leaderboard(BaseModel):
    """The members who have finished games at tables of the group, the best first, and how many games were counted."""

    games: int
    rows: list[LeaderboardRow]
