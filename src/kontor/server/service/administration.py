"""Administration: what operators do to accounts, tables, reports and announcements, all of it in the audit log.

`kontor admin` uses it on the database of a server that may be running, and operators use it through the API.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.bus.bus import ACCOUNTS, FORMER, SEATS, Bus, Notice
from kontor.server.clock import now
from kontor.server.display_names import clean_name, lookalike
from kontor.server.errors import Conflict, Invalid, InvalidName, NotFound
from kontor.server.ids import new_id
from kontor.server.service.announcements import check_room
from kontor.server.store.accounts import MAX_LOGIN_LENGTH
from kontor.server.store.audit import ACCOUNT, ANNOUNCEMENT, REPORT, TABLE, Action, add_to_audit_log
from kontor.server.store.database import Database
from kontor.server.store.deletions import delete_account, replace_name_in_logs
from kontor.server.store.entries import END, Entry, EntryBatch
from kontor.server.store.entries import OPERATOR as BY_OPERATOR
from kontor.server.store.events import queue_event
from kontor.server.store.log import GameLog
from kontor.server.store.models import (
    AccountRow,
    AnnouncementRow,
    MessageRow,
    ReportRow,
    SeatRow,
    SessionRow,
    TableRow,
)
from kontor.server.store.table_info import CLOSED

MAX_ATTEMPTS: Final = 5  # to close a table at which others move
OPERATOR: Final = "operator"


class Administration:
    """Carries out administrative actions; `actor` says in the audit log who did it."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus

    async def suspend(self, actor: str, account_id: str, until: int, reason: str) -> None:
        """Suspend an account until a moment, and end its sessions.

        A guest keeps its sessions, which are rejected meanwhile, because it could not sign in again.
        """
        if until <= now():
            raise Invalid("A suspension has to end in the future.")
        async with self.database.writing() as session:
            row = await account_row(session, account_id)
            if row.role is not None:
                raise Conflict(f"{row.name} is an operator; revoke that role first with kontor admin revoke.")
            row.suspended_until, row.suspended_reason = until, reason
            if row.password is not None:
                await session.execute(delete(SessionRow).where(SessionRow.account_id == account_id))
            add_to_audit_log(session, actor, Action("suspend", ACCOUNT, account_id, reason, {"until": until}))
            await self._announce_within(session, account_id)
        await self._announce(account_id)

    async def unsuspend(self, actor: str, account_id: str, reason: str = "") -> None:
        """End the suspension of an account."""
        async with self.database.writing() as session:
            row = await account_row(session, account_id)
            if row.suspended_until is None:
                raise Conflict(f"{row.name} is not suspended.")
            row.suspended_until = row.suspended_reason = None
            add_to_audit_log(session, actor, Action("unsuspend", ACCOUNT, account_id, reason))
            await self._announce_within(session, account_id)
        await self._announce(account_id)

    async def rename(self, actor: str, account_id: str, name: str, reason: str) -> None:
        """Rename an account, at all its seats and messages too; with a password it signs in with the new name."""
        plain = allowed_name(name)
        try:
            async with self.database.writing() as session:
                row = await account_row(session, account_id)
                await check_free(session, plain, account_id)
                facts = {"before": row.name, "after": plain}
                await replace_name_in_logs(session, account_id, row.name, plain)
                row.name = plain
                if row.password is not None:
                    row.login, row.lookalike = lookalike(plain)[:MAX_LOGIN_LENGTH], lookalike(plain)
                tables = await rename_traces(session, account_id, plain)
                await queue_event(session, [account_id], "moderation", data={"kind": "renamed", "name": plain})
                add_to_audit_log(session, actor, Action("rename", ACCOUNT, account_id, reason, facts))
                await self._announce_within(session, account_id, *tables)
        except IntegrityError:
            raise Conflict("Another account has this name; choose another one.") from None
        await self._announce(account_id, *tables)

    async def delete(self, actor: str, account_id: str, reason: str) -> None:
        """Delete an account as its owner could; a running server gives its seats to the computer."""
        async with self.database.writing() as session:
            row = await account_row(session, account_id)
            if row.role is not None:
                raise Conflict(f"{row.name} is an operator; revoke that role first with kontor admin revoke.")
            await delete_account(session, row, now())
            add_to_audit_log(session, actor, Action("delete", ACCOUNT, account_id, reason))
            await self._announce_within(session, account_id)
        await self._announce(account_id)

    async def close_table(self, actor: str, table_id: str, reason: str) -> None:
        """End the game of a table without a result, by an entry of its log."""
        for _ in range(MAX_ATTEMPTS):
            try:
                await self._close_table(actor, table_id, reason)
            except IntegrityError:
                continue  # another entry has just got the number
            await self.bus.publish(Notice(table_id, about=SEATS))
            return
        raise Conflict("Others move at this table all the time; try again.")

    async def _close_table(self, actor: str, table_id: str, reason: str) -> None:
        async with self.database.writing() as session:
            row = await session.get(TableRow, table_id, with_for_update={"key_share": True})  # as moves lock it
            if row is None:
                raise NotFound("There is no such table; kontor admin tables lists them.")
            if row.ended_by is not None:
                raise Conflict("The game at this table is over already.")
            entry = Entry(row.number + 1, END, None, BY_OPERATOR, "", max(now(), row.moved_at))
            add_to_audit_log(session, actor, Action("close", TABLE, table_id, reason))
            await session.flush()
            await GameLog(self.database, self.bus).write_within(
                session, [EntryBatch(table_id, [entry], None, CLOSED)]
            )
            players = await players_of(session, table_id)
            facts = {"kind": "closed", "title": row.title, "link": "#/"}
            await queue_event(session, players, "moderation", data=facts)
            await self.bus.publish_within(session, Notice(table_id, about=SEATS))

    async def set_role(self, actor: str, account_id: str, role: str | None, reason: str = "") -> None:
        """Make an account an operator, or revoke that; operators need a password."""
        async with self.database.writing() as session:
            row = await account_row(session, account_id)
            if role is not None and row.password is None:
                raise Conflict(f"{row.name} is a guest; operators need an account with a password.")
            if row.role == role:
                raise Conflict(f"{row.name} is {'already' if role else 'not'} an operator.")
            row.role = role
            action = Action("grant" if role else "revoke", ACCOUNT, account_id, reason, {"role": role or OPERATOR})
            add_to_audit_log(session, actor, action)
            await self._announce_within(session, account_id)
        await self._announce(account_id)

    async def announce(self, actor: str, texts: Mapping[str, str], until: int) -> str:
        """Show a text in one to three languages on every page until a moment, and return its id."""
        if until <= now():
            raise Invalid("An announcement has to end in the future.")
        row = AnnouncementRow(id=new_id(), texts=dict(texts), created_at=now(), until=until)
        async with self.database.writing() as session:
            await check_room(session)
            session.add(row)
            facts = {"texts": dict(texts), "until": until}
            add_to_audit_log(session, actor, Action("announce", ANNOUNCEMENT, row.id, facts=facts))
        return row.id

    async def withdraw(self, actor: str, announcement_id: str) -> None:
        """Show an announcement no longer."""
        async with self.database.writing() as session:
            found = delete(AnnouncementRow).where(AnnouncementRow.id == announcement_id)
            if await session.scalar(found.returning(AnnouncementRow.id)) is None:
                raise NotFound("There is no such announcement, or it is over.")
            add_to_audit_log(session, actor, Action("withdraw", ANNOUNCEMENT, announcement_id))

    async def resolve(self, actor: str, report_id: str, resolution: str) -> None:
        """Resolve a report; of two operators who do so at once one is told."""
        is_open = (ReportRow.id == report_id) & ReportRow.resolved_at.is_(None)
        changed = update(ReportRow).where(is_open).values(resolved_at=now(), resolution=resolution)
        async with self.database.writing() as session:
            reporter = await session.scalar(changed.returning(ReportRow.reporter_id))
            if reporter is None:
                if await session.get(ReportRow, report_id) is None:
                    raise NotFound("There is no such report.")
                raise Conflict("This report is resolved already.")
            await queue_event(session, [reporter], "moderation", data={"kind": "resolved", "link": "#/"})
            add_to_audit_log(session, actor, Action("resolve", REPORT, report_id, resolution))

    async def _announce_within(self, session: AsyncSession, account_id: str, *table_ids: str) -> None:
        for notice in notices(account_id, *table_ids):
            await self.bus.publish_within(session, notice)

    async def _announce(self, account_id: str, *table_ids: str) -> None:
        for notice in notices(account_id, *table_ids):
            await self.bus.publish(notice)


async def players_of(session: AsyncSession, table_id: str) -> set[str]:
    """Return the accounts that hold seats of a table."""
    found = await session.scalars(select(SeatRow.account_id).where(SeatRow.table_id == table_id))
    return {account_id for account_id in found if account_id is not None}


def notices(account_id: str, *table_ids: str) -> list[Notice]:
    """Return the notices that an account, with its name in logs, and some tables have changed."""
    accounts = [Notice(account_id, about=ACCOUNTS), Notice(account_id, about=FORMER)]
    return [*accounts, *(Notice(table_id, about=SEATS) for table_id in table_ids)]


async def account_row(session: AsyncSession, account_id: str) -> AccountRow:
    """Return an account to change, or reject one that does not exist or was deleted."""
    row = await session.get(AccountRow, account_id, with_for_update=True)
    if row is None or row.deleted_at is not None:
        raise NotFound("There is no such account; kontor admin accounts lists them.")
    return row


def allowed_name(name: str) -> str:
    """Return a name in its normal form, or reject one that may not be used."""
    try:
        return clean_name(name)
    except InvalidName as problem:
        raise Invalid(str(problem)) from problem


async def check_free(session: AsyncSession, name: str, account_id: str) -> None:
    """Reject a name that another account with a password has, or that looks like it."""
    query = select(AccountRow.id).where(AccountRow.lookalike == lookalike(name), AccountRow.id != account_id)
    if await session.scalar(query.limit(1)) is not None:
        raise Conflict("Another account has this name or one that looks like it; choose another one.")


async def rename_traces(session: AsyncSession, account_id: str, name: str) -> list[str]:
    """Set the name at the seats and messages of an account, and return the tables."""
    seats = update(SeatRow).where(SeatRow.account_id == account_id).values(name=name).returning(SeatRow.table_id)
    written = update(MessageRow).where(MessageRow.account_id == account_id).values(name=name)
    tables = {*await session.scalars(seats), *await session.scalars(written.returning(MessageRow.table_id))}
    version = {"version": TableRow.version + 1}
    await session.execute(update(TableRow).where(TableRow.id.in_(tables)).values(**version))
    return sorted(tables)
