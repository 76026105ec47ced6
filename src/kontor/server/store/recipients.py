"""The recipients of an event: its accounts with their settings, push subscriptions and mailboxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.store.models import (
    AccountRow,
    MailboxRow,
    NotificationSettingsRow,
    PushSubscriptionRow,
    TableNotificationRow,
)
from kontor.server.store.notification_settings import MAIL, NEVER, PUSH, NotificationSettings, settings_from


@dataclass(frozen=True, slots=True)
class Recipient:
    """An account to notify: its settings, its choice for the table of the event, and where it is reached."""

    account_id: str
    settings: NotificationSettings
    table_choice: str | None
    push_ids: tuple[str, ...]
    has_mailbox: bool

    def targets(self, event: str) -> list[tuple[str | None, str]]:
        """Return the push subscriptions to notify, and None for the mailbox, each with the choice for it."""
        by_push, by_mail = self.choice(event, PUSH), self.choice(event, MAIL)
        found: list[tuple[str | None, str]] = [(push_id, by_push) for push_id in self.push_ids]
        if self.has_mailbox:
            found.append((None, by_mail))
        return [(target, choice) for target, choice in found if choice != NEVER]

    def choice(self, event: str, channel: str) -> str:
        """Return whether an event is told by a channel now, in the digest or never."""
        chosen = self.settings.choice(event, channel)
        return chosen if chosen == NEVER else self.table_choice or chosen


async def recipients_of(session: AsyncSession, account_ids: Sequence[str], table_id: str | None) -> list[Recipient]:
    """Return the recipients among some accounts; programs are not notified."""
    people = select(AccountRow.id).where(AccountRow.id.in_(account_ids), AccountRow.is_bot.is_(False))
    found = list(await session.scalars(people.order_by(AccountRow.id)))
    rows = await session.scalars(select(NotificationSettingsRow).where(NotificationSettingsRow.account_id.in_(found)))
    settings = {row.account_id: settings_from(row) for row in rows}
    subscribed = select(PushSubscriptionRow.account_id, PushSubscriptionRow.id)
    pushes = (await session.execute(subscribed.where(PushSubscriptionRow.account_id.in_(found)))).all()
    verified = MailboxRow.account_id.in_(found) & MailboxRow.verified_at.is_not(None)
    mailboxes = set(await session.scalars(select(MailboxRow.account_id).where(verified)))
    exceptions = await table_choices(session, found, table_id)
    return [
        Recipient(
            each,
            settings.get(each, NotificationSettings()),
            exceptions.get(each),
            tuple(push_id for account_id, push_id in pushes if account_id == each),
            each in mailboxes,
        )
        for each in found
    ]


async def table_choices(session: AsyncSession, account_ids: Sequence[str], table_id: str | None) -> dict[str, str]:
    """Return what accounts have chosen for one table."""
    if table_id is None:
        return {}
    own = TableNotificationRow.account_id.in_(account_ids) & (TableNotificationRow.table_id == table_id)
    return {row.account_id: row.delivery for row in await session.scalars(select(TableNotificationRow).where(own))}
