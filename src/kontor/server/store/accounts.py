"""Accounts, sessions and tokens in the database; only the hashes of secrets are stored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError

from kontor.server.bus.bus import ACCOUNTS, SEATS, Bus, Notice
from kontor.server.errors import LoginTaken, PasswordChanged
from kontor.server.store.database import Database
from kontor.server.store.models import AccountRow, SeatRow, SessionRow, TableRow, TokenRow

READ: Final = "read"
PLAY: Final = "play"
MANAGE: Final = "manage"


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


@dataclass(frozen=True, slots=True)
class Token:
    """A token without its secret."""

    id: str
    label: str
    scopes: tuple[str, ...]
    created_at: int


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
        """Rename an account."""
        async with self.database.writing() as session:
            row = await session.get_one(AccountRow, account_id)
            row.name = name

    async def mark_as_bot(self, account_id: str) -> None:
        """Mark an account as that of a bot, and its seats in games that are not over."""
        running = select(TableRow.id).where(TableRow.ended_by.is_(None))
        held = (SeatRow.account_id == account_id) & SeatRow.table_id.in_(running)
        async with self.database.writing() as session:
            await session.execute(update(AccountRow).where(AccountRow.id == account_id).values(is_bot=True))
            marked = update(SeatRow).where(held).values(is_bot=True).returning(SeatRow.table_id)
            tables = sorted(set(await session.scalars(marked)))
            version = {"version": TableRow.version + 1}
            await session.execute(update(TableRow).where(TableRow.id.in_(tables)).values(**version))
        await self.bus.publish(Notice(account_id, about=ACCOUNTS))
        for table_id in tables:
            await self.bus.publish(Notice(table_id, about=SEATS))

    async def set_password(
        self, account: Account, login: str, password: str, lookalike: str, session_key: str
    ) -> None:
        """Set the password of an account; changing it ends all sessions but one.

        Raises LoginTaken if another account has the name, PasswordChanged if the password is not the known one.
        """
        notice = Notice(account.id, about=ACCOUNTS)
        try:
            async with self.database.writing() as session:
                row = await session.get_one(AccountRow, account.id, with_for_update=True)
                if row.password != account.password:
                    raise PasswordChanged(account.id)
                row.login, row.password, row.lookalike = login, password, lookalike
                if account.password is not None:
                    others = (SessionRow.account_id == account.id) & (SessionRow.key != session_key)
                    await session.execute(delete(SessionRow).where(others))
                await self.bus.publish_within(session, notice)
        except IntegrityError as problem:
            raise LoginTaken(login) from problem
        await self.bus.publish(notice)

    async def is_lookalike(self, lookalike: str, account_id: str | None) -> bool:
        """Return whether a name may be confused with that of another account that has a password."""
        query = select(AccountRow.id).where(AccountRow.lookalike == lookalike)
        async with self.database.reading() as session:
            return any(found != account_id for found in await session.scalars(query))

    async def by_login(self, login: str) -> Account | None:
        """Return the account with a password under a login name."""
        async with self.database.reading() as session:
            row = await session.scalar(select(AccountRow).where(AccountRow.login == login))
            return account_of(row)

    async def open_session(self, key: str, account_id: str, expires_at: int) -> None:
        """Add a session of a browser."""
        async with self.database.writing() as session:
            session.add(SessionRow(key=key, account_id=account_id, expires_at=expires_at))

    async def close_session(self, key: str) -> None:
        """Delete a session."""
        async with self.database.writing() as session:
            deleted = delete(SessionRow).where(SessionRow.key == key).returning(SessionRow.account_id)
            account_id = await session.scalar(deleted)
            if account_id is None:
                return
            await self.bus.publish_within(session, Notice(account_id, about=ACCOUNTS))
        await self.bus.publish(Notice(account_id, about=ACCOUNTS))

    async def by_session(self, key: str, now: int) -> Account | None:
        """Return the account of a session that has not expired."""
        query = select(AccountRow).join(SessionRow, SessionRow.account_id == AccountRow.id)
        async with self.database.reading() as session:
            return account_of(await session.scalar(query.where(SessionRow.key == key, SessionRow.expires_at > now)))

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


def account_of(row: AccountRow | None) -> Account | None:
    """Return a row as an account."""
    if row is None:
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
