"""The matches in memory: the tables that were used last, kept up to date with their logs."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from kontor.server.bus.bus import ENTRIES, FORMER, SEATS, UNDO_VOTES, Bus, Notice
from kontor.server.clock import steady
from kontor.server.errors import NotFound
from kontor.server.service.match import RECENT_ENTRIES, Match
from kontor.server.service.pauses import Interval
from kontor.server.service.time_slicer import TimeSlicer
from kontor.server.store.entries import Entry
from kontor.server.store.log import GameLog
from kontor.server.store.tables import Tables
from kontor.server.store.undo_votes import UndoVotes

CHUNK = 250  # entries that are read at once
MAX_TURNS = 100_000  # running clocks of tables that are not in memory


class Matches:
    """A cache of matches up to a limit in bytes; the least recently used are dropped and later read again."""

    def __init__(
        self, tables: Tables, log: GameLog, undo_votes: UndoVotes, bus: Bus, slicer: TimeSlicer, limit: int
    ) -> None:
        self.tables = tables
        self.log = log
        self.undo_votes = undo_votes
        self.slicer = slicer
        self.limit = limit
        self.server_since = steady()
        self.outages: tuple[Interval, ...] = ()
        self._turns: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self._cache: OrderedDict[str, Match] = OrderedDict()
        self._sizes: dict[str, int] = {}  # of the matches when they were used last
        self.bytes = 0
        self._loading: dict[str, asyncio.Task[Match]] = {}
        self._catching_up: dict[str, asyncio.Task[None]] = {}
        bus.subscribe(self._on_notice)

    def __len__(self) -> int:
        """Return how many matches are in memory."""
        return len(self._cache)

    def __contains__(self, table_id: str) -> bool:
        """Return whether the match at a table is in memory."""
        return table_id in self._cache

    def is_over(self, table_id: str) -> bool:
        """Return whether the match at a table is in memory and over."""
        match = self._cache.get(table_id)
        return match is not None and match.over

    async def current(self, table_id: str) -> Match:
        """Return the match at a table as far as its changes were announced to this node.

        Nothing is read if every announced entry is known; all who ask at the same time share one query.
        """
        match = self._cache.get(table_id)
        if match is None:
            return await self._load(table_id)
        self._use(match)
        for _ in range(2):  # a query that began before the announcement does not answer it
            if not match.is_stale:
                break
            await self._catch_up_once(match)
        return match

    async def checked(self, table_id: str) -> Match:
        """Return the match at a table, compared with the database; all who ask at the same time share one query."""
        match = await self.current(table_id)
        if self.tables.database.shared:
            await self._catch_up_once(match)
        return match

    async def refresh(self, match: Match) -> bool:
        """Read what other nodes have written, and return whether there was anything new."""
        if not self.tables.database.shared:
            return False
        before = (match.number, match.table.version)
        await self.catch_up(match)
        return before != (match.number, match.table.version)

    def in_memory(self, table_id: str) -> Match | None:
        """Return the match at a table if it is in memory and up to date."""
        match = self._cache.get(table_id)
        return None if match is None or match.is_stale else match

    async def get(self, table_id: str) -> Match:
        """Return the match at a table, up to date with the database."""
        match = self._cache.get(table_id)
        if match is None:
            return await self._load(table_id)
        self._use(match)
        if match.is_stale or self.tables.database.shared:
            await self.catch_up(match)
        return match

    async def peek(self, table_id: str) -> Match:
        """Return a match without keeping it in memory, for reading many of them once."""
        if table_id in self._cache:
            return await self.get(table_id)
        table = await self.tables.find(table_id)
        if table is None:
            raise NotFound("There is no such table; check the address.")
        match = Match(table, server_since=self.server_since)
        await self._follow(match)
        return match

    async def catch_up(self, match: Match) -> None:
        """Read what other requests and nodes have written since."""
        announced, asked = match.changes_announced, steady()
        present = await self.tables.versions(match.table.id)
        if present is None:
            return
        number, version = present
        if version != match.table.version:
            was_open = match.table.begun_at is None
            match.table = await self.tables.find(match.table.id) or match.table
            if was_open and match.table.begun_at is not None:
                match.turn_since = steady()
        if number > match.number:
            await self._follow(match)
            match.begin_turn_at(match.last_at)
            match.turn_since = max(match.turn_since, match.read_at)  # it was not there then, whatever its stamp says
        await self._read_undo_votes(match)
        match.changes_read, match.read_at = announced, asked

    async def _catch_up_once(self, match: Match) -> None:
        """Catch up, or wait for the task that does."""
        table_id = match.table.id
        task = self._catching_up.get(table_id)
        if task is None:
            task = self._catching_up[table_id] = asyncio.create_task(self.catch_up(match))
            task.add_done_callback(lambda _: self._catching_up.pop(table_id, None))
        await asyncio.shield(task)

    async def _follow(self, match: Match) -> None:
        """Apply the entries of the log that a match does not have; many of them in slices."""
        is_last = False
        while not is_last:
            entries = await self.log.read(match.table.id, match.number, CHUNK)
            is_last = len(entries) < CHUNK
            if len(entries) > RECENT_ENTRIES:
                await self.slicer.run(map(match.apply, entries))
            else:
                match.follow(entries)

    async def _read_undo_votes(self, match: Match) -> None:
        number = match.number
        votes = await self.undo_votes.at(match.table.id, number) if match.table.undo == "agreed" else {}
        if match.number == number:
            match.undo_votes = votes

    async def _load(self, table_id: str) -> Match:
        if table_id not in self._loading:
            task = self._loading[table_id] = asyncio.create_task(self._read(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(self._loading[table_id])

    async def stop(self) -> None:
        """Stop reading matches: nobody waits for them any more, and the database is about to close."""
        tasks = list(self._loading.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self, table_id: str) -> Match:
        table = await self.tables.find(table_id)
        if table is None:
            raise NotFound("There is no such table; check the address.")
        match = Match(table, server_since=self.server_since)
        match.outages = self.outages
        await self._follow(match)
        self._restore_turn(match)
        self.slicer.limits.add_debt(match.number)
        self._cache[table_id] = match
        self._use(match)
        await self.catch_up(match)
        while self.bytes > self.limit and len(self._cache) > 1:
            self._drop(next(iter(self._cache)))
        return match

    def _use(self, match: Match) -> None:
        """Make a match the one that is dropped last, and count its size."""
        table_id = match.table.id
        self._cache.move_to_end(table_id)
        self.bytes += match.size - self._sizes.get(table_id, 0)
        self._sizes[table_id] = match.size

    def _drop(self, table_id: str) -> None:
        """Drop a match from memory."""
        self._store_turn(self._cache.pop(table_id))
        self.bytes -= self._sizes.pop(table_id)

    def set_outages(self, outages: tuple[Interval, ...]) -> None:
        """Set the times in which no correspondence clock has run."""
        self.outages = outages
        for match in self._cache.values():
            match.outages = outages

    def _store_turn(self, match: Match) -> None:
        """Keep since when the clock of a dropped match runs, because the wall clock of its stamps may be set."""
        if match.ticking_since is not None:
            self._turns[match.table.id] = (match.number, match.turn_since)
            while len(self._turns) > MAX_TURNS:
                self._turns.popitem(last=False)

    def _restore_turn(self, match: Match) -> None:
        """Set since when the turn of a match that was read lasts."""
        number, since = self._turns.pop(match.table.id, (-1, 0))
        if number == match.number:
            match.turn_since = since
        else:
            match.begin_turn_at(max(match.table.begun_at or 0, match.last_at))

    def _on_notice(self, notice: Notice | None) -> None:
        """Mark the matches that have changed, to be read with the next request."""
        if notice is None:
            for match in self._cache.values():
                match.changes_announced += 1
            return
        if notice.about == FORMER:
            self._drop_matches_of(notice.subject)
            return
        cached = self._cache.get(notice.subject)
        if cached is None:
            return
        if notice.entries and not cached.is_stale:
            follow_notice(cached, notice)
        if is_change(cached, notice):
            cached.changes_announced += 1

    def _drop_matches_of(self, account_id: str) -> None:
        """Drop the matches with the name of a deleted account, which is no longer in their logs."""
        for table_id, match in list(self._cache.items()):
            if any(account_id in (seat.account_id, seat.former_id) for seat in match.table.seats):
                self._drop(table_id)


def follow_notice(match: Match, notice: Notice) -> None:
    """Apply the entries of a notice if they are the next ones: it was sent by the transaction that wrote them."""
    if notice.entries[0][0] == match.number + 1:
        match.follow(Entry(*values) for values in notice.entries)  # type: ignore[arg-type]
        match.begin_turn_at(match.last_at)
        match.turn_since = max(match.turn_since, match.read_at)


def is_change(match: Match, notice: Notice) -> bool:
    """Return whether a notice announces something a match does not know."""
    return notice.about in (SEATS, UNDO_VOTES) or (notice.about == ENTRIES and notice.number > match.number)
