"""Blocks: people who do not want to meet each other at tables, in invitations or as friends.

A block is not shown to the blocked person. Games that both already play go on.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from sqlalchemy import ColumnElement, delete, func, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.clock import now
from kontor.server.errors import Forbidden, Invalid, LimitExceeded, NotFound
from kontor.server.schemas.blocks import BlockedPerson
from kontor.server.service.people import people_by_id
from kontor.server.store.accounts import Account
from kontor.server.store.database import Database
from kontor.server.store.models import AccountRow, BlockRow
from kontor.server.store.table_info import TableInfo

MAX_BLOCKS: Final = 500
CANNOT_JOIN: Final = "You cannot join this table; choose another one."
"""The same sentence for whoever has blocked whom, since a block is not shown."""


async def is_blocked(session: AsyncSession, one: str, other: str) -> bool:
    """Return whether either of two accounts has blocked the other."""
    return bool(await blocked_among(session, one, [other]))


async def blocked_among(session: AsyncSession, account_id: str, others: Collection[str]) -> set[str]:
    """Return those of some accounts that have blocked an account or are blocked by it, with one query."""
    if not others:
        return set()
    query = select(BlockRow.account_id, BlockRow.blocked_id).where(
        or_(
            (BlockRow.account_id == account_id) & BlockRow.blocked_id.in_(others),
            (BlockRow.blocked_id == account_id) & BlockRow.account_id.in_(others),
        )
    )
    return {one if other == account_id else other for one, other in await session.execute(query)}


class BlockService:
    """Adds, removes and lists the blocks of an account."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def block(self, account: Account, other: str) -> None:
        """Block a person; blocking one again changes nothing."""
        if other == account.id:
            raise Invalid("You cannot block yourself.")
        try:
            async with self.database.writing() as session:
                await self._check_new(session, account, other)
                if await session.get(BlockRow, (account.id, other)) is None:
                    session.add(BlockRow(account_id=account.id, blocked_id=other, created_at=now()))
        except IntegrityError:
            return  # another request of this account has just added it

    async def _check_new(self, session: AsyncSession, account: Account, other: str) -> None:
        if await session.get(AccountRow, other) is None:
            raise NotFound("There is no such person.")
        count = await session.scalar(select(func.count()).where(BlockRow.account_id == account.id)) or 0
        if count >= MAX_BLOCKS:
            raise LimitExceeded(f"You have blocked {MAX_BLOCKS} people, which is the limit; unblock one first.", 60)

    async def unblock(self, account: Account, other: str) -> None:
        """Remove a block; without one nothing changes."""
        async with self.database.writing() as session:
            await session.execute(delete(BlockRow).where(is_block(account.id, other)))

    async def people_blocked_by(self, account: Account) -> list[BlockedPerson]:
        """Return the people an account has blocked and since when, the last first."""
        query = select(BlockRow.blocked_id, BlockRow.created_at).where(BlockRow.account_id == account.id)
        async with self.database.reading() as session:
            found = (await session.execute(query.order_by(BlockRow.created_at.desc(), BlockRow.blocked_id))).all()
            people = await people_by_id(session, [row.blocked_id for row in found])
        return [BlockedPerson(**people[row.blocked_id].model_dump(), since=row.created_at) for row in found]

    async def check_join(self, table: TableInfo, account: Account) -> None:
        """Reject an account that its host or another player has blocked, or whom it has blocked."""
        people = {table.host, *(seat.account_id for seat in table.seats if seat.account_id)} - {account.id}
        async with self.database.reading() as session:
            if await blocked_among(session, account.id, people):
                raise Forbidden(CANNOT_JOIN)


def is_block(account_id: str, blocked_id: str) -> ColumnElement[bool]:
    """Return the condition for the row of a block."""
    return (BlockRow.account_id == account_id) & (BlockRow.blocked_id == blocked_id)
