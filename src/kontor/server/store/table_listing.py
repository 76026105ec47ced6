"""What the row of a table repeats of its setup, clock and seats, so that lists of tables can be filtered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, case, exists, or_, true
from sqlalchemy.orm import aliased

from kontor.server.store.models import AccountRow, SeatRow, TableRow

UNLISTED: Final = 0  # private, practice, or over
RUNNING: Final = 1  # public; others may watch, and no player hides the game from strangers
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


def listing_now(begins: bool = False) -> ColumnElement[int]:
    """Return the expression for the list in which others find a table, from its present row and seats.

    With `begins` the statement also sets when the game has begun.
    """
    hidden = or_(~is_watchable(begins), TableRow.practice.is_(True), TableRow.ended_by.is_not(None))
    has_open_seat = exists().where(SeatRow.table_id == TableRow.id, SeatRow.kind == "open")
    return case((hidden, UNLISTED), (has_open_seat, SEATS_OPEN), else_=RUNNING)


def is_watchable(begins: bool = False) -> ColumnElement[bool]:
    """Return the condition that strangers may see a table, as `TableInfo.is_watchable` says."""
    seats, players = aliased(SeatRow), aliased(AccountRow)
    hides = players.watchable.is_(False) & players.deleted_at.is_(None)
    hidden = exists().where(seats.table_id == TableRow.id, players.id == seats.account_id, hides)
    begun = true() if begins else TableRow.begun_at.is_not(None)
    return TableRow.public.is_(True) & ~(begun & hidden)


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
