"""Groups: their members, links, default settings and tables."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.bus.bus import SEATS, Notice
from kontor.server.clock import now
from kontor.server.errors import Conflict, Forbidden, LimitExceeded, NotFound
from kontor.server.ids import hashed, new_id, new_secret
from kontor.server.service.blocks import blocked_among
from kontor.server.service.people import people_by_id
from kontor.server.service.tables import configured
from kontor.server.store.accounts import Account
from kontor.server.store.events import queue_event
from kontor.server.store.groups import (
    MEMBER,
    OWNER,
    GroupMember,
    count_groups,
    groups_of,
    is_member,
    members_of,
    of_group,
    touch_tables,
)
from kontor.server.store.models import GroupMemberRow, GroupRow, TableRow
from kontor.server.store.tables import Tables
from kontor.server.store.tournament_players import withdraw_from_group

MAX_GROUPS: Final = 50  # groups of one account
MAX_MEMBERS: Final = 200  # members of one group
NO_GROUP: Final = "There is no such group, or you are not a member."


@dataclass(frozen=True, slots=True)
class OpenGroup:
    """A group inside a transaction, with its members and the role of the account that asks."""

    row: GroupRow
    members: list[GroupMember]
    role: str

    @property
    def owners(self) -> list[str]:
        """The accounts that own the group."""
        return [each.account_id for each in self.members if each.role == OWNER]

    def check_owner(self) -> None:
        """Reject a plain member."""
        if self.role != OWNER:
            raise Forbidden("Only an owner of the group may do this.")


class GroupService:
    """Creates and changes groups, and lets people join and leave them."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.database = tables.database

    async def create(self, account: Account, name: str, description: str) -> str:
        """Create a group with one member, its owner, and return its id."""
        group_id = new_id()
        async with self.database.writing() as session:
            await self._check_count(session, account)
            session.add(GroupRow(id=group_id, name=name, description=description, created_at=now()))
            await session.flush()
            session.add(GroupMemberRow(group_id=group_id, account_id=account.id, role=OWNER, since=now()))
        return group_id

    async def _check_count(self, session: AsyncSession, account: Account) -> None:
        if await count_groups(session, account.id) >= MAX_GROUPS:
            raise LimitExceeded(f"You are in {MAX_GROUPS} groups, which is the limit; leave one first.", 60)

    async def summaries(self, account: Account) -> list[dict[str, Any]]:
        """Return the groups of an account as JSON data."""
        async with self.database.reading() as session:
            found = await groups_of(session, account.id)
        return [
            {"id": row.id, "name": row.name, "description": row.description, "role": role, "members": count}
            for row, role, count in found
        ]

    async def view(self, account: Account, group_id: str) -> dict[str, Any]:
        """Return a group as a member sees it, without its tables."""
        async with self.database.reading() as session:
            group = await opened(session, account, group_id)
            people = await people_by_id(session, [each.account_id for each in group.members])
        return {
            "id": group.row.id,
            "name": group.row.name,
            "description": group.row.description,
            "role": group.role,
            "defaults": group.row.defaults,
            "has_link": group.row.invitation is not None,
            "created_at": group.row.created_at,
            "members": [
                {"person": people[each.account_id].model_dump(), "role": each.role, "since": each.since}
                for each in group.members
            ],
        }

    @asynccontextmanager
    async def owned(self, account: Account, group_id: str) -> AsyncIterator[tuple[AsyncSession, OpenGroup]]:
        """Open a transaction in which an owner changes a group."""
        async with self.database.writing() as session:
            group = await opened(session, account, group_id, lock=True)
            group.check_owner()
            yield session, group

    async def change(
        self, account: Account, group_id: str, name: str, description: str, defaults: dict[str, Any] | None
    ) -> None:
        """Change the name, the description and the default settings of a group."""
        if defaults is not None:
            configured(defaults["setup"])
        async with self.owned(account, group_id) as (_, group):
            group.row.name, group.row.description, group.row.defaults = name, description, defaults

    async def delete(self, account: Account, group_id: str) -> None:
        """Delete a group; its tables stay with their players."""
        async with self.owned(account, group_id) as (session, group):
            tables = await self._dissolve(session, group.row)
        await self._announce(tables)

    async def _dissolve(self, session: AsyncSession, row: GroupRow) -> list[str]:
        tables = await touch_tables(session, row.id)
        await session.execute(update(TableRow).where(of_group(row.id)).values(group_id=None))
        await session.delete(row)
        return tables

    async def create_link(self, account: Account, group_id: str) -> str:
        """Return the secret of a new invitation link, which replaces the one before it."""
        secret = new_secret()
        async with self.owned(account, group_id) as (_, group):
            group.row.invitation = hashed(secret)
        return secret

    async def revoke_link(self, account: Account, group_id: str) -> None:
        """Revoke the invitation link of a group."""
        async with self.owned(account, group_id) as (_, group):
            group.row.invitation = None

    async def preview(self, account: Account | None, group_id: str, secret: str) -> dict[str, Any]:
        """Return what an invitation link leads to."""
        async with self.database.reading() as session:
            row = await linked(session, group_id, secret)
            members = await members_of(session, group_id)
            owner = next(each.account_id for each in members if each.role == OWNER)
            people = await people_by_id(session, [owner])
        return {
            "id": row.id,
            "name": row.name,
            "description": row.description,
            "members": len(members),
            "owner": people[owner].model_dump(),
            "joined": account is not None and any(each.account_id == account.id for each in members),
        }

    async def join(self, account: Account, group_id: str, secret: str) -> None:
        """Join a group by its invitation link; joining again changes nothing."""
        try:
            async with self.database.writing() as session:
                tables = await self._join(session, account, group_id, secret)
        except IntegrityError:
            return  # another request of this account has just joined
        await self._announce(tables)

    async def _join(self, session: AsyncSession, account: Account, group_id: str, secret: str) -> list[str]:
        row = await linked(session, group_id, secret, lock=True)
        members = await members_of(session, group_id)
        if any(each.account_id == account.id for each in members):
            return []
        if len(members) >= MAX_MEMBERS:
            raise LimitExceeded(f"The group has {MAX_MEMBERS} members, which is the limit.", 60)
        await self._check_count(session, account)
        owners = [each.account_id for each in members if each.role == OWNER]
        if await blocked_among(session, account.id, owners):
            raise Forbidden("You cannot join this group.")
        session.add(GroupMemberRow(group_id=group_id, account_id=account.id, role=MEMBER, since=now()))
        await session.flush()
        data = {"name": account.name, "title": row.name, "kind": "joined", "link": link_to(group_id)}
        await queue_event(session, owners, "group", data=data)
        return await touch_tables(session, group_id)

    async def remove(self, account: Account, group_id: str, account_id: str) -> None:
        """Leave a group, or remove a member, whose link is then revoked; the last member dissolves the group."""
        async with self.database.writing() as session:
            group = await opened(session, account, group_id, lock=True)
            if account_id != account.id:
                group.check_owner()
                group.row.invitation = None
            row = await session.get(GroupMemberRow, (group_id, account_id))
            if row is None:
                raise NotFound("This person is not a member of the group.")
            if len(group.members) == 1:
                tables = await self._dissolve(session, group.row)
            else:
                await session.delete(row)
                await withdraw_from_group(session, group_id, account_id)
                tables = await touch_tables(session, group_id)
        await self._announce(tables)

    async def set_role(self, account: Account, group_id: str, account_id: str, role: str) -> None:
        """Change the role of a member; a group keeps at least one owner."""
        async with self.owned(account, group_id) as (session, group):
            row = await session.get(GroupMemberRow, (group_id, account_id))
            if row is None:
                raise NotFound("This person is not a member of the group.")
            if role != OWNER and group.owners == [account_id]:
                raise Conflict("A group needs an owner; make another member an owner first.")
            row.role = role

    async def check_member(self, account: Account, group_id: str) -> None:
        """Reject an account that is not a member of a group."""
        async with self.database.reading() as session:
            if not await is_member(session, group_id, account.id):
                raise Forbidden(NO_GROUP)

    async def announce_table(self, account: Account, group_id: str, table_id: str) -> None:
        """Notify the members of a group of a new table with open seats."""
        async with self.database.writing() as session:
            row = await session.get(GroupRow, group_id)
            if row is not None:
                others = [each.account_id for each in await members_of(session, group_id)]
                data = {"name": account.name, "title": row.name, "kind": "table"}
                await queue_event(session, set(others) - {account.id}, "group", table_id, data)

    async def _announce(self, tables: list[str]) -> None:
        for table_id in tables:
            await self.tables.bus.publish(Notice(table_id, about=SEATS))


def link_to(group_id: str) -> str:
    """Return the link to a group within the client."""
    return f"#/group/{group_id}"


async def opened(session: AsyncSession, account: Account, group_id: str, lock: bool = False) -> OpenGroup:
    """Return a group for one of its members, or reject the account."""
    row = await session.get(GroupRow, group_id, with_for_update=lock)
    members = [] if row is None else await members_of(session, group_id)
    role = next((each.role for each in members if each.account_id == account.id), None)
    if row is None or role is None:
        raise NotFound(NO_GROUP)
    return OpenGroup(row, members, role)


async def linked(session: AsyncSession, group_id: str, secret: str, lock: bool = False) -> GroupRow:
    """Return the group of an invitation link, or reject a link that is not valid."""
    row = await session.get(GroupRow, group_id, with_for_update=lock)
    if row is None or row.invitation is None or not secrets.compare_digest(row.invitation, hashed(secret)):
        raise Forbidden("This link is not valid here, or no longer; ask for a new one.")
    return row
