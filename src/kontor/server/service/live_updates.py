"""Messages of live connections, encoded once for all clients that receive the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from orjson import dumps
from websockets.frames import Frame, Opcode

from kontor.server.clock import steady
from kontor.server.service.match import Match
from kontor.server.service.serialization import JsonData, update_json
from kontor.server.service.viewers import Viewer

CLOCK_MILLISECONDS: Final = 50  # for which clients get the same time left
MOST_ENCODED: Final = 64  # messages of one table


@dataclass(frozen=True)
class LiveUpdate:
    """A message for a client: its type, its JSON, and the number of the last entry or chat message in it."""

    type: str
    json: bytes
    number: int = 0

    @property
    def text(self) -> str:
        """The message as text."""
        return self.json.decode()

    @cached_property
    def frame(self) -> bytes:
        """The message as a frame of the WebSocket protocol, which is the same for every client."""
        return Frame(Opcode.TEXT, self.json).serialize(mask=False)


def live_update(kind: str, content: dict[str, Any], number: int = 0) -> LiveUpdate:
    """Return a message with its content encoded."""
    return LiveUpdate(kind, dumps({"type": kind, **content}), number)


def entries_update(
    match: Match, viewer: Viewer, since: int, with_state: bool, older: Sequence[JsonData] = ()
) -> LiveUpdate:
    """Return the message with the entries after a number; viewers of the same seat share one encoding.

    Older entries, which had to be replayed, are for one client alone.
    """
    if older:
        return live_update("entries", update_json(match, viewer, since, with_state, older), match.number)
    tick = 0 if match.timeline.clock is None else steady() // CLOCK_MILLISECONDS
    votes = tuple(match.undo_votes.items())
    key = (since, with_state, viewer.seat, viewer.held, match.table.version, votes, tick)
    found = match.encoded.get(key)
    if found is None:
        found = live_update("entries", update_json(match, viewer, since, with_state), match.number)
        if len(match.encoded) >= MOST_ENCODED:
            match.encoded.clear()
        match.encoded[key] = found
    return found
