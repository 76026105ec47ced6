"""A player for whom the others wait without a clock, and whom they may replace by a vote."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from kontor.core.values import Seat
from kontor.server.service.match import Match
from kontor.server.store.table_info import HUMAN

LONG_WAIT: Final = 3 * 86_400_000
"""The milliseconds after which a player who has not moved can be replaced."""
OFFLINE_WAIT: Final = 15 * 60_000
"""The same for a player who is not connected while all others are."""


class Absence(NamedTuple):
    """A player for whom the others wait: since when, and the seats of those who have to agree to a replacement."""

    seat: Seat
    since: int
    voters: tuple[Seat, ...]


def absence_of(match: Match) -> Absence | None:
    """Return the player for whom others wait; None where a clock decides, or nobody else could vote."""
    if match.timeline.clock is not None or not match.is_recorded or match.to_move < 0:
        return None
    seat = match.table.seats[match.to_move]
    people = [other for other in match.table.seats if other.kind == HUMAN and other.account_id != seat.account_id]
    if seat.kind != HUMAN or not people:
        return None
    return Absence(seat.seat, match.stamp_since, tuple(other.seat for other in people))


def absence_json(match: Match) -> dict[str, Any] | None:
    """Return for whom others wait, from when a replacement can be voted on, and who has agreed."""
    absence = absence_of(match)
    if absence is None:
        return None
    extras = match.table.extras
    votes = extras.votes & set(absence.voters) if extras.votes_at == match.number else frozenset()
    return {
        "seat": absence.seat,
        "replaceable_from": absence.since + LONG_WAIT,
        "offline_from": absence.since + OFFLINE_WAIT,
        "voters": list(absence.voters),
        "votes": sorted(votes),
    }
