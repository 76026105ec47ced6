"""Messages of live connections, encoded once for all clients that receive the same."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from struct import pack
from typing import Any, Final

from orjson import dumps

from kontor.server.clock import steady
from kontor.server.service.match import Match
from kontor.server.service.serialization import JsonData, update_json
from kontor.server.service.viewers import Viewer

CLOCK_MILLISECONDS: Final = 50  # for which clients get the same time left
MOST_ENCODED: Final = 64  # messages of one table
FINAL_TEXT: Final = 0x81  # the first byte of a frame that is a whole text
LONG_FRAME: Final = 126  # bytes from which the length takes two bytes
LONGEST_FRAME: Final = 65_536  # bytes from which it takes eight
ENTRIES_TYPE: Final = b'{"type":"entries",'


@dataclass(slots=True)
class LiveUpdate:
    """A message for a client: its type, its JSON, and the number of the last entry or chat message in it."""

    type: str
    json: bytes
    number: int = 0
    _frame: bytes = b""

    @property
    def text(self) -> str:
        """The message as text."""
        return self.json.decode()

    @property
    def frame(self) -> bytes:
        """The message as a frame of the WebSocket protocol, made once, since it is the same for every client."""
        if not self._frame:
            self._frame = text_frame(self.json)
        return self._frame


def text_frame(text: bytes) -> bytes:
    """Return a text as one frame that a server sends. [RFC 6455, 5.2]"""
    if len(text) < LONG_FRAME:
        return pack("!BB", FINAL_TEXT, len(text)) + text
    if len(text) < LONGEST_FRAME:
        return pack("!BBH", FINAL_TEXT, LONG_FRAME, len(text)) + text
    return pack("!BBQ", FINAL_TEXT, LONG_FRAME + 1, len(text)) + text


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
    key = viewed(match, viewer, since, with_state)
    found: LiveUpdate | None = match.encoded.get(key)
    if found is None:
        if len(match.encoded) >= MOST_ENCODED:
            match.encoded.clear()
        content = {"type": "entries", **update_json(match, viewer, since, with_state)}
        found = match.encoded[key] = LiveUpdate("entries", dumps(content), match.number)
    return found


def update_body(match: Match, viewer: Viewer, since: int, with_state: bool) -> bytes:
    """Return the body of a response: what a message contains, without its type."""
    return b"{" + entries_update(match, viewer, since, with_state).json.removeprefix(ENTRIES_TYPE)


def viewed(match: Match, viewer: Viewer, since: int, with_state: bool) -> tuple[Hashable, ...]:
    """Return what decides what an update contains, beside the last entry."""
    tick = 0 if match.timeline.clock is None else steady() // CLOCK_MILLISECONDS
    votes = tuple(match.undo_votes.items()) if match.undo_votes else ()
    return "update", since, with_state, viewer.seat, viewer.held, match.table.version, votes, tick
