"""The live feed of one WebSocket: everything its client missed, sent once and in order."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from kontor.server.bus.bus import ACCOUNTS, ENTRIES, MESSAGES, PRESENCE, SEATS, THINKING, UNDO_VOTES
from kontor.server.bus.hub import Hub, Listener, Presence
from kontor.server.errors import ApiError
from kontor.server.service.history import older_entries
from kontor.server.service.live_updates import LiveUpdate, entries_update, live_update
from kontor.server.service.match import Match
from kontor.server.service.matches import Matches
from kontor.server.service.serialization import JsonData, message_json, seats_json
from kontor.server.service.viewers import Viewer, known_viewer
from kontor.server.store.accounts import Account
from kontor.server.store.messages import Messages
from kontor.server.workers.decisions import Decisions

ANNOUNCED = frozenset({ENTRIES})  # whose notices say what has changed
ALL = frozenset({ACCOUNTS, ENTRIES, MESSAGES, PRESENCE, SEATS, THINKING, UNDO_VOTES})


class LiveFeed:
    """Knows what a client has received of a table, and returns what is new."""

    def __init__(
        self,
        matches: Matches,
        messages: Messages,
        hub: Hub,
        decisions: Decisions,
        listener: Listener,
        account: Account | None,
        check_session: Callable[[], Awaitable[None]],
        seat: int | None,
        with_state: bool,
    ) -> None:
        self.matches = matches
        self.messages = messages
        self.hub = hub
        self.decisions = decisions
        self.listener = listener
        self.account = account
        self.check_session = check_session
        self.seat = seat
        self.with_state = with_state
        self.number = 0
        self.message = 0
        self.presence: Presence | None = None

    def join(self) -> None:
        """Count the connection, and let changes wake it."""
        self.hub.join(self.listener)

    def leave(self) -> None:
        """End the connection."""
        self.hub.leave(self.listener)
        self.listener.deliver = None

    def deliver_with(self, send: Callable[[LiveUpdate], bool]) -> None:
        """Let new entries be sent at once by a function that returns False if the client cannot be sent anything."""
        self.listener.deliver = lambda: self._deliver(send)

    def _deliver(self, send: Callable[[LiveUpdate], bool]) -> bool:
        """Send new entries if they and the viewer are known without a query; return False to be woken instead."""
        match = self.matches.in_memory(self.listener.table_id)
        if match is None or not match.is_recent(self.number):
            return False
        if self.number == match.number:
            return True
        try:
            viewer = known_viewer(match, self.account, self.seat)
        except ApiError:
            return False
        self.hub.reseat(self.listener, viewer.held)
        if not send(entries_update(match, viewer, self.number, self.with_state)):
            return False
        self.number = match.number
        return True

    async def updates(self, topics: set[str] | frozenset[str]) -> list[LiveUpdate]:
        """Return the next messages to send; raises an ApiError when the client may no longer listen."""
        if ACCOUNTS in topics:
            await self.check_session()
        read = self.matches.current if topics <= ANNOUNCED else self.matches.checked
        match = await read(self.listener.table_id)
        viewer = known_viewer(match, self.account, self.seat)
        self.hub.reseat(self.listener, viewer.held)
        updates: list[LiveUpdate] = []
        if SEATS in topics:
            seats, closed = seats_json(match.table, viewer), match.table.chat_closed
            updates.append(live_update("seats", {"seats": seats, "chat_closed": closed}))
        if topics & {SEATS, UNDO_VOTES} or (ENTRIES in topics and self.number != match.number):
            updates.append(await self._entries(match, viewer))
        if PRESENCE in topics:
            updates += self._presence()
        if THINKING in topics:
            updates += self._thinking(match)
        return [*updates, *(await self._messages() if MESSAGES in topics else [])]

    async def _entries(self, match: Match, viewer: Viewer) -> LiveUpdate:
        """Return the entries after the last one sent, and whose turn it is now."""
        older, since = list[JsonData](), self.number
        if not match.is_recent(since):
            older, since = await older_entries(self.matches.slicer, match, viewer, since)
        self.number = match.number
        return entries_update(match, viewer, since, self.with_state, older)

    def _presence(self) -> list[LiveUpdate]:
        """Return who is present the first time, and then only what has changed."""
        before, self.presence = self.presence, self.hub.presence(self.listener.table_id)
        if before is None:
            return [live_update("presence", self.presence.json())]
        return [live_update("presence", self.presence.since(before))] if self.presence != before else []

    def _thinking(self, match: Match) -> list[LiveUpdate]:
        """Return which computer seat decides and how long its queue is; nothing if none does."""
        thinking = self.decisions.json(match.table.id)
        return [] if thinking is None else [live_update("thinking", thinking)]

    async def _messages(self) -> list[LiveUpdate]:
        """Return the chat messages after the last one sent."""
        new = await self.messages.after(self.listener.table_id, self.message)
        if not new:
            return []
        self.message = new[-1].number
        return [live_update("messages", {"messages": [message_json(message) for message in new]}, self.message)]
