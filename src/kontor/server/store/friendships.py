"""Friendships in the database: one row for two accounts, the smaller id first."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from kontor.server.store.models import FriendshipRow, GroupMemberRow


def pair_of(one: str, other: str) -> tuple[str, str]:
    """Return the key of the row of two accounts."""
    return (one, other) if one < other else (other, one)


def concerns(account_id: str) -> ColumnElement[bool]:
    """Return the condition for the friendships and requests of an account."""
    return or_(FriendshipRow.one == account_id, FriendshipRow.other == account_id)


def partner(row: FriendshipRow, account_id: str) -> str:
    """Return the other account of a friendship."""
    return row.other if row.one == account_id else row.one


async def friendships_of(session: AsyncSession, account_id: str) -> list[FriendshipRow]:
    """Return the friendships and requests of an account, the oldest first."""
    query = select(FriendshipRow).where(concerns(account_id)).order_by(FriendshipRow.asked_at, FriendshipRow.one)
    return list(await session.scalars(query))


async def count_friendships(session: AsyncSession, account_id: str) -> int:
    """Return how many friendships and requests an account has."""
    return await session.scalar(select(func.count()).where(concerns(account_id))) or 0


async def friends_among(session: AsyncSession, account_id: str, others: Collection[str]) -> set[str]:
    """Return those of some accounts that are friends of an account."""
    between = or_(FriendshipRow.one.in_(others), FriendshipRow.other.in_(others))
    query = select(FriendshipRow).where(concerns(account_id), between, FriendshipRow.accepted_at.is_not(None))
    return {partner(row, account_id) for row in await session.scalars(query)} & set(others)


async def acquaintances(session: AsyncSession, account_id: str, others: Collection[str]) -> set[str]:
    """Return those of some accounts that are friends of an account or members of a common group."""
    own, fellow = aliased(GroupMemberRow), aliased(GroupMemberRow)
    query = select(fellow.account_id).join(own, own.group_id == fellow.group_id)
    fellows = await session.scalars(query.where(own.account_id == account_id, fellow.account_id.in_(others)))
    return await friends_among(session, account_id, others) | set(fellows)
