"""Invitations of accounts to seats in the database."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, Select, String, bindparam, delete, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from kontor.server.store.models import AccountInvitationRow, SeatRow, TableRow
from kontor.server.store.table_info import OPEN, TableSummary
from kontor.server.store.tables import seats_of

InvitationKind = Literal["table", "rematch", "tournament"]
MAX_LISTED: Final = 50


@dataclass(frozen=True, slots=True)
class AccountInvitation:
    """An invitation of an account to some seats of a table, with the table as in a list; `by` is an account."""

    table: TableSummary
    seats: tuple[int, ...]
    kind: str
    by: str
    at: int


async def invitations_of(session: AsyncSession, account_id: str, limit: int = MAX_LISTED) -> list[AccountInvitation]:
    """Return the invitations that an account can still accept, the newest first, with two queries."""
    found: dict[str, tuple[TableRow, list[AccountInvitationRow]]] = {}
    for row, table in await session.execute(invitations_query(limit), {"account": account_id}):
        found.setdefault(table.id, (table, []))[1].append(row)
    seats = await seats_of(session, list(found))
    return [
        AccountInvitation(
            TableSummary(table, seats[table.id]),
            tuple(row.seat for row in rows),
            rows[0].kind,
            rows[0].by,
            rows[0].at,
        )
        for table, rows in found.values()
    ]


@cache
def invitations_query(limit: int) -> Select[Any, Any]:
    """Return the query for invitations that an account can still accept; it is built once, which takes long."""
    account = bindparam("account", type_=String)
    return (
        select(AccountInvitationRow, TableRow)
        .join(TableRow, TableRow.id == AccountInvitationRow.table_id)
        .where(AccountInvitationRow.account_id == account, TableRow.ended_by.is_(None), has_free_seat(account))
        .order_by(AccountInvitationRow.at.desc(), AccountInvitationRow.table_id, AccountInvitationRow.seat)
        .limit(limit)
    )


def has_free_seat(account_id: ColumnElement[str]) -> ColumnElement[bool]:
    """Return the condition that the table of an invitation has an open seat that no other account has reserved."""
    seats, other = aliased(SeatRow), aliased(AccountInvitationRow)
    same_seat = (other.table_id == seats.table_id) & (other.seat == seats.seat)
    kept = exists().where(same_seat, other.reserved.is_(True), other.account_id != account_id)
    return exists().where(seats.table_id == AccountInvitationRow.table_id, seats.kind == OPEN, ~kept)


async def invited_to(session: AsyncSession, table_id: str) -> Sequence[AccountInvitationRow]:
    """Return the invitations to a table."""
    query = select(AccountInvitationRow).where(AccountInvitationRow.table_id == table_id)
    return list(await session.scalars(query))


async def remove_accepted(session: AsyncSession, table_id: str, account_id: str, seat: int) -> None:
    """Delete the invitations of an account that takes a seat, except those to other seats reserved for it."""
    done = or_(AccountInvitationRow.seat == seat, AccountInvitationRow.reserved.is_(False))
    await session.execute(delete(AccountInvitationRow).where(is_invitation(table_id, account_id), done))


async def remove_invitation(session: AsyncSession, table_id: str, account_id: str) -> bool:
    """Delete all invitations of an account to a table; return whether there was one."""
    removed = delete(AccountInvitationRow).where(is_invitation(table_id, account_id))
    return bool((await session.execute(removed)).rowcount)  # type: ignore[attr-defined]


async def count_pending(session: AsyncSession, by: str) -> int:
    """Return how many invitations of an account to running tables are neither accepted nor declined."""
    query = select(func.count()).select_from(AccountInvitationRow).join(TableRow)
    return await session.scalar(query.where(AccountInvitationRow.by == by, TableRow.ended_by.is_(None))) or 0


def is_invitation(table_id: str, account_id: str) -> ColumnElement[bool]:
    """Return the condition for the invitations of an account to a table."""
    return (AccountInvitationRow.table_id == table_id) & (AccountInvitationRow.account_id == account_id)
