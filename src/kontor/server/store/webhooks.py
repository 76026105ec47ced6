"""Webhooks in the database."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, func, select, update

from kontor.server.store.accounts import lock_account
from kontor.server.store.database import Database
from kontor.server.store.models import DeliveryRow, WebhookRow


@dataclass(frozen=True, slots=True)
class Webhook:
    """A webhook of an account; one with `died_at` is disabled."""

    id: str
    account_id: str
    table_id: str | None
    url: str
    secret: str
    events: tuple[str, ...]
    created_at: int
    delivered: int = 0
    delivered_at: int | None = None
    problem: str | None = None
    died_at: int | None = None


@dataclass(frozen=True, slots=True)
class QueueLengths:
    """How many deliveries of a webhook wait, and how many have failed for good."""

    waiting: int = 0
    failed: int = 0


class Webhooks:
    """Adds, finds and deletes webhooks."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, webhook: Webhook) -> None:
        """Add a webhook."""
        values = {name: getattr(webhook, name) for name in Webhook.__slots__}
        async with self.database.writing() as session:
            await lock_account(session, webhook.account_id)
            session.add(WebhookRow(**{**values, "events": list(webhook.events)}))

    async def count(self, account_id: str) -> int:
        """Return how many webhooks an account has."""
        async with self.database.reading() as session:
            return await session.scalar(select(func.count()).where(WebhookRow.account_id == account_id)) or 0

    async def of(self, account_id: str) -> list[Webhook]:
        """Return the webhooks of an account, the oldest first."""
        query = select(WebhookRow).where(WebhookRow.account_id == account_id).order_by(WebhookRow.created_at)
        async with self.database.reading() as session:
            return [webhook_of(row) for row in await session.scalars(query)]

    async def find(self, webhook_id: str) -> Webhook | None:
        """Return a webhook by its id."""
        async with self.database.reading() as session:
            row = await session.get(WebhookRow, webhook_id)
            return webhook_of(row) if row else None

    async def queues(self, account_id: str) -> dict[str, QueueLengths]:
        """Return the numbers of waiting and failed deliveries by webhook."""
        failed = func.count().filter(DeliveryRow.due_at.is_(None))
        counted = select(DeliveryRow.webhook_id, func.count() - failed, failed).group_by(DeliveryRow.webhook_id)
        own = (DeliveryRow.account_id == account_id) & DeliveryRow.webhook_id.is_not(None)
        async with self.database.reading() as session:
            return {row[0] or "": QueueLengths(row[1], row[2]) for row in await session.execute(counted.where(own))}

    async def remove(self, account_id: str, webhook_id: str) -> bool:
        """Delete a webhook; return whether the account had it."""
        async with self.database.writing() as session:
            deleted = await session.execute(delete(WebhookRow).where(own_webhook(account_id, webhook_id)))
            return bool(deleted.rowcount)  # type: ignore[attr-defined]

    async def enable(self, account_id: str, webhook_id: str) -> None:
        """Enable a webhook that was disabled."""
        async with self.database.writing() as session:
            await session.execute(
                update(WebhookRow).where(own_webhook(account_id, webhook_id)).values(died_at=None, problem=None)
            )


def own_webhook(account_id: str, webhook_id: str) -> ColumnElement[bool]:
    """Return the condition for a webhook of an account."""
    return (WebhookRow.account_id == account_id) & (WebhookRow.id == webhook_id)


def webhook_of(row: WebhookRow) -> Webhook:
    """Return a row as a webhook."""
    values = {name: getattr(row, name) for name in Webhook.__slots__}
    return Webhook(**{**values, "events": tuple(row.events)})
