"""Quick match: an account asks for a game and is seated at an open table, or waits until enough others do.

A table is formed by an update that succeeds only if all its players still wait, so that several nodes can form tables
at the same time.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any, Final, NamedTuple

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.core import registry
from kontor.server.clock import now
from kontor.server.errors import ApiError, LimitExceeded, NotFound
from kontor.server.ids import new_id
from kontor.server.service.arranged_tables import (
    LIVE_CLOCK,
    SLOW_CLOCK,
    announce_table,
    arranged,
    plain_table,
    write_arranged,
)
from kontor.server.service.blocks import blocked_among
from kontor.server.service.matches import Matches
from kontor.server.service.people import people_by_id
from kontor.server.service.periodic import Periodic
from kontor.server.service.ratings import ratings_of
from kontor.server.service.seats import SeatService
from kontor.server.service.tables import configured
from kontor.server.store.accounts import Account
from kontor.server.store.events import queue_event
from kontor.server.store.log import GameLog
from kontor.server.store.models import QuickMatchRow
from kontor.server.store.quick_matches import all_waiting, claim, count_waiting
from kontor.server.store.rating_model import NEW
from kontor.server.store.table_info import HUMAN, OPEN, SeatInfo, TableSummary
from kontor.server.store.table_lists import TableFilter, listed_tables, with_seats
from kontor.server.store.tables import Tables

SECONDS: Final = 5.0  # between attempts to form tables
MAX_WAITING: Final = 500  # accounts that wait for one kind of game
CANDIDATES: Final = 50  # tables or people that are considered at once
WIDENING: Final = 50  # points of rating by which the width grows in a minute
MINUTE: Final = 60_000


class Wish(NamedTuple):
    """The game that somebody wants to play: players at the table, pace, and the width of ratings if it matters."""

    game: str
    players: int
    clock: str
    width: int | None


class _NoLongerWaiting(Exception):
    """One of the people for whom a table was formed does not wait any more."""


class QuickMatchService:
    """Seats people at open tables, and forms tables of those who wait."""

    def __init__(self, tables: Tables, log: GameLog, matches: Matches, seats: SeatService) -> None:
        self.tables = tables
        self.log = log
        self.matches = matches
        self.seats = seats
        self.periodic = Periodic("quick-match", SECONDS, self.form_tables)

    async def ask(self, account: Account, wish: Wish) -> dict[str, Any]:
        """Seat an account at an open table that fits, or let it wait; asking again replaces the wish."""
        configured({"game": wish.game, "players": wish.players})
        async with self.tables.database.reading() as session:
            rating = (await points_of(session, [account.id], wish, account.id))[account.id]
            tables = await self._open_tables(session, account, wish, rating)
        table_id = await self._sit_down(account, tables)
        await self._queue(account, wish, rating, table_id)
        if table_id is None:
            await self.form_tables()
        return await self.status(account)

    async def _open_tables(
        self, session: AsyncSession, account: Account, wish: Wish, rating: int
    ) -> list[TableSummary]:
        """Return the public tables that wait for players and fit a wish."""
        wanted = TableFilter(is_open=True, game=wish.game, pace=wish.clock, rating=rating)
        page = await listed_tables(session, account.id, wanted, None, CANDIDATES)
        found = await with_seats(session, [row for row in page.rows if row.begun_at is None])
        hosts = {table.row.host for table in found} - {account.id}
        points = await points_of(session, hosts, wish)
        near = {each for each in hosts if wish.width is None or abs(points[each] - rating) <= wish.width}
        return [table for table in found if len(table.seats) == wish.players and table.row.host in near]

    async def _sit_down(self, account: Account, tables: list[TableSummary]) -> str | None:
        """Take a seat at the first table that still has one, and return that table."""
        for table in tables:
            seat = next(seat.seat for seat in table.seats if seat.kind == OPEN)
            try:
                await self.seats.join(await self.matches.get(table.row.id), account, seat, None, None)
            except ApiError:
                continue
            return table.row.id
        return None

    async def _queue(self, account: Account, wish: Wish, rating: int, table_id: str | None) -> None:
        moment = now()
        row = QuickMatchRow(
            account_id=account.id,
            ticket=new_id(),
            **wish._asdict(),
            rating=rating,
            queued_at=moment,
            seen_at=moment,
            table_id=table_id,
        )
        async with self.tables.database.writing() as session:
            if await count_waiting(session, row, moment) >= MAX_WAITING:
                raise LimitExceeded("Too many people wait for such a game; try again in a while.", 60)
            await session.merge(row)

    async def status(self, account: Account) -> dict[str, Any]:
        """Return how many wait for the game of an account, and the table where it was seated; nothing without one."""
        async with self.tables.database.writing() as session:
            row = await session.get(QuickMatchRow, account.id)
            if row is None:
                return {}
            row.seen_at = now()
            await session.flush()
            waiting = 0 if row.table_id else await count_waiting(session, row, now())
            names = ("game", "players", "clock", "width", "queued_at", "table_id")
            return {**{name: getattr(row, name) for name in names}, "waiting": waiting}

    async def leave(self, account: Account) -> None:
        """Stop waiting; a table at which the account was seated stays."""
        async with self.tables.database.writing() as session:
            left = await session.execute(delete(QuickMatchRow).where(QuickMatchRow.account_id == account.id))
        if not left.rowcount:  # type: ignore[attr-defined]
            raise NotFound("You are not waiting for a game.")

    async def form_tables(self) -> None:
        """Form as many tables as possible of those who wait."""
        moment = now()
        async with self.tables.database.reading() as session:
            rows = await all_waiting(session, moment)
            kinds = [list(group) for _, group in groupby(rows, key=lambda row: (row.game, row.players, row.clock))]
            groups = [each for waiting in kinds for each in await groups_of(session, waiting[:CANDIDATES], moment)]
        for group in groups:
            try:
                await self._open(group)
            except _NoLongerWaiting:
                continue

    async def _open(self, group: list[QuickMatchRow]) -> None:
        """Open a table for people who all still wait, or raise _NoLongerWaiting."""
        first, ids = group[0], [row.account_id for row in group]
        clock = SLOW_CLOCK if first.clock == "slow" else LIVE_CLOCK
        like = plain_table({"game": first.game, "players": first.players}, clock, rated=True)
        async with self.tables.database.writing() as session:
            people = await people_by_id(session, ids)
            names = [(people[each].name, people[each].is_bot) for each in ids]
            seats = [SeatInfo(n, HUMAN, ids[n], name, is_bot=is_bot) for n, (name, is_bot) in enumerate(names)]
            table = arranged(like, ids[-1], seats)
            if not await claim(session, group, table[0].id):
                raise _NoLongerWaiting
            await write_arranged(session, self.tables, self.log, table)
            data = {"title": registry.game_type(first.game).title, "kind": "match"}
            await queue_event(session, ids, "invitation", table[0].id, data)
        await announce_table(self.tables.bus, table[0].id, ids)


async def points_of(session: AsyncSession, account_ids: Any, wish: Wish, viewer: str | None = None) -> dict[str, int]:
    """Return ratings in points; who has none, or does not show it, counts as new."""
    found = await ratings_of(session, account_ids, wish.game, wish.players, viewer)
    return {each: found[each].points if each in found else NEW.points for each in account_ids}


async def groups_of(session: AsyncSession, waiting: list[QuickMatchRow], moment: int) -> list[list[QuickMatchRow]]:
    """Return groups of people who fit together, those who have waited longest first."""
    groups, left = [], list(waiting)
    while left and len(left) >= left[0].players:
        first = left.pop(0)
        group, blocked = [first], await blocked_by(session, first, left)
        for row in left:
            fits = row.account_id not in blocked and all(is_near(row, other, moment) for other in group)
            if fits and len(group) < first.players:
                group.append(row)
                blocked |= await blocked_by(session, row, left)
        if len(group) == first.players:
            groups.append(group)
            left = [row for row in left if row not in group]
    return groups


async def blocked_by(session: AsyncSession, row: QuickMatchRow, others: list[QuickMatchRow]) -> set[str]:
    """Return those who must not meet somebody who waits."""
    return await blocked_among(session, row.account_id, [other.account_id for other in others])


def is_near(one: QuickMatchRow, other: QuickMatchRow, moment: int) -> bool:
    """Return whether the ratings of two people are close enough for both; what is close widens as they wait."""
    difference = abs((one.rating or 0) - (other.rating or 0))
    return all(
        row.width is None or difference <= row.width + WIDENING * (moment - row.queued_at) // MINUTE
        for row in (one, other)
    )
