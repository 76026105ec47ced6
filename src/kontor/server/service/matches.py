"""The matches in memory: the tables that were looked at lately, kept up to date with their logs."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from kontor.server.instants import steady
from kontor.server.live.bus import ENTRIES, SEATS, WISHES, Bus, Notice
from kontor.server.service.match import TOLD, Match
from kontor.server.service.refusals import Unknown
from kontor.server.service.slicing import Slices
from kontor.server.store.log import Log
from kontor.server.store.messages import Wishes
from kontor.server.store.tables import Tables

PART = 250  # entries that are read at once
MOST_TURNS = 100_000  # clocks that run at tables which are not in memory


class Matches:
    """Finds matches; those not looked at for longest are forgotten and found again by replay."""

    def __init__(self, tables: Tables, log: Log, wishes: Wishes, bus: Bus, slices: Slices, most: int) -> None:
        self.tables = tables
        self.log = log
        self.wishes = wishes
        self.slices = slices
        self.most = most
        self.awake_since = steady()
        self._turns: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self._kept: OrderedDict[str, Match] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Match]] = {}
        bus.subscribe(self._hear)

    def __len__(self) -> int:
        """How many are in memory."""
        return len(self._kept)

    def __contains__(self, table_id: str) -> bool:
        """Return whether the match at a table is in memory."""
        return table_id in self._kept

    async def get(self, table_id: str) -> Match:
        """The match at a table, up to date."""
        match = self._kept.get(table_id)
        if match is None:
            return await self._load(table_id)
        self._kept.move_to_end(table_id)
        if match.behind or not self.tables.database.embedded:
            await self.catch_up(match)
        return match

    async def catch_up(self, match: Match) -> None:
        """Read what others have written since."""
        news, asked = match.news, steady()
        marks = await self.tables.marks(match.card.id)
        if marks is None:
            return
        if marks[1] != match.card.version:
            was_open = match.card.begun_at is None
            match.card = await self.tables.find(match.card.id) or match.card
            if was_open and match.card.begun_at is not None:
                match.turn_since = steady()
        if marks[0] > match.number:
            await self._follow(match)
            match.begin_turn_at(match.last_at)
            match.turn_since = max(match.turn_since, match.read_at)  # it was not there then, whatever its stamp says
        await self._read_wishes(match)
        match.news_read, match.read_at = news, asked

    async def _follow(self, match: Match) -> None:
        """Take in what the log has more than the match; many entries are taken in slices."""
        is_last = False
        while not is_last:
            entries = await self.log.read(match.card.id, match.number, PART)
            is_last = len(entries) < PART
            if len(entries) > TOLD:
                await self.slices.run(map(match.take, entries))
            else:
                match.follow(entries)

    async def _read_wishes(self, match: Match) -> None:
        number = match.number
        wishes = await self.wishes.at(match.card.id, number) if match.card.undo == "agreed" else {}
        if match.number == number:
            match.wishes = wishes

    async def _load(self, table_id: str) -> Match:
        if table_id not in self._loading:
            task = self._loading[table_id] = asyncio.create_task(self._read(table_id))
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(self._loading[table_id])

    async def _read(self, table_id: str) -> Match:
        card = await self.tables.find(table_id)
        if card is None:
            raise Unknown("There is no such table; look at the address again.")
        match = Match(card, awake_since=self.awake_since)
        await self._follow(match)
        self._recall_turn(match)
        self.slices.limits.add_debt(match.number)
        self._kept[table_id] = match
        await self.catch_up(match)
        while len(self._kept) > self.most:
            self._forget(self._kept.popitem(last=False)[1])
        return match

    def _forget(self, match: Match) -> None:
        """Keep since when the clock of a forgotten match runs; its stamps may be of a clock that was set since."""
        if match.ticking_since is not None:
            self._turns[match.card.id] = (match.number, match.turn_since)
            while len(self._turns) > MOST_TURNS:
                self._turns.popitem(last=False)

    def _recall_turn(self, match: Match) -> None:
        """Find out since when the turn of a match that was read lasts."""
        number, since = self._turns.pop(match.card.id, (-1, 0))
        if number == match.number:
            match.turn_since = since
        else:
            match.begin_turn_at(max(match.card.begun_at or 0, match.last_at))

    def _hear(self, notice: Notice | None) -> None:
        """Mark what has changed, to be read when somebody looks."""
        if notice is None:
            for match in self._kept.values():
                match.news += 1
            return
        kept = self._kept.get(notice.subject)
        if kept is not None and is_news(kept, notice):
            kept.news += 1


def is_news(match: Match, notice: Notice) -> bool:
    """Whether a notice tells something a match does not know."""
    return notice.about in (SEATS, WISHES) or (notice.about == ENTRIES and notice.number > match.number)
