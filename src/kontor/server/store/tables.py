"""Tables and seats in the database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import ColumnElement, bindparam, delete, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from kontor.server.bus.bus import GAMES, LISTED, SEATS, Bus, Notice
from kontor.server.store.accounts import lock_account
from kontor.server.store.database import Database, announce_with
from kontor.server.store.models import (
    AccountInvitationRow,
    AccountRow,
    GroupMemberRow,
    InvitationRow,
    SeatOfferRow,
    SeatRow,
    TableRow,
    WatcherRow,
)
from kontor.server.store.table_extras import extras_of
from kontor.server.store.table_info import (
    AGENT,
    HUMAN,
    LEFT,
    OPEN,
    SEAT_COLUMNS,
    TABLE_COLUMNS,
    InvitedAccount,
    SeatInfo,
    TableInfo,
)
from kontor.server.store.table_listing import RUNNING, UNLISTED, filter_values, listing_now, listing_of

TransactionStep = Callable[[AsyncSession], Awaitable[None]]
"""A function that is called in the same transaction."""
SEATS_QUERY: Final = (
    select(
        SeatRow.table_id,
        AccountRow.password,
        AccountRow.deleted_at,
        AccountRow.watchable,
        *(getattr(SeatRow, name) for name in SEAT_COLUMNS),
    )
    .outerjoin(AccountRow, AccountRow.id == SeatRow.account_id)
    .where(SeatRow.table_id.in_(bindparam("tables", expanding=True)))
    .order_by(SeatRow.seat)
)


class Tables:
    """Finds, adds and changes tables."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus

    async def add(self, session: AsyncSession, table: TableInfo) -> None:
        """Add a table and its seats."""
        await lock_account(session, table.host)
        row = {name: getattr(table, name) for name in TABLE_COLUMNS} | filter_values(table.setup, table.clock)
        listing = listing_of(table.public, table.practice, any(seat.kind == OPEN for seat in table.seats))
        moved_at = table.created_at
        session.add(TableRow(**row, number=0, to_move=None, ended_by=None, moved_at=moved_at, listing=listing))
        await session.flush()
        session.add_all([seat_row(table, seat) for seat in table.seats])
        await session.flush()
        if listing == RUNNING:
            await session.execute(update(TableRow).where(TableRow.id == table.id).values(listing=listing_now(True)))
        if listing != UNLISTED:
            announce_with(session, Notice(about=LISTED))
        for account_id in table.participants:
            await self.bus.publish_within(session, Notice(account_id, about=GAMES))

    async def find(self, table_id: str) -> TableInfo | None:
        """Return the description of a table."""
        async with self.database.reading() as session:
            row = await session.get(TableRow, table_id)
            if row is None:
                return None
            seats = (await seats_of(session, [table_id]))[table_id]
            extras = await extras_of(session, row, [seat.account_id for seat in seats if seat.account_id])
            return table_info_of(row, seats, **await admitted(session, row), extras=extras)

    async def versions(self, table_id: str) -> tuple[int, int] | None:
        """Return the last entry number and the version of a table, by which a node knows whether it is up to date."""
        query = select(TableRow.number, TableRow.version).where(TableRow.id == table_id)
        async with self.database.reading() as session:
            row = (await session.execute(query)).one_or_none()
            return (row[0], row[1]) if row else None

    async def count(self) -> tuple[int, int]:
        """Return how many games are running, and how many are over."""
        parts = (
            func.count().filter(TableRow.ended_by.is_(None)),
            func.count().filter(TableRow.ended_by.is_not(None)),
        )
        async with self.database.reading() as session:
            row = (await session.execute(select(*parts).select_from(TableRow))).one()
            return row[0], row[1]

    async def running_of(self, account_id: str) -> int:
        """Return how many running games a host has."""
        query = select(func.count()).where(TableRow.host == account_id, TableRow.ended_by.is_(None))
        async with self.database.reading() as session:
            return await session.scalar(query) or 0

    async def computer_tables_of(self, account_id: str) -> int:
        """Return how many running games without people a host has."""
        running = (TableRow.host == account_id, TableRow.ended_by.is_(None), ~has_seat(HUMAN, OPEN))
        async with self.database.reading() as session:
            return await session.scalar(select(func.count()).where(*running)) or 0

    async def end_practice(self, session: AsyncSession, account_id: str) -> None:
        """End the running practice game of a host."""
        own = (TableRow.host == account_id, TableRow.practice.is_(True), TableRow.ended_by.is_(None))
        await session.execute(update(TableRow).where(*own).values(ended_by=LEFT))

    async def played_by(self, account_id: str) -> list[str]:
        """Return all tables at which an account holds a seat or which it hosts, the oldest first."""
        held = select(SeatRow.table_id).where(SeatRow.account_id == account_id)
        own = or_(TableRow.host == account_id, TableRow.id.in_(held))
        async with self.database.reading() as session:
            return list(await session.scalars(select(TableRow.id).where(own).order_by(TableRow.created_at)))

    async def unattended(self) -> list[str]:
        """Return the tables at which an agent or a clock has to move: those with people first, hosts in turn."""
        awaited = (SeatRow.table_id == TableRow.id) & (SeatRow.seat == TableRow.to_move)
        due = or_(SeatRow.kind == AGENT, TableRow.clock.is_not(None))
        people = has_seat(HUMAN)
        turn = func.row_number().over(partition_by=(TableRow.host, people), order_by=TableRow.moved_at.desc())
        query = select(TableRow.id).join(SeatRow, awaited).where(TableRow.ended_by.is_(None), due)
        query = query.order_by(people.desc(), turn)
        async with self.database.reading() as session:
            return list(await session.scalars(query))

    async def change_seat(
        self, table_id: str, before: SeatInfo, after: SeatInfo, begun_at: int | None, also: TransactionStep
    ) -> bool:
        """Change a seat and run a step in the same transaction; return False if the seat is not as before."""
        async with self.database.writing() as session:
            if not await self.write_seat(session, table_id, before, after):
                return False
            await self.touch(session, table_id, begun_at)
            notices = [Notice(one, about=GAMES) for one in {before.account_id, after.account_id} if one is not None]
            for notice in notices:
                await self.bus.publish_within(session, notice)
            await also(session)
        for notice in (Notice(table_id, about=SEATS), *notices):
            await self.bus.publish(notice)
        return True

    async def write_seat(self, session: AsyncSession, table_id: str, before: SeatInfo, after: SeatInfo) -> bool:
        """Write a seat and drop the offer of its player; return False if the seat is not as before."""
        values = {name: getattr(after, name) for name in SEAT_COLUMNS if name != "seat"}
        if after.account_id is not None:
            await lock_account(session, after.account_id)
        changed = await session.execute(update(SeatRow).where(same_seat(table_id, before)).values(**values))
        if not changed.rowcount:  # type: ignore[attr-defined]
            return False
        offered = (SeatOfferRow.table_id == table_id) & (SeatOfferRow.seat == before.seat)
        await session.execute(delete(SeatOfferRow).where(offered))
        return True

    async def touch(self, session: AsyncSession, table_id: str, begun_at: int | None = None) -> None:
        """Increase the version of a table, and store in which list it is now."""
        values: dict[str, Any] = {"version": TableRow.version + 1, "listing": listing_now(begun_at is not None)}
        if begun_at is not None:
            values["begun_at"] = func.coalesce(TableRow.begun_at, begun_at)
        touched = update(TableRow).where(TableRow.id == table_id).values(**values).returning(TableRow.public)
        if await session.scalar(touched):
            announce_with(session, Notice(about=LISTED))
        await self.bus.publish_within(session, Notice(table_id, about=SEATS))

    async def set_chat_closed(self, table_id: str, closed: bool) -> None:
        """Close or open the chat of a table."""
        async with self.database.writing() as session:
            await session.execute(update(TableRow).where(TableRow.id == table_id).values(chat_closed=closed))
            await self.touch(session, table_id)
        await self.bus.publish(Notice(table_id, about=SEATS))

    async def touch_at(self, session: AsyncSession, table_id: str, number: int) -> bool:
        """Increase the version of a table whose last entry has a number; return False if it has another one.

        The row stays locked until the transaction ends, so that whatever depends on the number is written once.
        """
        same = (TableRow.id == table_id) & (TableRow.number == number)
        touched = await session.execute(update(TableRow).where(same).values(version=TableRow.version + 1))
        return bool(touched.rowcount)  # type: ignore[attr-defined]

    async def invite(self, table_id: str, seat: int | None, key: str) -> None:
        """Replace the invitation to a seat, or to watch, by a new one."""
        async with self.database.writing() as session:
            await session.execute(delete(InvitationRow).where(same_place(table_id, seat)))
            session.add(InvitationRow(key=key, table_id=table_id, seat=seat))

    async def revoke(self, table_id: str, seat: int | None) -> bool:
        """Delete the invitation to a seat, or to watch; return whether there was one."""
        async with self.database.writing() as session:
            deleted = await session.execute(delete(InvitationRow).where(same_place(table_id, seat)))
            return bool(deleted.rowcount)  # type: ignore[attr-defined]

    async def invitation(self, key: str) -> tuple[str, int | None] | None:
        """Return the table and the seat of an invitation."""
        async with self.database.reading() as session:
            row = await session.get(InvitationRow, key)
            return (row.table_id, row.seat) if row else None

    async def admit(self, table_id: str, account_id: str) -> None:
        """Let an account watch a private table."""
        async with self.database.writing() as session:
            await lock_account(session, account_id)
            await session.merge(WatcherRow(table_id=table_id, account_id=account_id))
            await self.touch(session, table_id)
        await self.bus.publish(Notice(table_id, about=SEATS))


def same_seat(table_id: str, seat: SeatInfo) -> ColumnElement[bool]:
    """Return the condition for the row of a seat that is as it was read."""
    place = (SeatRow.table_id == table_id) & (SeatRow.seat == seat.seat) & (SeatRow.kind == seat.kind)
    holder = SeatRow.account_id.is_not_distinct_from(seat.account_id)
    return place & holder & SeatRow.former_id.is_not_distinct_from(seat.former_id)


def has_seat(*kinds: str) -> ColumnElement[bool]:
    """Return the condition that a table has a seat of one of these kinds."""
    seats = aliased(SeatRow)
    return exists().where(seats.table_id == TableRow.id, seats.kind.in_(kinds))


def same_place(table_id: str, seat: int | None) -> ColumnElement[bool]:
    """Return the condition for the invitation to a seat of a table, or to watch it."""
    return (InvitationRow.table_id == table_id) & (
        InvitationRow.seat.is_(None) if seat is None else InvitationRow.seat == seat
    )


def seat_row(table: TableInfo, seat: SeatInfo) -> SeatRow:
    """Return a seat of a new table as a row."""
    columns = {name: getattr(seat, name) for name in SEAT_COLUMNS}
    return SeatRow(table_id=table.id, ended_at=0 if table.practice else None, **columns)


async def seats_of(session: AsyncSession, table_ids: Sequence[str]) -> dict[str, tuple[SeatInfo, ...]]:
    """Return the seats of some tables, in order."""
    seats: dict[str, tuple[SeatInfo, ...]] = dict.fromkeys(table_ids, ())
    for row in await session.execute(SEATS_QUERY, {"tables": list(table_ids)}):
        table_id, password, deleted_at, watchable, *columns = row
        seat, former = SeatInfo(*columns), deleted_at is not None
        if seat.account_id is not None:
            guest = password is None and not former
            seat = replace(seat, guest=guest, former=former, watchable=watchable or former)
        seats[table_id] += (seat,)
    return seats


async def admitted(session: AsyncSession, row: TableRow) -> dict[str, Any]:
    """Return who may watch a table or sit down at it, by the fields of its description."""
    watchers = await session.scalars(select(WatcherRow.account_id).where(WatcherRow.table_id == row.id))
    members = select(GroupMemberRow.account_id).where(GroupMemberRow.group_id == row.group_id)
    columns = (AccountInvitationRow.account_id, AccountInvitationRow.seat, AccountInvitationRow.reserved)
    invited = await session.execute(select(*columns).where(AccountInvitationRow.table_id == row.id))
    return {
        "watchers": frozenset(watchers),
        "members": frozenset(await session.scalars(members)) if row.group_id is not None else frozenset(),
        "invited": tuple(InvitedAccount(*each) for each in invited),
    }


def table_info_of(row: TableRow, seats: tuple[SeatInfo, ...], **admitted: Any) -> TableInfo:
    """Return a row as the description of a table."""
    return TableInfo(**{name: getattr(row, name) for name in TABLE_COLUMNS}, seats=seats, **admitted)
