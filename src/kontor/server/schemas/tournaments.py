"""Leagues and tournaments of groups."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from kontor.server.schemas.clocks import AnyClock
from kontor.server.schemas.fields import Name, RequestBody
from kontor.server.schemas.people import PersonView

TournamentKind = Literal["round-robin", "swiss", "knockout"]


class NewTournament(RequestBody):
    """A new tournament: its kind, the setup and the clock of its tables, and in how many hours people have to appear.

    `players` of the setup is the wanted size of a table. A clock is needed, so that every game ends. Without `rounds`
    everybody meets everybody about once, a Swiss tournament has as many rounds as it needs, and a knockout ends with
    one winner.
    """

    name: Name
    kind: TournamentKind
    setup: dict[str, Any]
    clock: AnyClock
    undo: Literal["never", "own", "agreed"] = "own"
    rated: bool = False
    rounds: Annotated[int, Field(ge=1, le=30, strict=True)] | None = None
    start_hours: Annotated[int, Field(ge=1, le=720, strict=True)] = 48


class TournamentSummary(BaseModel):
    """A tournament in a list; `round` is the last round that was paired, `rounds` is known when it has started."""

    id: str
    group_id: str
    name: str
    kind: TournamentKind
    plan: dict[str, Any]
    rounds: int
    round: int
    start_hours: int
    organizer: str
    created_at: int
    started_at: int | None
    ended_at: int | None


class Tournaments(BaseModel):
    """The tournaments of a group, the newest first."""

    tournaments: list[TournamentSummary]


class TournamentPlayer(BaseModel):
    """A player of a tournament and the order of entry."""

    account_id: str
    number: int
    withdrawn: bool


class Pairing(BaseModel):
    """A table of a round, its players by seat, and their places when the game is over; a bye has no table.

    Players who did not appear until `due_at` are `absent` and have the place 0.
    """

    round: int
    number: int
    table_id: str | None
    players: list[str]
    places: list[int] | None
    absent: list[str]
    due_at: int | None


class TournamentStanding(BaseModel):
    """The standing of a player: points, those of all opponents together, wins and games."""

    account_id: str
    rank: int
    points: float
    opponents: float
    wins: int
    games: int


class Tournament(TournamentSummary):
    """A tournament as the members of its group see it; `owner` may start, cancel and withdraw players."""

    group_name: str
    owner: bool
    entered: bool
    people: list[PersonView]
    players: list[TournamentPlayer]
    pairings: list[Pairing]
    standings: list[TournamentStanding]
