"""Entries of a match that are no longer in memory, replayed without holding up other requests."""

from __future__ import annotations

from kontor.server.service.match import Match
from kontor.server.service.slicing import Slices
from kontor.server.service.telling import Eyes, Told, entry_json


async def older_entries(slices: Slices, match: Match, eyes: Eyes, since: int) -> tuple[list[Told], int]:
    """Return the entries after a number, if they have to be replayed, and the number from which to go on."""
    if match.is_recent(since):
        return [], since
    last = match.number
    told = (entry_json(match, happened, eyes) for happened in match.replay(since, last))
    return await slices.run_charged(last - since, told), last
