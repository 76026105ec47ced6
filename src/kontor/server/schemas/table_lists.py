"""Tables in lists."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from kontor.server.schemas.people import PersonView
from kontor.server.schemas.profiles import RatingView
from kontor.server.schemas.tables import Seat


class LastMove(BaseModel):
    """One of the last moves of a game, with those of its events that everybody may know."""

    number: int
    seat: int | None
    by: str
    at: int
    events: list[dict[str, Any]]


class Summary(BaseModel):
    """A table in a list.

    `turn_at` says since when the seat to move is to move, `time_left` how many milliseconds it has left now; its
    clock rests until `vacation_until`, if that is not null. `moves_since` counts the moves of others since the last
    one of the account, as far as `moves` are known. Points and moves are null and empty if not computed yet.
    `orders` counts the account's standing orders; only the home page has them.
    """

    id: str
    title: str
    setup: dict[str, Any]
    public: bool
    host: bool
    host_person: PersonView | None
    host_rating: RatingView | None
    seats: list[Seat]
    number: int
    to_move: int | None
    your_turn: bool
    ended_by: str | None
    created_at: int
    moved_at: int
    ended_at: int | None
    clock_rule: dict[str, Any] | None
    rated: bool
    rating_min: int | None
    rating_max: int | None
    turn: int | None
    turn_at: int | None
    time_left: int | None
    vacation_until: int | None
    scores: list[int] | None
    winners: list[int]
    moves: list[LastMove]
    moves_since: int | None
    orders: int


class Summaries(BaseModel):
    """A page of tables; `next` is the cursor of the next one, where the list has cursors."""

    tables: list[Summary]
    next: str | None
