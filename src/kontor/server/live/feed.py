"""The feed of one socket: everything its receiver missed, told once and in order."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from kontor.server.computers.decisions import Decisions
from kontor.server.live.bus import ENTRIES, MESSAGES, PEOPLE, PRESENCE, SEATS, THINKING, WISHES
from kontor.server.live.hub import Hub, Listener, Presence
from kontor.server.service.history import older_entries
from kontor.server.service.match import Match
from kontor.server.service.matches import Matches
from kontor.server.service.seating import eyes_of
from kontor.server.service.telling import Eyes, message_json, news_json, seats_json
from kontor.server.store.accounts import Account
from kontor.server.store.messages import Messages

ALL = frozenset({ENTRIES, MESSAGES, PEOPLE, PRESENCE, SEATS, THINKING, WISHES})


class Feed:
    """What a receiver has been told so far of a table, and what comes next."""

    def __init__(
        self,
        matches: Matches,
        messages: Messages,
        hub: Hub,
        decisions: Decisions,
        listener: Listener,
        account: Account | None,
        still_there: Callable[[], Awaitable[None]],
        seat: int | None,
        with_state: bool,
    ) -> None:
        self.matches = matches
        self.messages = messages
        self.hub = hub
        self.decisions = decisions
        self.listener = listener
        self.account = account
        self.still_there = still_there
        self.seat = seat
        self.with_state = with_state
        self.number = 0
        self.message = 0
        self.presence: Presence | None = None

    async def news(self, about: set[str] | frozenset[str]) -> list[dict[str, Any]]:
        """The next things to tell; raises a refusal when the receiver may no longer listen."""
        if PEOPLE in about:
            await self.still_there()
        match = await self.matches.get(self.listener.table_id)
        eyes = eyes_of(match, self.account, self.seat)
        self.hub.reseat(self.listener, eyes.held)
        told: list[dict[str, Any]] = []
        if SEATS in about:
            told.append({"type": "seats", "seats": seats_json(match.card, eyes)})
        if about & {ENTRIES, SEATS, WISHES}:
            told.append(await self._happened(match, eyes))
        if PRESENCE in about:
            told += self._present()
        if THINKING in about:
            told += self._thinking(match)
        return [*told, *(await self._said() if MESSAGES in about else [])]

    async def _happened(self, match: Match, eyes: Eyes) -> dict[str, Any]:
        """What happened since the last entry told, and whose turn it is now."""
        older, since = await older_entries(self.matches.slices, match, eyes, self.number)
        self.number = match.number
        return {"type": "entries", **news_json(match, eyes, since, self.with_state, older)}

    def _present(self) -> list[dict[str, Any]]:
        """Return who is there, the first time, and then what has changed."""
        before, self.presence = self.presence, self.hub.presence(self.listener.table_id)
        if before is None:
            return [{"type": "presence", **self.presence.json()}]
        return [{"type": "presence", **self.presence.since(before)}] if self.presence != before else []

    def _thinking(self, match: Match) -> list[dict[str, Any]]:
        """Return which computer seat decides and how long its queue is; nothing if none does."""
        thinking = self.decisions.json(match.card.id)
        return [] if thinking is None else [{"type": "thinking", **thinking}]

    async def _said(self) -> list[dict[str, Any]]:
        """What was said since the last message told."""
        said = await self.messages.after(self.listener.table_id, self.message)
        if not said:
            return []
        self.message = said[-1].number
        return [{"type": "messages", "messages": [message_json(message) for message in said]}]
