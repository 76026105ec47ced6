"""E-mail addresses of accounts in the database."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, select, update

from kontor.server.store.accounts import lock_account
from kontor.server.store.database import Database
from kontor.server.store.models import MailboxRow, MailedRow


@dataclass(frozen=True, slots=True)
class Mailbox:
    """The e-mail address and language of an account.

    `key` is the hash of the secret that confirms the address; `stop` is the secret that unsubscribes.
    """

    account_id: str
    address: str
    language: str
    stop: str
    key: str | None = None
    key_until: int = 0
    verified_at: int | None = None


class Mailboxes:
    """Adds, finds, verifies and deletes mailboxes."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def put(self, mailbox: Mailbox) -> None:
        """Add or replace the mailbox of an account."""
        async with self.database.writing() as session:
            await lock_account(session, mailbox.account_id)
            await session.merge(MailboxRow(**{name: getattr(mailbox, name) for name in Mailbox.__slots__}))

    async def of(self, account_id: str) -> Mailbox | None:
        """Return the mailbox of an account."""
        async with self.database.reading() as session:
            return mailbox_of(await session.get(MailboxRow, account_id))

    async def by_key(self, key: str, now: int) -> Mailbox | None:
        """Return the mailbox of a confirmation link that has not expired."""
        query = select(MailboxRow).where(MailboxRow.key == key, MailboxRow.key_until > now)
        async with self.database.reading() as session:
            return mailbox_of(await session.scalar(query))

    async def by_stop(self, stop: str) -> Mailbox | None:
        """Return the mailbox of an unsubscribe link."""
        async with self.database.reading() as session:
            return mailbox_of(await session.scalar(select(MailboxRow).where(MailboxRow.stop == stop)))

    async def verify(self, key: str, now: int) -> None:
        """Mark an address as verified, and make its confirmation link invalid."""
        asked = (MailboxRow.key == key) & (MailboxRow.key_until > now)
        async with self.database.writing() as session:
            await session.execute(update(MailboxRow).where(asked).values(key=None, verified_at=now))

    async def remove(self, account_id: str) -> None:
        """Delete the mailbox of an account."""
        async with self.database.writing() as session:
            await session.execute(delete(MailboxRow).where(MailboxRow.account_id == account_id))

    async def mailed(self, table_id: str, account_id: str) -> int | None:
        """Return the entry number of the last e-mail to an account about a turn at a table."""
        async with self.database.reading() as session:
            row = await session.get(MailedRow, (table_id, account_id))
            return row.number if row else None


def mailbox_of(row: MailboxRow | None) -> Mailbox | None:
    """Return a row as a mailbox."""
    return Mailbox(**{name: getattr(row, name) for name in Mailbox.__slots__}) if row else None
