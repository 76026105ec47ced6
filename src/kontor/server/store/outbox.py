"""The outbox: a queue of deliveries in the database, so that they survive the end of a node.

Claiming a delivery sets the moment when it is due again, should the node stop before it is delivered. A delivery that
has failed for good is not due any more.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.clock import now
from kontor.server.store.database import Database
from kontor.server.store.models import DeliveryRow, MailedRow, PushSubscriptionRow, WebhookRow

TURN: Final = "turn"
OWED: Final = "owed"
OVER: Final = "over"
MESSAGE: Final = "message"
PING: Final = "ping"

target_column = func.coalesce(DeliveryRow.webhook_id, DeliveryRow.push_id, DeliveryRow.account_id)
"""The webhook, browser or account that a delivery goes to; one node never sends two at once to the same target."""
by_mail_only = DeliveryRow.webhook_id.is_(None) & DeliveryRow.push_id.is_(None)
PROBLEM_LENGTH = 200
TARGETS_PER_ACCOUNT = 10
MAX_TARGETS = 1000


@dataclass(frozen=True, slots=True)
class Delivery:
    """A notification for an account: by webhook or push message, or without either by e-mail."""

    id: str
    account_id: str
    webhook_id: str | None
    table_id: str | None
    event: str
    number: int
    body: str
    created_at: int
    due_at: int | None
    tries: int = 0
    problem: str | None = None
    push_id: str | None = None

    @property
    def target(self) -> str:
        """The webhook, browser or account that it goes to."""
        return self.webhook_id or self.push_id or self.account_id

    @property
    def channel(self) -> str:
        """The channel, as metrics and logs name it."""
        return "webhook" if self.webhook_id else "push" if self.push_id else "mail"

    def row(self) -> DeliveryRow:
        """Return the delivery as a row."""
        return DeliveryRow(**{name: getattr(self, name) for name in Delivery.__slots__})


@dataclass(frozen=True, slots=True)
class DueTarget:
    """A target with a due delivery; webhooks and browsers have a `url` and a number of `accepted` deliveries."""

    target: str
    account_id: str
    url: str | None
    accepted: int | None
    due_at: int

    @property
    def has_accepted(self) -> bool:
        """Whether it has accepted a delivery before."""
        return bool(self.accepted)


@dataclass(frozen=True, slots=True)
class OutboxLengths:
    """How many deliveries wait and how many have failed for good, by channel."""

    webhook_waiting: int
    webhook_failed: int
    push_waiting: int
    push_failed: int
    mail_waiting: int
    mail_failed: int


class Outbox:
    """The queue of deliveries."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, delivery: Delivery) -> None:
        """Queue a delivery."""
        async with self.database.writing() as session:
            session.add(delivery.row())

    async def due_targets(self, moment: int, busy: Collection[str], by_mail: bool) -> list[DueTarget]:
        """Return targets that are not busy and have a due delivery, a few of each account."""
        async with self.database.reading() as session:
            rows = await session.execute(due_targets_query(moment, not_busy(busy, by_mail)))
            return [DueTarget(row.target, row.account_id, row.url, row.accepted, row.due_at) for row in rows]

    async def claim(self, targets: Sequence[str], until: int) -> list[Delivery]:
        """Claim the first due delivery of each target, so that no other node has it.

        They are due again at a moment at which this node must have delivered them, or has stopped.
        """
        async with self.database.writing() as session:
            claimed = [await claim_first(session, target, until) for target in targets]
        return [delivery for delivery in claimed if delivery is not None]

    async def next_due(self, after: int, busy: Collection[str], by_mail: bool) -> int | None:
        """Return when the next delivery to a target that is not busy is due after a moment."""
        later = select(func.min(DeliveryRow.due_at)).where(DeliveryRow.due_at > after, *not_busy(busy, by_mail))
        async with self.database.reading() as session:
            return await session.scalar(later)

    async def complete(self, delivery: Delivery, mailed_at: int | None = None) -> None:
        """Delete a delivered one; the entry number of an e-mail about a turn is stored."""
        async with self.database.writing() as session:
            await session.execute(delete(DeliveryRow).where(DeliveryRow.id == delivery.id))
            await count_delivered(session, delivery)
            if mailed_at is not None:
                mark = MailedRow(table_id=delivery.table_id, account_id=delivery.account_id, number=mailed_at)
                await session.merge(mark)

    async def put_back(self, delivery: Delivery, due_at: int) -> None:
        """Schedule a claimed delivery for another moment without counting the attempt."""
        async with self.database.writing() as session:
            again = update(DeliveryRow).where(still_claimed(delivery))
            await session.execute(again.values(due_at=due_at, tries=delivery.tries - 1))

    async def retry(self, delivery: Delivery, due_at: int, problem: str) -> None:
        """Store why a delivery failed, and when it is tried again."""
        async with self.database.writing() as session:
            await record_problem(session, delivery, due_at, problem)

    async def fail(self, delivery: Delivery, problem: str) -> None:
        """Fail a delivery for good; disable its webhook if it accepted nothing since it was queued."""
        async with self.database.writing() as session:
            await record_problem(session, delivery, None, problem)
            accepted = await session.scalar(
                select(WebhookRow.delivered_at).where(WebhookRow.id == delivery.webhook_id)
            )
            if delivery.webhook_id is not None and (accepted or 0) < delivery.created_at:
                await disable_webhook(session, delivery.webhook_id, problem)

    async def of_webhook(self, webhook_id: str, limit: int) -> list[Delivery]:
        """Return the waiting and failed deliveries of a webhook, the newest first."""
        query = select(DeliveryRow).where(DeliveryRow.webhook_id == webhook_id)
        async with self.database.reading() as session:
            rows = await session.scalars(query.order_by(DeliveryRow.created_at.desc()).limit(limit))
            return [delivery_of(row) for row in rows]

    async def delete_failed(self, before: int) -> None:
        """Delete failed deliveries that are older than a moment."""
        old = DeliveryRow.due_at.is_(None) & (DeliveryRow.created_at < before)
        async with self.database.writing() as session:
            await session.execute(delete(DeliveryRow).where(old))

    async def lengths(self) -> OutboxLengths:
        """Return the length of the queue."""
        failed = DeliveryRow.due_at.is_(None)
        channels = (DeliveryRow.webhook_id.is_not(None), DeliveryRow.push_id.is_not(None), by_mail_only)
        counts = [func.count().filter(channel, part) for channel in channels for part in (~failed, failed)]
        async with self.database.reading() as session:
            row = (await session.execute(select(*counts).select_from(DeliveryRow))).one()
            return OutboxLengths(*tuple(row))


def not_busy(busy: Collection[str], by_mail: bool) -> list[ColumnElement[bool]]:
    """Return the conditions for deliveries to targets that are not busy; without a mail server e-mail is left out."""
    return [target_column.not_in(busy), *([] if by_mail else [~by_mail_only])]


def due_targets_query(moment: int, conditions: Sequence[ColumnElement[bool]]) -> Select[Any]:
    """Return the query for targets with due deliveries: those of every account that have waited longest."""
    due = (
        select(
            target_column.label("target"),
            DeliveryRow.account_id,
            func.max(func.coalesce(WebhookRow.url, PushSubscriptionRow.endpoint)).label("url"),
            func.max(func.coalesce(WebhookRow.delivered, PushSubscriptionRow.delivered)).label("accepted"),
            func.min(DeliveryRow.due_at).label("due_at"),
        )
        .outerjoin(WebhookRow, WebhookRow.id == DeliveryRow.webhook_id)
        .outerjoin(PushSubscriptionRow, PushSubscriptionRow.id == DeliveryRow.push_id)
        .where(DeliveryRow.due_at <= moment, *conditions)
        .group_by(target_column, DeliveryRow.account_id)
        .subquery()
    )
    group = (due.c.account_id, due.c.url.is_(None))
    rank = func.row_number().over(partition_by=group, order_by=due.c.due_at).label("rank")
    ranked = select(due, rank).subquery()
    few = select(ranked).where(ranked.c.rank <= TARGETS_PER_ACCOUNT)
    return few.order_by(func.coalesce(ranked.c.accepted, 0) == 0, ranked.c.due_at).limit(MAX_TARGETS)


async def claim_first(session: AsyncSession, target: str, until: int) -> Delivery | None:
    """Claim the first due delivery to a target, unless another node has claimed it."""
    due = DeliveryRow.due_at <= now()
    first = select(DeliveryRow.id).where(target_column == target, due)
    first = first.order_by(DeliveryRow.due_at, DeliveryRow.created_at, DeliveryRow.number).limit(1)
    taking = update(DeliveryRow).where(DeliveryRow.id == first.scalar_subquery(), due)
    taking = taking.values(due_at=until, tries=DeliveryRow.tries + 1)
    row = await session.scalar(taking.returning(DeliveryRow))
    return delivery_of(row) if row else None


async def count_delivered(session: AsyncSession, delivery: Delivery) -> None:
    """Count an accepted delivery for its webhook or browser."""
    if delivery.webhook_id is not None:
        values = {"delivered": WebhookRow.delivered + 1, "delivered_at": now(), "problem": None}
        await session.execute(update(WebhookRow).where(WebhookRow.id == delivery.webhook_id).values(**values))
    elif delivery.push_id is not None:
        accepted = {"delivered": PushSubscriptionRow.delivered + 1, "delivered_at": now()}
        browser = update(PushSubscriptionRow).where(PushSubscriptionRow.id == delivery.push_id)
        await session.execute(browser.values(**accepted))


async def record_problem(session: AsyncSession, delivery: Delivery, due_at: int | None, problem: str) -> None:
    """Store why a delivery failed, unless another node has claimed it since."""
    short = problem[:PROBLEM_LENGTH]
    await session.execute(update(DeliveryRow).where(still_claimed(delivery)).values(due_at=due_at, problem=short))
    await session.execute(update(WebhookRow).where(WebhookRow.id == delivery.webhook_id).values(problem=short))


async def disable_webhook(session: AsyncSession, webhook_id: str, problem: str) -> None:
    """Disable a webhook and fail all its deliveries."""
    short = problem[:PROBLEM_LENGTH]
    waiting = (DeliveryRow.webhook_id == webhook_id) & DeliveryRow.due_at.is_not(None)
    await session.execute(update(DeliveryRow).where(waiting).values(due_at=None, problem=short))
    disabled = update(WebhookRow).where(WebhookRow.id == webhook_id, WebhookRow.died_at.is_(None))
    await session.execute(disabled.values(died_at=now(), problem=short))


def still_claimed(delivery: Delivery) -> ColumnElement[bool]:
    """Return the condition that a delivery was neither claimed by another node nor failed with its webhook since."""
    own = (DeliveryRow.id == delivery.id) & (DeliveryRow.tries == delivery.tries)
    return own & DeliveryRow.due_at.is_not(None)


def delivery_of(row: DeliveryRow) -> Delivery:
    """Return a row as a delivery."""
    return Delivery(**{name: getattr(row, name) for name in Delivery.__slots__})
