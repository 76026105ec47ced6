"""Accounts and tokens in the database; only the hashes of secrets are stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import Select, delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.bus.bus import ACCOUNTS, LISTED, SEATS, Bus, Notice
from kontor.server.errors import LoginTaken, PasswordChanged, Unauthenticated
from kontor.server.store.database import Database, announce_with
from kontor.server.store.models import AccountRow, SeatRow, SessionRow, TableRow, TokenRow
from kontor.server.store.table_listing import listing_now

READ: Final = "read"
PLAY: Final = "play"
MANAGE: Final = "manage"
MAX_LOGIN_LENGTH: Final = 80


@dataclass(frozen=True, slots=True)
class Account:
    """A person or a bot with a name; `scopes` are those of the token that was used, None for a browser."""

    id: str
    name: str
    password: str | None = None
    scopes: frozenset[str] | None = None
    is_bot: bool = False
    role: str | None = None
    suspended_until: int | None = None
    suspended_reason: str | None = None

    @property
    def guest(self) -> bool:
        """Whether the account has no password, so that only one browser can use it."""
        return self.password is None


@dataclass(frozen=True, slots=True)
class Token:
    """A token without its secret."""

    id: str
    label: str
    scopes: tuple[str, ...]
    created_at: int


@dataclass(frozen=True, slots=True)
class AccountDetails:
    """What only the owner of an account sees of it."""

    private: bool
    watchable: bool
    created_at: int
    password_at: int | None


class Accounts:
    """Finds, adds and changes accounts."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus

    async def add(self, account: Account, now: int) -> None:
        """Add an account without a password."""
        async with self.database.writing() as session:
            session.add(AccountRow(id=account.id, name=account.name, created_at=now, is_bot=account.is_bot))

    async def rename(self, account_id: str, name: str) -> None:
        """Rename a guest."""
        guest = (AccountRow.id == account_id) & AccountRow.password.is_(None) & AccountRow.deleted_at.is_(None)
        async with self.database.writing() as session:
            await session.execute(update(AccountRow).where(guest).values(name=name))

    async def mark_as_bot(self, account_id: str) -> None:
        """Mark an account as that of a bot, and its seats in games that are not over."""
        held = (SeatRow.account_id == account_id) & SeatRow.table_id.in_(running_tables(account_id))
        async with self.database.writing() as session:
            await session.execute(update(AccountRow).where(AccountRow.id == account_id).values(is_bot=True))
            await session.execute(update(SeatRow).where(held).values(is_bot=True))
            tables = await self.announce_within(session, account_id)
        await self.announce(account_id, tables)

    async def set_password(self, account: Account, password: str, lookalike: str, session_key: str, now: int) -> None:
        """Set the password of an account; changing it ends all sessions but one.

        Raises LoginTaken if another account has the name, PasswordChanged if the password is not the known one.
        """
        try:
            async with self.database.writing() as session:
                row = await session.get_one(AccountRow, account.id, with_for_update=True)
                if (row.password, row.name, row.deleted_at) != (account.password, account.name, None):
                    raise PasswordChanged(account.id)
                row.password, row.password_at = password, now
                if account.password is None:
                    row.login, row.lookalike = lookalike[:MAX_LOGIN_LENGTH], lookalike
                else:
                    others = (SessionRow.account_id == account.id) & (SessionRow.key != session_key)
                    await session.execute(delete(SessionRow).where(others))
                await session.flush()
                tables = await self.announce_within(session, account.id)
        except IntegrityError as problem:
            raise LoginTaken(lookalike) from problem
        await self.announce(account.id, tables)

    async def set_private(self, account_id: str, private: bool) -> None:
        """Set whether others see only the name of an account."""
        async with self.database.writing() as session:
            await lock_account(session, account_id)
            await session.execute(update(AccountRow).where(AccountRow.id == account_id).values(private=private))

    async def set_watchable(self, account_id: str, watchable: bool) -> None:
        """Set whether strangers may watch the games of an account at public tables, also those that are over."""
        held = select(SeatRow.table_id).where(SeatRow.account_id == account_id)
        public = TableRow.public.is_(True) & TableRow.id.in_(held)
        async with self.database.writing() as session:
            await lock_account(session, account_id)
            own = update(AccountRow).where(AccountRow.id == account_id, AccountRow.watchable.is_not(watchable))
            if not (await session.execute(own.values(watchable=watchable))).rowcount:  # type: ignore[attr-defined]
                return
            values = {"version": TableRow.version + 1, "listing": listing_now()}
            tables = await session.scalars(update(TableRow).where(public).values(**values).returning(TableRow.id))
            announce_with(session, *(Notice(each, about=SEATS) for each in tables), Notice(about=LISTED))

    async def details(self, account_id: str) -> AccountDetails:
        """Return what only the owner of an account sees of it."""
        async with self.database.reading() as session:
            row = await session.get_one(AccountRow, account_id)
            return AccountDetails(row.private, row.watchable, row.created_at, row.password_at)

    async def announce_within(self, session: AsyncSession, account_id: str) -> list[str]:
        """Make all nodes read an account and its seats in running games again; return the tables of these seats."""
        tables = sorted(set(await session.scalars(running_tables(account_id))))
        version = {"version": TableRow.version + 1}
        await session.execute(update(TableRow).where(TableRow.id.in_(tables)).values(**version))
        for notice in change_notices(account_id, tables):
            await self.bus.publish_within(session, notice)
        return tables

    async def announce(self, account_id: str, tables: Sequence[str]) -> None:
        """Announce at this node what was written about an account and its seats."""
        for notice in change_notices(account_id, tables):
            await self.bus.publish(notice)

    async def is_lookalike(self, lookalike: str, account_id: str | None) -> bool:
        """Return whether a name may be confused with that of another account that has a password."""
        query = select(AccountRow.id).where(AccountRow.lookalike == lookalike)
        async with self.database.reading() as session:
            return any(found != account_id for found in await session.scalars(query))

    async def alike(self, lookalike: str) -> list[Account]:
        """Return the accounts with a password whose names look like a name."""
        async with self.database.reading() as session:
            rows = await session.scalars(select(AccountRow).where(AccountRow.lookalike == lookalike))
            return [account for account in map(account_of, rows) if account is not None]

    async def by_id(self, account_id: str) -> Account | None:
        """Return the account with an id."""
        async with self.database.reading() as session:
            return account_of(await session.get(AccountRow, account_id))

    async def by_token(self, key: str) -> Account | None:
        """Return the account of a token, with the scopes of the token."""
        query = select(AccountRow, TokenRow.scopes).join(TokenRow, TokenRow.account_id == AccountRow.id)
        async with self.database.reading() as session:
            found = (await session.execute(query.where(TokenRow.key == key))).one_or_none()
            account = account_of(found[0]) if found else None
            return replace(account, scopes=frozenset(found[1].split())) if account and found else None

    async def add_token(self, key: str, token: Token, account_id: str) -> None:
        """Add a token of an account."""
        row = TokenRow(
            key=key,
            id=token.id,
            account_id=account_id,
            label=token.label,
            scopes=" ".join(token.scopes),
            created_at=token.created_at,
        )
        async with self.database.writing() as session:
            await lock_account(session, account_id)
            session.add(row)

    async def tokens(self, account_id: str) -> list[Token]:
        """Return the tokens of an account, the oldest first."""
        query = select(TokenRow).where(TokenRow.account_id == account_id).order_by(TokenRow.created_at)
        async with self.database.reading() as session:
            rows = await session.scalars(query)
            return [Token(row.id, row.label, tuple(row.scopes.split()), row.created_at) for row in rows]

    async def count_tokens(self, account_id: str) -> int:
        """Return how many tokens an account has."""
        async with self.database.reading() as session:
            return await session.scalar(select(func.count()).where(TokenRow.account_id == account_id)) or 0

    async def delete_token(self, account_id: str, token_id: str) -> bool:
        """Delete a token; return False if the account has no such token."""
        own = (TokenRow.account_id == account_id) & (TokenRow.id == token_id)
        async with self.database.writing() as session:
            deleted = await session.scalar(delete(TokenRow).where(own).returning(TokenRow.key))
            await self.bus.publish_within(session, Notice(account_id, about=ACCOUNTS))
        await self.bus.publish(Notice(account_id, about=ACCOUNTS))
        return deleted is not None


def running_tables(account_id: str) -> Select[str]:
    """Return the query for the tables with running games at which an account holds a seat."""
    query = select(SeatRow.table_id).join(TableRow, TableRow.id == SeatRow.table_id)
    return query.where(SeatRow.account_id == account_id, TableRow.ended_by.is_(None))


def change_notices(account_id: str, tables: Sequence[str]) -> list[Notice]:
    """Return the notices about a changed account and its seats."""
    return [Notice(account_id, about=ACCOUNTS), *(Notice(table_id, about=SEATS) for table_id in tables)]


def account_of(row: AccountRow | None) -> Account | None:
    """Return a row as an account, None if it was deleted."""
    if row is None or row.deleted_at is not None:
        return None
    return Account(
        row.id,
        row.name,
        row.password,
        is_bot=row.is_bot,
        role=row.role,
        suspended_until=row.suspended_until,
        suspended_reason=row.suspended_reason,
    )


async def lock_account(session: AsyncSession, account_id: str) -> None:
    """Reject an account that was deleted, and let its deletion wait for this transaction.

    So whatever is written for an account is either there when the account is deleted, or not written at all.
    """
    query = select(AccountRow.id).where(AccountRow.id == account_id, AccountRow.deleted_at.is_(None))
    if await session.scalar(query.with_for_update(read=True)) is None:
        raise Unauthenticated("This account was deleted; sign in again.")
