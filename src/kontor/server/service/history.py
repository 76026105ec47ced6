"""Entries of a match that are no longer in memory, replayed without blocking other requests."""

from __future__ import annotations

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
