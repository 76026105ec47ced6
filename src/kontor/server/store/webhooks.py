"""Webhooks in the database."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, func, select, update

from kontor.server.store.database import Database
from kontor.server.store.models import DeliveryRow, WebhookRow


@dataclass(frozen=True, slots=True)
class Webhook:
    """An address that an account wants to be called at; one that died is called no more."""

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
class Queue:
    """How many deliveries of a webhook wait, and how many were given up."""

    waiting: int = 0
    dead: int = 0


class Webhooks:
    """Adds, finds and drops webhooks."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, webhook: Webhook) -> None:
        """Add a webhook."""
        values = {name: getattr(webhook, name) for name in Webhook.__slots__}
        async with self.database.writing() as session:
            session.add(WebhookRow(**{**values, "events": list(webhook.events)}))

    async def count(self, account_id: str) -> int:
        """How many webhooks an account has."""
        async with self.database.reading() as session:
            return await session.scalar(select(func.count()).where(WebhookRow.account_id == account_id)) or 0

    async def of(self, account_id: str) -> list[Webhook]:
        """The webhooks of an account, the oldest first."""
        query = select(WebhookRow).where(WebhookRow.account_id == account_id).order_by(WebhookRow.created_at)
        async with self.database.reading() as session:
            return [webhook_of(row) for row in await session.scalars(query)]

    async def find(self, webhook_id: str) -> Webhook | None:
        """A webhook by its id."""
        async with self.database.reading() as session:
            row = await session.get(WebhookRow, webhook_id)
            return webhook_of(row) if row else None

    async def queues(self, account_id: str) -> dict[str, Queue]:
        """What waits and what was given up, by webhook."""
        dead = func.count().filter(DeliveryRow.due_at.is_(None))
        counted = select(DeliveryRow.webhook_id, func.count() - dead, dead).group_by(DeliveryRow.webhook_id)
        mine = (DeliveryRow.account_id == account_id) & DeliveryRow.webhook_id.is_not(None)
        async with self.database.reading() as session:
            return {row[0] or "": Queue(row[1], row[2]) for row in await session.execute(counted.where(mine))}

    async def drop(self, account_id: str, webhook_id: str) -> bool:
        """Call an address no more; whether the account had such a webhook."""
        async with self.database.writing() as session:
            gone = await session.execute(delete(WebhookRow).where(own(account_id, webhook_id)))
            return bool(gone.rowcount)  # type: ignore[attr-defined]

    async def revive(self, account_id: str, webhook_id: str) -> None:
        """Call an address that was given up again."""
        async with self.database.writing() as session:
            await session.execute(
                update(WebhookRow).where(own(account_id, webhook_id)).values(died_at=None, problem=None)
            )


def own(account_id: str, webhook_id: str) -> ColumnElement[bool]:
    """A webhook, if it is the account's own."""
    return (WebhookRow.account_id == account_id) & (WebhookRow.id == webhook_id)


def webhook_of(row: WebhookRow) -> Webhook:
    """A row as a webhook."""
    values = {name: getattr(row, name) for name in Webhook.__slots__}
    return Webhook(**{**values, "events": tuple(row.events)})
