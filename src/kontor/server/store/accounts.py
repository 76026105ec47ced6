"""Accounts, sessions and tokens in the database; of every secret only its hash."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError

from kontor.server.live.bus import PEOPLE, Bus, Notice
from kontor.server.store.database import Database
from kontor.server.store.models import AccountRow, SessionRow, TokenRow

READ: Final = "read"
PLAY: Final = "play"
MANAGE: Final = "manage"


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody who is known by name; `scopes` are those of the token by which a program acts for them."""

    id: str
    name: str
    password: str | None = None
    scopes: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Token:
    """What may be told about a token."""

    id: str
    label: str
    scopes: tuple[str, ...]
    created_at: int


class LoginTaken(Exception):
    """Another account has a password under the same name."""


class PasswordChanged(Exception):
    """The password of an account was changed in between."""


class Accounts:
    """Finds, adds and changes accounts."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus

    async def add(self, account: Account, now: int) -> None:
        """Add an account without a password."""
        async with self.database.writing() as session:
            session.add(AccountRow(id=account.id, name=account.name, login=None, password=None, created_at=now))

    async def rename(self, account_id: str, name: str) -> None:
        """Give an account another name."""
        async with self.database.writing() as session:
            row = await session.get_one(AccountRow, account_id)
            row.name = name

    async def keep(self, account: Account, login: str, password: str, lookalike: str, session_key: str) -> None:
        """Write the password of an account; a changed one ends all its sessions but one.

        LoginTaken is raised if another account has the name, PasswordChanged if the password is not the known one.
        """
        notice = Notice(account.id, about=PEOPLE)
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
        """The account that is kept under a name."""
        async with self.database.reading() as session:
            row = await session.scalar(select(AccountRow).where(AccountRow.login == login))
            return account_of(row)

    async def open_session(self, key: str, account_id: str, expires_at: int) -> None:
        """Let a browser be signed in."""
        async with self.database.writing() as session:
            session.add(SessionRow(key=key, account_id=account_id, expires_at=expires_at))

    async def close_session(self, key: str) -> None:
        """Sign a browser out."""
        async with self.database.writing() as session:
            gone = delete(SessionRow).where(SessionRow.key == key).returning(SessionRow.account_id)
            account_id = await session.scalar(gone)
            if account_id is None:
                return
            await self.bus.publish_within(session, Notice(account_id, about=PEOPLE))
        await self.bus.publish(Notice(account_id, about=PEOPLE))

    async def by_session(self, key: str, now: int) -> Account | None:
        """The account of a browser."""
        query = select(AccountRow).join(SessionRow, SessionRow.account_id == AccountRow.id)
        async with self.database.reading() as session:
            return account_of(await session.scalar(query.where(SessionRow.key == key, SessionRow.expires_at > now)))

    async def by_token(self, key: str) -> Account | None:
        """The account a program acts for."""
        query = select(AccountRow, TokenRow.scopes).join(TokenRow, TokenRow.account_id == AccountRow.id)
        async with self.database.reading() as session:
            found = (await session.execute(query.where(TokenRow.key == key))).one_or_none()
            account = account_of(found[0]) if found else None
            return replace(account, scopes=frozenset(found[1].split())) if account and found else None

    async def add_token(self, key: str, token: Token, account_id: str) -> None:
        """Let a program act for an account."""
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
        """The tokens of an account, the oldest first."""
        query = select(TokenRow).where(TokenRow.account_id == account_id).order_by(TokenRow.created_at)
        async with self.database.reading() as session:
            rows = await session.scalars(query)
            return [Token(row.id, row.label, tuple(row.scopes.split()), row.created_at) for row in rows]

    async def count_tokens(self, account_id: str) -> int:
        """How many tokens an account has."""
        async with self.database.reading() as session:
            return await session.scalar(select(func.count()).where(TokenRow.account_id == account_id)) or 0

    async def drop_token(self, account_id: str, token_id: str) -> bool:
        """Make a token worthless; False if the account has no such token."""
        mine = (TokenRow.account_id == account_id) & (TokenRow.id == token_id)
        async with self.database.writing() as session:
            gone = await session.scalar(delete(TokenRow).where(mine).returning(TokenRow.key))
            await self.bus.publish_within(session, Notice(account_id, about=PEOPLE))
        await self.bus.publish(Notice(account_id, about=PEOPLE))
        return gone is not None


def account_of(row: AccountRow | None) -> Account | None:
    """A row as an account."""
    return Account(row.id, row.name, row.password) if row else None
