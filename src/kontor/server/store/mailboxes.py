"""Mailboxes in the database: where accounts want to get e-mail."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, select, update

from kontor.server.store.database import Database
from kontor.server.store.models import MailboxRow, MailedRow


@dataclass(frozen=True, slots=True)
class Mailbox:
    """An address, the language of its owner, and what they want to be told there.

    The key is the hash of the secret that shows the address to be theirs; `stop` is the secret that ends all e-mail.
    """

    account_id: str
    address: str
    language: str
    turns: bool
    endings: bool
    stop: str
    key: str | None = None
    key_until: int = 0
    verified_at: int | None = None


class Mailboxes:
    """Adds, finds, verifies and drops mailboxes."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def put(self, mailbox: Mailbox) -> None:
        """Put a mailbox in the place of the one an account had."""
        async with self.database.writing() as session:
            await session.merge(MailboxRow(**{name: getattr(mailbox, name) for name in Mailbox.__slots__}))

    async def of(self, account_id: str) -> Mailbox | None:
        """The mailbox of an account."""
        async with self.database.reading() as session:
            return mailbox_of(await session.get(MailboxRow, account_id))

    async def by_key(self, key: str, now: int) -> Mailbox | None:
        """The mailbox that a link verifies."""
        query = select(MailboxRow).where(MailboxRow.key == key, MailboxRow.key_until > now)
        async with self.database.reading() as session:
            return mailbox_of(await session.scalar(query))

    async def by_stop(self, stop: str) -> Mailbox | None:
        """The mailbox that a link empties for ever."""
        async with self.database.reading() as session:
            return mailbox_of(await session.scalar(select(MailboxRow).where(MailboxRow.stop == stop)))

    async def verify(self, key: str, now: int) -> None:
        """Believe that an address belongs to its account; the link is worthless from now on."""
        asked = (MailboxRow.key == key) & (MailboxRow.key_until > now)
        async with self.database.writing() as session:
            await session.execute(update(MailboxRow).where(asked).values(key=None, verified_at=now))

    async def drop(self, account_id: str) -> None:
        """Send an account no more e-mail."""
        async with self.database.writing() as session:
            await session.execute(delete(MailboxRow).where(MailboxRow.account_id == account_id))

    async def mailed(self, table_id: str, account_id: str) -> int | None:
        """The number at which an account was last told that a table waits for it."""
        async with self.database.reading() as session:
            row = await session.get(MailedRow, (table_id, account_id))
            return row.number if row else None


def mailbox_of(row: MailboxRow | None) -> Mailbox | None:
    """A row as a mailbox."""
    return Mailbox(**{name: getattr(row, name) for name in Mailbox.__slots__}) if row else None
