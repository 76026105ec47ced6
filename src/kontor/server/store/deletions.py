"""Deletion of accounts in the database: an account keeps its id, and its name disappears everywhere."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import ColumnElement, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.bus.bus import ACCOUNTS, FORMER, SEATS, Bus, Notice
from kontor.server.store.account_references import REMOVED
from kontor.server.store.accounts import lock_account
from kontor.server.store.database import Database
from kontor.server.store.entries import SEAT
from kontor.server.store.models import AccountRow, EntryRow, MessageRow, NoticeRow, SeatRow, TableRow
from kontor.server.store.table_info import HUMAN, LEFT
from kontor.server.store.table_listing import UNLISTED

FORMER_NAME = ""
"""The name of a former player; clients show words of their language instead."""


class Deletions:
    """Deletes accounts, and finds what deleted accounts still hold in running games."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus

    async def delete(self, account_id: str, password: str | None, now: int) -> bool:
        """Delete an account with a password that is known; return False if another request has changed it."""
        notices = [Notice(account_id, about=ACCOUNTS), Notice(account_id, about=FORMER)]
        async with self.database.writing() as session:
            row = await session.get_one(AccountRow, account_id, with_for_update=True)
            if row.deleted_at is not None or row.password != password:
                return False
            await delete_account(session, row, now)
            for notice in notices:
                await self.bus.publish_within(session, notice)
        for notice in notices:
            await self.bus.publish(notice)
        return True

    async def unfinished(self) -> list[tuple[str, str]]:
        """Return the running tables at which deleted accounts hold seats or are hosts, each with the account."""
        deleted = select(AccountRow.id).where(AccountRow.deleted_at.is_not(None))
        running = TableRow.ended_by.is_(None)
        held = select(SeatRow.table_id, SeatRow.account_id).join(TableRow, TableRow.id == SeatRow.table_id)
        held = held.where(SeatRow.account_id.in_(deleted), SeatRow.kind == HUMAN, running)
        hosted = select(TableRow.id, TableRow.host).where(TableRow.host.in_(deleted), running)
        async with self.database.reading() as session:
            found = [*(await session.execute(held)).all(), *(await session.execute(hosted)).all()]
            return sorted({(table_id, account_id) for table_id, account_id in found if account_id is not None})

    async def change_host(self, table_id: str, before: str, after: str) -> None:
        """Make another person the host of a table."""
        hosted = update(TableRow).where(TableRow.id == table_id, TableRow.host == before)
        async with self.database.writing() as session:
            await lock_account(session, after)
            await session.execute(hosted.values(host=after, version=TableRow.version + 1))
            await self.bus.publish_within(session, Notice(table_id, about=SEATS))
        await self.bus.publish(Notice(table_id, about=SEATS))

    async def close(self, table_id: str, now: int) -> None:
        """End the game of a table at which nobody is left."""
        ended = update(TableRow).where(TableRow.id == table_id, TableRow.ended_by.is_(None))
        values = {"ended_by": LEFT, "ended_at": now, "listing": UNLISTED, "version": TableRow.version + 1}
        seats = update(SeatRow).where(SeatRow.table_id == table_id, SeatRow.ended_at.is_(None))
        async with self.database.writing() as session:
            await session.execute(ended.values(**values))
            await session.execute(seats.values(ended_at=now))


async def delete_account(session: AsyncSession, row: AccountRow, now: int) -> None:
    """Delete an account inside a transaction: its name, and all rows that are only about it.

    The caller has locked the row, and announces the deletion to all nodes.
    """
    account_id = row.id
    await replace_name_in_logs(session, account_id, row.name)
    await delete_notices_about(session, row)
    await session.execute(update(SeatRow).where(SeatRow.account_id == account_id).values(name=FORMER_NAME))
    await session.execute(update(MessageRow).where(MessageRow.account_id == account_id).values(name=FORMER_NAME))
    tables = select(SeatRow.table_id).where(held_or_left(account_id))
    await session.execute(update(TableRow).where(TableRow.id.in_(tables)).values(version=TableRow.version + 1))
    await session.execute(update(SeatRow).where(SeatRow.former_id == account_id).values(former_id=None))
    await remove_personal_rows(session, account_id)
    row.name, row.login, row.password, row.lookalike = FORMER_NAME, None, None, None
    row.password_at, row.role, row.private, row.deleted_at = None, None, True, now
    await session.flush()


async def delete_notices_about(session: AsyncSession, row: AccountRow) -> None:
    """Delete the notices of others that name an account; guests may share a name, so only those of its tables."""
    about = NoticeRow.data["name"].as_string() == row.name
    if row.password is None:
        about &= NoticeRow.table_id.in_(select(SeatRow.table_id).where(held_or_left(row.id)))
    await session.execute(delete(NoticeRow).where(about))


async def remove_personal_rows(session: AsyncSession, account_id: str) -> None:
    """Delete all rows that are only about an account."""
    for column in REMOVED:
        await session.execute(delete(column.class_).where(column == account_id))


async def replace_name_in_logs(session: AsyncSession, account_id: str, name: str, after: str = FORMER_NAME) -> None:
    """Replace a name in the seat changes of the seats that an account holds or has left; no move is changed."""
    query = select(EntryRow, SeatRow.account_id, SeatRow.name).join(
        SeatRow, (SeatRow.table_id == EntryRow.table_id) & (SeatRow.seat == EntryRow.seat)
    )
    rows = (await session.execute(query.where(EntryRow.kind == SEAT, held_or_left(account_id)))).all()
    for entry, holder, seat_name in rows:
        names = {name, seat_name or name} if holder == account_id else {name}
        entry.words = json.dumps(with_name(json.loads(entry.words), names, after), ensure_ascii=False)


def with_name(change: dict[str, Any], names: set[str], after: str) -> dict[str, Any]:
    """Return a seat change in which some names are replaced by another one."""
    return {key: after if key in ("name", "left") and value in names else value for key, value in change.items()}


def held_or_left(account_id: str) -> ColumnElement[bool]:
    """Return the condition for seats that an account holds, or has left while the game was played."""
    return or_(SeatRow.account_id == account_id, SeatRow.former_id == account_id)
