"""The matches in memory: the tables that were looked at lately, kept up to date with their logs."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

from kontor.server.instants import now
from kontor.server.live.bus import ENTRIES, SEATS, WISHES, Bus, Notice
from kontor.server.service.match import TOLD, Match
from kontor.server.service.refusals import Unknown
from kontor.server.service.slicing import Slices
from kontor.server.store.log import Log
from kontor.server.store.messages import Wishes
from kontor.server.store.tables import Tables

PART = 250  # entries that are read at once


class Matches:
    """Finds matches; those not looked at for longest are forgotten and found again by replay."""

    def __init__(self, tables: Tables, log: Log, wishes: Wishes, bus: Bus, slices: Slices, most: int) -> None:
        self.tables = tables
        self.log = log
        self.wishes = wishes
        self.slices = slices
        self.most = most
        self.awake_since = now()
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
        news = match.news
        marks = await self.tables.marks(match.card.id)
        if marks is None:
            return
        if marks[1] != match.card.version:
            match.card = await self.tables.find(match.card.id) or match.card
        if marks[0] > match.number:
            await self._follow(match)
        await self._read_wishes(match)
        match.news_read = news

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
        self.slices.limits.add_debt(match.number)
        self._kept[table_id] = match
        await self.catch_up(match)
        while len(self._kept) > self.most:
            self._kept.popitem(last=False)
        return match

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
