"""Links that recover a password, in the database; only the hash of their secret is stored."""

from __future__ import annotations

from sqlalchemy import delete, func, select

from kontor.server.store.accounts import Account, account_of, lock_account
from kontor.server.store.database import Database
from kontor.server.store.mailboxes import Mailbox, mailbox_of
from kontor.server.store.models import AccountRow, MailboxRow, RecoveryRow

MAX_ACCOUNTS = 5
"""Accounts with one address that are sent a link."""


class Recoveries:
    """Adds and uses links that recover a password."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def mailboxes(self, account_ids: list[str], address: str) -> list[Mailbox]:
        """Return the verified mailboxes of some accounts or, if there are none, those with an address."""
        verified = MailboxRow.verified_at.is_not(None)
        queries = [
            select(MailboxRow).where(verified, MailboxRow.account_id.in_(account_ids)),
            select(MailboxRow).where(verified, func.lower(MailboxRow.address) == address.lower()),
        ]
        async with self.database.reading() as session:
            for query in queries:
                rows = list(await session.scalars(query.order_by(MailboxRow.account_id).limit(MAX_ACCOUNTS)))
                if rows:
                    return [mailbox for mailbox in map(mailbox_of, rows) if mailbox is not None]
        return []

    async def put(self, account_id: str, key: str, expires_at: int) -> None:
        """Add the link of an account, which replaces an earlier one."""
        async with self.database.writing() as session:
            await lock_account(session, account_id)
            await session.merge(RecoveryRow(account_id=account_id, key=key, expires_at=expires_at))

    async def account(self, key: str, now: int) -> Account | None:
        """Return the account of a link that has not expired."""
        query = select(AccountRow).join(RecoveryRow, RecoveryRow.account_id == AccountRow.id)
        async with self.database.reading() as session:
            return account_of(await session.scalar(query.where(RecoveryRow.key == key, RecoveryRow.expires_at > now)))

    async def use(self, key: str, now: int) -> bool:
        """Make a link invalid; return False if it was not valid any more."""
        used = delete(RecoveryRow).where(RecoveryRow.key == key, RecoveryRow.expires_at > now)
        async with self.database.writing() as session:
            return await session.scalar(used.returning(RecoveryRow.account_id)) is not None
