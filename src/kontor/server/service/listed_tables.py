"""Tables in lists as JSON data: what the row of a table says, as the account that asks may see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kontor.server.clock import now, steady
from kontor.server.schemas.people import PersonView
from kontor.server.schemas.profiles import RatingView
from kontor.server.service.game_clock import CORRESPONDENCE
from kontor.server.service.matches import Matches
from kontor.server.service.pauses import Interval, allowed_vacation, merged, pause_end, running_time
from kontor.server.service.serialization import seat_json
from kontor.server.store.models import TableRow
from kontor.server.store.table_info import TableSummary

NOTHING: Mapping[str, Any] = {
    "turn": None,
    "turn_at": None,
    "left": None,
    "scores": None,
    "winners": [],
    "moves": [],
}


@dataclass(frozen=True, slots=True)
class Host:
    """The person who has opened a table, and the rating in its game if there is one that is shown."""

    person: PersonView
    rating: RatingView | None


class TableListing:
    """Writes tables for lists; the time without a running server does not count on clocks."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches

    def table_json(self, table: TableSummary, account_id: str | None, host: Host | None = None) -> dict[str, Any]:
        """Return a table for a list; `host` is the person who opened it, where the list shows that."""
        row = table.row
        seats = [seat_json(seat, account_id) for seat in table.seats]
        summary = row.summary or NOTHING
        return {
            "id": row.id,
            "title": row.title,
            "setup": row.setup,
            "public": row.public,
            "host": row.host == account_id,
            "host_person": host.person.model_dump() if host else None,
            "host_rating": host.rating.model_dump() if host and host.rating else None,
            "seats": seats,
            "number": row.number,
            "to_move": row.to_move,
            "your_turn": row.to_move is not None and seats[row.to_move]["yours"],
            "ended_by": row.ended_by,
            "created_at": row.created_at,
            "moved_at": row.moved_at,
            "ended_at": row.ended_at,
            "clock_rule": row.clock,
            "rated": row.rated,
            "rating_min": row.rating_min,
            "rating_max": row.rating_max,
            "turn": summary["turn"],
            "turn_at": summary["turn_at"],
            "time_left": self.time_left(table, summary["left"]),
            "vacation_until": pause_end(now(), stopping_vacations(table)),
            "scores": summary["scores"],
            "winners": summary["winners"],
            "moves": summary["moves"],
            "moves_since": own_moves_since(summary, seats),
            "orders": 0,
        }

    def time_left(self, table: TableSummary, left: int | None) -> int | None:
        """Return the milliseconds that the seat to move has left now; its clock rests until every seat was taken."""
        row = table.row
        if left is None or row.ended_by is not None:
            return None
        if row.begun_at is None:
            return left
        since = max(row.moved_at, row.begun_at)
        if not is_correspondence(row):
            return left - max(0, now() - max(since, now() - (steady() - self.matches.server_since)))
        return left - running_time(since, now(), merged([*stopping_vacations(table), *self.matches.outages]))


def is_correspondence(row: TableRow) -> bool:
    """Return whether a table has a correspondence clock, which vacations and outages stop."""
    return row.clock is not None and row.clock["kind"] == CORRESPONDENCE


def stopping_vacations(table: TableSummary) -> list[Interval]:
    """Return the vacations of the player to move that stop the clock, as long as the table has days left."""
    row = table.row
    if row.clock is None or row.begun_at is None:
        return []
    return allowed_vacation(table.vacations, row.begun_at, row.clock.get("vacation_days", 0))


def own_moves_since(summary: Mapping[str, Any], seats: list[dict[str, Any]]) -> int | None:
    """Return how many moves others made since the last one of the account, of those that are known."""
    counts = summary.get("moves_since")
    held = [seat["seat"] for seat in seats if seat["yours"]]
    return min(counts[seat] for seat in held) if counts and held else None
