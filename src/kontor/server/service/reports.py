"""Reports about people, messages and tables, which operators read and resolve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.clock import now
from kontor.server.errors import Conflict, Invalid, NotFound
from kontor.server.ids import new_id
from kontor.server.service.administration import OPERATOR
from kontor.server.service.match import Match
from kontor.server.store.accounts import Account
from kontor.server.store.database import Database
from kontor.server.store.events import queue_event
from kontor.server.store.models import AccountRow, MessageRow, ReportRow

PERSON: Final = "person"
MESSAGE: Final = "message"
TABLE: Final = "table"


@dataclass(frozen=True, slots=True)
class Subject:
    """What is reported, the account behind it if there is one, and what the reporter saw."""

    kind: str
    key: str
    account_id: str | None
    table_id: str | None
    context: str


class ReportService:
    """Adds reports, each with what the reporter saw at that moment."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def about_person(self, account_id: str) -> Subject:
        """Return a person as the subject of a report."""
        async with self.database.reading() as session:
            row = await session.get(AccountRow, account_id)
            if row is None or row.deleted_at is not None:
                raise NotFound("There is no such person.")
            return Subject(PERSON, f"{PERSON} {account_id}", account_id, None, row.name)

    async def about_message(self, match: Match, number: int) -> Subject:
        """Return a chat message as the subject of a report."""
        table_id = match.table.id
        async with self.database.reading() as session:
            row = await session.get(MessageRow, (table_id, number))
        if row is None:
            raise NotFound(f"The table has no message {number}.")
        key = f"{MESSAGE} {table_id} {number}"
        return Subject(MESSAGE, key, row.account_id, table_id, f"{row.name}: {row.text}")

    def about_table(self, match: Match) -> Subject:
        """Return a table, and the host who opened it, as the subject of a report."""
        table = match.table
        names = ", ".join(seat.name for seat in table.seats if seat.name)
        context = f"{table.title} ({names})" if table.title else names
        return Subject(TABLE, f"{TABLE} {table.id}", table.host, table.id, context)

    async def add(self, reporter: Account, subject: Subject, reason: str, text: str) -> str:
        """Add a report and return its id; nobody has two open reports about the same subject."""
        if subject.account_id == reporter.id:
            raise Invalid("You cannot report yourself.")
        row = ReportRow(
            id=new_id(),
            reporter_id=reporter.id,
            kind=subject.kind,
            subject=subject.key,
            account_id=subject.account_id,
            table_id=subject.table_id,
            reason=reason,
            text=text,
            context=subject.context,
            created_at=now(),
        )
        try:
            async with self.database.writing() as session:
                session.add(row)
                await session.flush()
                operators = list(await session.scalars(select(AccountRow.id).where(AccountRow.role == OPERATOR)))
                facts = {"kind": "report", "name": reporter.name, "link": "#/operator"}
                await queue_event(session, operators, "moderation", data=facts)
        except IntegrityError:
            raise Conflict("You have reported this already; an operator will look at it.") from None
        return row.id


async def list_reports(
    session: AsyncSession, resolved: bool, limit: int, before: int | None = None, account_id: str | None = None
) -> list[ReportRow]:
    """Return open or resolved reports, the newest first, about all accounts or about one."""
    query = select(ReportRow).order_by(ReportRow.created_at.desc(), ReportRow.id).limit(limit)
    query = query.where(ReportRow.resolved_at.is_not(None) if resolved else ReportRow.resolved_at.is_(None))
    if before is not None:
        query = query.where(ReportRow.created_at < before)
    if account_id is not None:
        query = query.where(ReportRow.account_id == account_id)
    return list(await session.scalars(query))
