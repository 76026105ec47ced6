"""The past of a match: entries that are no longer in memory, and positions after an entry."""

from __future__ import annotations

from kontor.core.values import PositionBytes
from kontor.server.errors import NotFound
from kontor.server.service.match import Match
from kontor.server.service.serialization import JsonData, entry_json
from kontor.server.service.time_slicer import TimeSlicer
from kontor.server.service.viewers import Viewer


async def older_entries(slicer: TimeSlicer, match: Match, viewer: Viewer, since: int) -> tuple[list[JsonData], int]:
    """Return the entries after a number that have to be replayed, and the number from which to continue."""
    if match.is_recent(since):
        return [], since
    last = match.number
    entries = (entry_json(match, applied, viewer) for applied in match.replay(since, last))
    return await slicer.run_charged(last - since, entries), last


def check_number(match: Match, number: int) -> None:
    """Reject the number of an entry that a match does not have yet."""
    if number > match.number:
        raise NotFound(f"The table is at number {match.number}; there is no number {number} yet.")


def view_at(match: Match, number: int, viewer: Viewer) -> PositionBytes:
    """Return the position after an entry as a viewer may see it."""
    check_number(match, number)
    return match.at(number).view(viewer.seat)
