"""What operators read: accounts, tables and reports, for the operators' page and for `kontor admin`."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, func, make_url, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.clock import now
from kontor.server.display_names import lookalike
from kontor.server.schemas.operator import AdministeredPerson, Report, Storage
from kontor.server.service.people import people_by_id, person_view
from kontor.server.store.database import Database
from kontor.server.store.models import AccountRow, ReportRow, SeatRow, TableRow

LIKE_ESCAPE = "\\"


async def reports_json(session: AsyncSession, rows: Sequence[ReportRow]) -> list[Report]:
    """Return reports with the people they name, in two queries."""
    ids = {row.reporter_id for row in rows} | {row.account_id for row in rows if row.account_id}
    people = await people_by_id(session, ids)
    ends = await suspensions(session, ids)
    fields = ("id", "kind", "table_id", "reason", "text", "context", "created_at", "resolved_at", "resolution")
    return [
        Report(
            **{name: getattr(row, name) for name in fields},
            reporter=people[row.reporter_id],
            person=people.get(row.account_id or ""),
            suspended_until=ends.get(row.account_id or ""),
        )
        for row in rows
    ]


async def suspensions(session: AsyncSession, account_ids: set[str]) -> dict[str, int]:
    """Return until when those of some accounts that are suspended now are."""
    query = select(AccountRow.id, AccountRow.suspended_until).where(
        AccountRow.id.in_(account_ids), AccountRow.suspended_until > now()
    )
    return {row.id: row.suspended_until for row in await session.execute(query)}


async def count_open_reports(session: AsyncSession) -> int:
    """Return how many reports are open."""
    return await session.scalar(select(func.count()).where(ReportRow.resolved_at.is_(None))) or 0


async def list_accounts(
    session: AsyncSession,
    limit: int,
    before: int | None = None,
    name: str | None = None,
    *,
    suspended: bool = False,
    operators: bool = False,
    guests: bool | None = None,
) -> list[AdministeredPerson]:
    """Return accounts that were not deleted, the newest first, with the number of open reports about each."""
    reports = select(func.count()).where(ReportRow.account_id == AccountRow.id, ReportRow.resolved_at.is_(None))
    query = select(AccountRow, reports.scalar_subquery()).where(AccountRow.deleted_at.is_(None))
    if before is not None:
        query = query.where(AccountRow.created_at < before)
    if name is not None:
        query = query.where(names_like(name))
    if suspended:
        query = query.where(AccountRow.suspended_until > now())
    if operators:
        query = query.where(AccountRow.role.is_not(None))
    if guests is not None:
        query = query.where(AccountRow.password.is_(None) if guests else AccountRow.password.is_not(None))
    rows = await session.execute(query.order_by(AccountRow.created_at.desc(), AccountRow.id).limit(limit))
    return [administered(row, open_reports) for row, open_reports in rows]


def names_like(name: str) -> ColumnElement[bool]:
    """Return the condition for accounts whose name contains a text, is confusable with it, or whose id it is."""
    escaped = name.casefold()
    for character in (LIKE_ESCAPE, "%", "_"):
        escaped = escaped.replace(character, f"{LIKE_ESCAPE}{character}")
    contains = func.lower(AccountRow.name).like(f"%{escaped}%", escape=LIKE_ESCAPE)
    return contains | (AccountRow.lookalike == lookalike(name)) | (AccountRow.id == name)


def administered(row: AccountRow, open_reports: int) -> AdministeredPerson:
    """Return an account as operators see it."""
    person = person_view(row.id, row.name, row.password, row.is_bot, row.deleted_at)
    is_suspended = row.suspended_until is not None and row.suspended_until > now()
    return AdministeredPerson(
        **person.model_dump(),
        created_at=row.created_at,
        role=row.role,
        suspended_until=row.suspended_until if is_suspended else None,
        suspended_reason=row.suspended_reason if is_suspended else None,
        open_reports=open_reports,
    )


async def list_tables(
    session: AsyncSession, limit: int, *, running: bool | None = None, account_id: str | None = None
) -> list[dict[str, Any]]:
    """Return tables, the last moved first, with the names at their seats."""
    query = select(TableRow).order_by(TableRow.moved_at.desc(), TableRow.id).limit(limit)
    if running is not None:
        query = query.where(TableRow.ended_by.is_(None) if running else TableRow.ended_by.is_not(None))
    if account_id is not None:
        held = select(SeatRow.table_id).where(SeatRow.account_id == account_id)
        query = query.where((TableRow.host == account_id) | TableRow.id.in_(held))
    rows = list(await session.scalars(query))
    seats = select(SeatRow).where(SeatRow.table_id.in_([row.id for row in rows])).order_by(SeatRow.seat)
    names: dict[str, list[str]] = {row.id: [] for row in rows}
    for seat in await session.scalars(seats):
        names[seat.table_id].append(seat.name or seat.agent or "open")
    fields = ("id", "title", "host", "public", "number", "ended_by", "created_at", "moved_at", "chat_closed")
    return [
        {**{name: getattr(row, name) for name in fields}, "game": row.setup.get("game"), "seats": names[row.id]}
        for row in rows
    ]


async def storage_of(database: Database, session: AsyncSession) -> Storage:
    """Return the size of the database, and the space left on its disk if it is embedded."""
    if not database.embedded:
        size = await session.scalar(text("SELECT pg_database_size(current_database())"))
        return Storage(shared=True, database=size or 0, free=None, capacity=None)
    file = Path(make_url(database.url).database or "")
    parts = [file, *(file.with_name(f"{file.name}{ending}") for ending in ("-wal", "-shm"))]
    usage = shutil.disk_usage(file.parent)
    size = sum(part.stat().st_size for part in parts if part.exists())
    return Storage(shared=False, database=size, free=usage.free, capacity=usage.total)
