"""Groups and their members in the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.store.models import GroupMemberRow, GroupRow, TableRow

OWNER: Final = "owner"
MEMBER: Final = "member"


@dataclass(frozen=True, slots=True)
class GroupMember:
    """A member of a group and its role."""

    account_id: str
    role: str
    since: int


async def members_of(session: AsyncSession, group_id: str) -> list[GroupMember]:
    """Return the members of a group, the oldest first; where no owner is left, the oldest member is one."""
    query = select(GroupMemberRow).where(GroupMemberRow.group_id == group_id)
    rows = list(await session.scalars(query.order_by(GroupMemberRow.since, GroupMemberRow.account_id)))
    found = [GroupMember(row.account_id, row.role, row.since) for row in rows]
    if found and not any(each.role == OWNER for each in found):
        found[0] = GroupMember(found[0].account_id, OWNER, found[0].since)
    return found


async def groups_of(session: AsyncSession, account_id: str) -> list[tuple[GroupRow, str, int]]:
    """Return the groups of an account by name, with its role and the number of members."""
    own = select(GroupMemberRow.group_id, GroupMemberRow.role).where(GroupMemberRow.account_id == account_id)
    mine = own.subquery()
    count = func.count(GroupMemberRow.account_id)
    query = (
        select(GroupRow, mine.c.role, count)
        .join(mine, mine.c.group_id == GroupRow.id)
        .join(GroupMemberRow, GroupMemberRow.group_id == GroupRow.id)
        .group_by(GroupRow.id, mine.c.role)
        .order_by(func.lower(GroupRow.name), GroupRow.id)
    )
    return [(row, OWNER if count == 1 else role, count) for row, role, count in await session.execute(query)]


async def is_member(session: AsyncSession, group_id: str, account_id: str) -> bool:
    """Return whether an account is a member of a group."""
    return await session.get(GroupMemberRow, (group_id, account_id)) is not None


async def count_groups(session: AsyncSession, account_id: str) -> int:
    """Return how many groups an account is a member of."""
    return await session.scalar(select(func.count()).where(GroupMemberRow.account_id == account_id)) or 0


async def touch_tables(session: AsyncSession, group_id: str) -> list[str]:
    """Increase the version of all tables of a group, whose members have changed, and return those tables."""
    changed = update(TableRow).where(of_group(group_id)).values(version=TableRow.version + 1).returning(TableRow.id)
    return list(await session.scalars(changed))


def of_group(group_id: str) -> ColumnElement[bool]:
    """Return the condition for the tables of a group."""
    return TableRow.group_id == group_id
