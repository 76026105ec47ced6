"""Sessions of browsers in the database; only the hashes of their secrets are stored, and no network address."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.bus.bus import ACCOUNTS, Bus, Notice
from kontor.server.errors import DatabaseUnavailable
from kontor.server.store.accounts import Account, account_of, lock_account
from kontor.server.store.database import Database
from kontor.server.store.models import AccountRow, SessionRow

HOUR: Final = 3_600_000
ID_LENGTH: Final = 16
MAX_SESSIONS: Final = 50
"""Sessions of one account; a new one ends the least recently used."""


@dataclass(frozen=True, slots=True)
class Device:
    """What is known of a browser: its kind and that of its system, as far as they are recognized."""

    browser: str | None = None
    system: str | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """A session of a browser, the moment it was opened, and the hour of its last use."""

    key: str
    device: Device
    created_at: int
    used_at: int

    @property
    def id(self) -> str:
        """The part of the hash by which its owner names the session."""
        return self.key[:ID_LENGTH]


class Sessions:
    """Opens, finds and ends sessions."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus

    async def open(self, key: str, account_id: str, device: Device, now: int, expires_at: int) -> None:
        """Add a session; those that have expired, or are more than an account may have, are deleted."""
        async with self.database.writing() as session:
            await lock_account(session, account_id)
            row = SessionRow(key=key, account_id=account_id, created_at=now, used_at=hour_of(now))
            row.browser, row.system, row.expires_at = device.browser, device.system, expires_at
            session.add(row)
            await session.flush()
            await delete_surplus(session, account_id, key, now)

    async def account(self, key: str, now: int) -> Account | None:
        """Return the account of a session that has not expired; its use is stored at most once an hour."""
        found = await (self._read(key, now) if self.database.embedded else self.database.sessions.find(key, now))
        if found is None:
            return None
        account, used_at = found
        if hour_of(now) > used_at:
            await self._mark_used(key, now)
        return account_of(account)

    async def _read(self, key: str, now: int) -> tuple[AccountRow, int] | None:
        query = select(AccountRow, SessionRow.used_at).join(SessionRow, SessionRow.account_id == AccountRow.id)
        async with self.database.reading() as session:
            valid = query.where(SessionRow.key == key, SessionRow.expires_at > now)
            row = (await session.execute(valid)).one_or_none()
            return None if row is None else (row[0], row[1])

    async def _mark_used(self, key: str, now: int) -> None:
        """Store the hour of the last use; a database that cannot be written to can still be read."""
        used = update(SessionRow).where(SessionRow.key == key).values(used_at=hour_of(now))
        with contextlib.suppress(DatabaseUnavailable):
            async with self.database.writing() as session:
                await session.execute(used)

    async def of(self, account_id: str, now: int) -> list[Session]:
        """Return the sessions of an account that have not expired, the last used first."""
        own = (SessionRow.account_id == account_id) & (SessionRow.expires_at > now)
        query = select(SessionRow).where(own).order_by(SessionRow.used_at.desc(), SessionRow.created_at.desc())
        async with self.database.reading() as session:
            return [session_of(row) for row in await session.scalars(query)]

    async def end(self, key: str) -> None:
        """End the session with a key."""
        await self._end(SessionRow.key == key)

    async def end_one(self, account_id: str, session_id: str) -> bool:
        """End a session of an account; return False if there is none with that id."""
        named = SessionRow.key.startswith(session_id, autoescape=True)
        return await self._end((SessionRow.account_id == account_id) & named)

    async def end_others(self, account_id: str, key: str) -> None:
        """End all sessions of an account but one."""
        await self._end((SessionRow.account_id == account_id) & (SessionRow.key != key))

    async def _end(self, which: ColumnElement[bool]) -> bool:
        """Delete sessions of one account, and tell all nodes, which close their live connections."""
        async with self.database.writing() as session:
            ended = list(await session.scalars(delete(SessionRow).where(which).returning(SessionRow.account_id)))
            if not ended:
                return False
            await self.bus.publish_within(session, Notice(ended[0], about=ACCOUNTS))
        await self.bus.publish(Notice(ended[0], about=ACCOUNTS))
        return True


async def delete_surplus(session: AsyncSession, account_id: str, key: str, now: int) -> None:
    """Delete sessions that have expired, and the least recently used beyond the limit, but never one with a key."""
    own = (SessionRow.account_id == account_id) & (SessionRow.key != key)
    await session.execute(delete(SessionRow).where(own, SessionRow.expires_at <= now))
    rank = func.row_number().over(order_by=(SessionRow.used_at.desc(), SessionRow.created_at.desc()))
    ranked = select(SessionRow.key, rank.label("rank")).where(own).subquery()
    surplus = select(ranked.c.key).where(ranked.c.rank >= MAX_SESSIONS)
    await session.execute(delete(SessionRow).where(SessionRow.key.in_(surplus)))


def hour_of(moment: int) -> int:
    """Return the beginning of the hour of a moment."""
    return moment - moment % HOUR


def session_of(row: SessionRow) -> Session:
    """Return a row as a session."""
    return Session(row.key, Device(row.browser, row.system), row.created_at, row.used_at)
