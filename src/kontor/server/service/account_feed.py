"""The live feed of an account: its invitations and changed games, and that its notices or listed tables changed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from kontor.server.bus.account_hub import AccountHub, AccountListener
from kontor.server.bus.bus import ACCOUNTS, ENTRIES, GAMES, LISTED, NOTICES
from kontor.server.bus.hub import STOPPED
from kontor.server.service.home import HomeService
from kontor.server.service.live_updates import LiveUpdate, live_update
from kontor.server.store.accounts import Account
from kontor.server.store.table_lists import running_ids

GATHER_SECONDS: Final = 0.25  # in which changes are gathered, so that fast games do not send a message for every move
LISTED_SECONDS: Final = 5.0  # between two announcements that listed tables have changed
MOST_FOLLOWED: Final = 500
MOST_AT_ONCE: Final = 60


class AccountFeed:
    """Knows which games of an account its client has seen, and returns those that have changed."""

    def __init__(
        self,
        home: HomeService,
        hub: AccountHub,
        listener: AccountListener,
        account: Account,
        check_session: Callable[[], Awaitable[None]],
    ) -> None:
        self.home = home
        self.hub = hub
        self.listener = listener
        self.account = account
        self.check_session = check_session
        self._started = False
        self._listed: asyncio.TimerHandle | None = None  # runs after listed tables were announced
        self._missed = False  # whether listed tables have changed since

    def join(self) -> None:
        """Count the connection, and let changes wake it."""
        self.hub.join(self.listener)

    def leave(self) -> None:
        """End the connection."""
        self.hub.leave(self.listener)
        if self._listed is not None:
            self._listed.cancel()

    async def updates(self, topics: set[str] | frozenset[str]) -> list[LiveUpdate]:
        """Return the next messages to send; raises an ApiError when the client may no longer listen.

        The first message says that changes are announced from now on: a client that then reads the home page misses
        none of them.
        """
        if ACCOUNTS in topics:
            await self.check_session()
        if not self._started:
            await self._follow()
            self._started = True
            return [live_update("ready", {})]
        if STOPPED in topics:
            return []
        await asyncio.sleep(GATHER_SECONDS)
        hints = self._hints(topics)
        if GAMES not in topics:
            return [*await self._changes(), *hints]
        await self._follow()
        invitations = await self.home.invitations(self.account.id)
        return [*await self._changes(), live_update("invitations", {"invitations": invitations}), *hints]

    def _hints(self, topics: set[str] | frozenset[str]) -> list[LiveUpdate]:
        """Return messages that tell the client to read its notices or the listed tables, the latter not too often."""
        hints = [live_update("notices", {})] if NOTICES in topics else []
        if LISTED in topics and self._listed is None:
            hints.append(live_update("listed", {}))
            self._listed = asyncio.get_running_loop().call_later(LISTED_SECONDS, self._end_pause)
        elif LISTED in topics:
            self._missed = True
        return hints

    def _end_pause(self) -> None:
        """Let listed tables be announced again, at once if they have changed meanwhile."""
        self._listed, missed, self._missed = None, self._missed, False
        if missed:
            self.listener.wake(LISTED)

    async def _changes(self) -> list[LiveUpdate]:
        """Return a message with the games that have changed, and those that no longer belong to the account."""
        changed, self.listener.changed = self.listener.changed, set()
        if not changed:
            return []
        asked = sorted(changed)[:MOST_AT_ONCE]
        self.listener.changed |= changed.difference(asked)
        if self.listener.changed:
            self.listener.wake(ENTRIES)
        games = await self.home.games(self.account.id, asked)
        gone = set(asked) - {game["id"] for game in games}
        return [live_update("games", {"games": games, "gone": sorted(gone)})]

    async def _follow(self) -> None:
        """Follow the games that the account has now; those that came or went have changed."""
        before = self.listener.tables
        async with self.home.database.reading() as session:
            present = await running_ids(session, self.account.id, MOST_FOLLOWED)
        self.hub.follow(self.listener, present)
        if self._started:
            self.listener.changed |= present ^ before
