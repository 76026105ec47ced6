"""What the row of a table repeats of its setup, clock and seats, so that lists of tables can be filtered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, case, exists, or_

from kontor.server.store.models import SeatRow, TableRow

UNLISTED: Final = 0  # private, practice, or over
RUNNING: Final = 1  # public; others may watch
SEATS_OPEN: Final = 2  # public, and others may take a seat

NO_CLOCK: Final = "none"
LIVE: Final = "live"  # the players sit at the table at the same time
SLOW: Final = "slow"  # a turn may take days
SLOW_SECONDS: Final = 12 * 3600


def listing_of(public: bool, practice: bool, has_open_seat: bool) -> int:
    """Return in which list others find a table that is not over."""
    if practice or not public:
        return UNLISTED
    return SEATS_OPEN if has_open_seat else RUNNING


def listing_now() -> ColumnElement[int]:
    """Return the expression for the list in which others find a table, from its present row and seats."""
    hidden = or_(TableRow.public.is_(False), TableRow.practice.is_(True), TableRow.ended_by.is_not(None))
    has_open_seat = exists().where(SeatRow.table_id == TableRow.id, SeatRow.kind == "open")
    return case((hidden, UNLISTED), (has_open_seat, SEATS_OPEN), else_=RUNNING)


def filter_values(setup: Mapping[str, Any], clock: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the columns that repeat a setup and a clock."""
    return {
        "game": setup.get("game", ""),
        "edition": setup.get("edition"),
        "board": setup.get("board"),
        "modules": joined(setup.get("modules") or ()),
        "pace": pace_of(clock),
    }


def joined(modules: Any) -> str:
    """Return the names of modules in one text in which each of them stands between spaces."""
    return f" {' '.join(sorted(modules))} " if modules else ""


def pace_of(clock: Mapping[str, Any] | None) -> str:
    """Return whether a game is played without a clock, at one sitting, or over days."""
    if clock is None:
        return NO_CLOCK
    seconds = clock["seconds"] if "seconds" in clock else clock["per_move"] // 1000
    return SLOW if seconds >= SLOW_SECONDS else LIVE
