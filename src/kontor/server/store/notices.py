"""Notices of accounts in the database: the list behind the bell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select, update

from kontor.server.bus import bus
from kontor.server.store.database import Database, announce_with
from kontor.server.store.events import NOTICES_PER_ACCOUNT
from kontor.server.store.models import NoticeRow


@dataclass(frozen=True, slots=True)
class Notice:
    """An event that an account was notified of."""

    id: str
    event: str
    table_id: str | None
    data: dict[str, Any]
    created_at: int
    read_at: int | None


class Notices:
    """Finds the notices of accounts, and marks them as read."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of(self, account_id: str) -> list[Notice]:
        """Return the notices of an account, the newest first."""
        query = select(NoticeRow).where(NoticeRow.account_id == account_id)
        query = query.order_by(NoticeRow.created_at.desc(), NoticeRow.id).limit(NOTICES_PER_ACCOUNT)
        async with self.database.reading() as session:
            return [notice_of(row) for row in await session.scalars(query)]

    async def unread_since(self, account_id: str, since: int) -> list[Notice]:
        """Return the unread notices of an account that are not older than a moment, the oldest first."""
        query = select(NoticeRow).where(NoticeRow.account_id == account_id, NoticeRow.created_at >= since)
        query = query.where(NoticeRow.read_at.is_(None)).order_by(NoticeRow.created_at, NoticeRow.id)
        async with self.database.reading() as session:
            return [notice_of(row) for row in await session.scalars(query)]

    async def mark_read(self, account_id: str, notice_ids: Sequence[str] | None, moment: int) -> None:
        """Mark some notices of an account, or all, as read."""
        unread = (NoticeRow.account_id == account_id) & NoticeRow.read_at.is_(None)
        marked = update(NoticeRow).where(unread).values(read_at=moment)
        if notice_ids is not None:
            marked = marked.where(NoticeRow.id.in_(notice_ids))
        async with self.database.writing() as session:
            await session.execute(marked)
            announce_with(session, bus.Notice(account_id, about=bus.NOTICES))


def notice_of(row: NoticeRow) -> Notice:
    """Return a row as a notice."""
    return Notice(**{name: getattr(row, name) for name in Notice.__slots__})
