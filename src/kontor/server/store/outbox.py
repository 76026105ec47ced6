"""The outbox: a queue of what is to be told, in the database, so that it outlives any node.

Whoever claims a delivery moves the moment it is due; if they die, it is due again. What was given up is due no more.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.instants import now
from kontor.server.store.database import Database
from kontor.server.store.models import DeliveryRow, MailedRow, WebhookRow

TURN: Final = "turn"
OWED: Final = "owed"
OVER: Final = "over"
MESSAGE: Final = "message"
PING: Final = "ping"

receiving = func.coalesce(DeliveryRow.webhook_id, DeliveryRow.account_id)
"""Whom a delivery goes to: nobody gets two at once from one node."""
PROBLEM_LENGTH = 200
TARGETS_PER_ACCOUNT = 10
MOST_CANDIDATES = 1000


@dataclass(frozen=True, slots=True)
class Delivery:
    """Something to be told to somebody: by a webhook, or without one by e-mail."""

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

    @property
    def target(self) -> str:
        """Whom it goes to."""
        return self.webhook_id or self.account_id

    def row(self) -> DeliveryRow:
        """The delivery as a row."""
        return DeliveryRow(**{name: getattr(self, name) for name in Delivery.__slots__})


@dataclass(frozen=True, slots=True)
class Candidate:
    """A target for which something is due; `url` and `taken`, the number of calls it took, are those of a webhook."""

    target: str
    account_id: str
    url: str | None
    taken: int | None
    due_at: int

    @property
    def proven(self) -> bool:
        """Whether it has taken a call before."""
        return bool(self.taken)


@dataclass(frozen=True, slots=True)
class Lengths:
    """How many deliveries wait and how many were given up, by webhook or by e-mail."""

    webhook_waiting: int
    webhook_dead: int
    mail_waiting: int
    mail_dead: int


class Outbox:
    """The queue of deliveries."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, delivery: Delivery) -> None:
        """Queue a delivery."""
        async with self.database.writing() as session:
            session.add(delivery.row())

    async def candidates(self, moment: int, busy: Collection[str], by_mail: bool) -> list[Candidate]:
        """Return targets that are not busy and for which something is due, a few of each account."""
        async with self.database.reading() as session:
            rows = await session.execute(due_targets(moment, free(busy, by_mail)))
            return [Candidate(row.target, row.account_id, row.url, row.taken, row.due_at) for row in rows]

    async def claim(self, targets: Sequence[str], until: int) -> list[Delivery]:
        """Take the first delivery of each target that is due; nobody else has it then.

        They are due again at a moment at which whoever took them must have carried them, or have died.
        """
        async with self.database.writing() as session:
            claimed = [await claim_first(session, target, until) for target in targets]
        return [delivery for delivery in claimed if delivery is not None]

    async def next_due(self, after: int, busy: Collection[str], by_mail: bool) -> int | None:
        """When the next delivery to somebody who is not busy is due after a moment."""
        later = select(func.min(DeliveryRow.due_at)).where(DeliveryRow.due_at > after, *free(busy, by_mail))
        async with self.database.reading() as session:
            return await session.scalar(later)

    async def done(self, delivery: Delivery, mailed_at: int | None = None) -> None:
        """Strike out what was told; a letter that said whose turn it is is remembered with the number it was at."""
        values = {"delivered": WebhookRow.delivered + 1, "delivered_at": now(), "problem": None}
        async with self.database.writing() as session:
            await session.execute(delete(DeliveryRow).where(DeliveryRow.id == delivery.id))
            await session.execute(update(WebhookRow).where(WebhookRow.id == delivery.webhook_id).values(**values))
            if mailed_at is not None:
                mark = MailedRow(table_id=delivery.table_id, account_id=delivery.account_id, number=mailed_at)
                await session.merge(mark)

    async def put_back(self, delivery: Delivery, due_at: int) -> None:
        """Let a claimed delivery be tried at another moment, as if it had not been claimed."""
        async with self.database.writing() as session:
            again = update(DeliveryRow).where(still_claimed(delivery))
            await session.execute(again.values(due_at=due_at, tries=delivery.tries - 1))

    async def retry(self, delivery: Delivery, due_at: int, problem: str) -> None:
        """Say why a delivery failed, and when it is tried again."""
        async with self.database.writing() as session:
            await note_problem(session, delivery, due_at, problem)

    async def give_up(self, delivery: Delivery, problem: str) -> None:
        """Try a delivery no more, and no other one of a webhook that took nothing since it was queued."""
        async with self.database.writing() as session:
            await note_problem(session, delivery, None, problem)
            taken = await session.scalar(select(WebhookRow.delivered_at).where(WebhookRow.id == delivery.webhook_id))
            if delivery.webhook_id is not None and (taken or 0) < delivery.created_at:
                await give_up_all(session, delivery.webhook_id, problem)

    async def of_webhook(self, webhook_id: str, limit: int) -> list[Delivery]:
        """What waits for a webhook and what was given up, the newest first."""
        query = select(DeliveryRow).where(DeliveryRow.webhook_id == webhook_id)
        async with self.database.reading() as session:
            rows = await session.scalars(query.order_by(DeliveryRow.created_at.desc()).limit(limit))
            return [delivery_of(row) for row in rows]

    async def forget_dead(self, before: int) -> None:
        """Forget what was given up and is older than a moment."""
        old = DeliveryRow.due_at.is_(None) & (DeliveryRow.created_at < before)
        async with self.database.writing() as session:
            await session.execute(delete(DeliveryRow).where(old))

    async def lengths(self) -> Lengths:
        """How long the queue is."""
        by_mail, dead = DeliveryRow.webhook_id.is_(None), DeliveryRow.due_at.is_(None)
        counts = [func.count().filter(*part) for part in ((~by_mail, ~dead), (~by_mail, dead), (by_mail, ~dead))]
        async with self.database.reading() as session:
            row = (await session.execute(select(*counts, func.count().filter(by_mail, dead)))).one()
            return Lengths(*tuple(row))


def free(busy: Collection[str], by_mail: bool) -> list[ColumnElement[bool]]:
    """Deliveries to those who are not busy; without e-mail letters have to wait."""
    return [receiving.not_in(busy), *([] if by_mail else [DeliveryRow.webhook_id.is_not(None)])]


def due_targets(moment: int, conditions: Sequence[ColumnElement[bool]]) -> Select[Any]:
    """The question for targets with something due: those of every account that have waited longest."""
    due = (
        select(
            receiving.label("target"),
            DeliveryRow.account_id,
            func.max(WebhookRow.url).label("url"),
            func.max(WebhookRow.delivered).label("taken"),
            func.min(DeliveryRow.due_at).label("due_at"),
        )
        .outerjoin(WebhookRow, WebhookRow.id == DeliveryRow.webhook_id)
        .where(DeliveryRow.due_at <= moment, *conditions)
        .group_by(receiving, DeliveryRow.account_id)
        .subquery()
    )
    sort = (due.c.account_id, due.c.url.is_(None))
    place = func.row_number().over(partition_by=sort, order_by=due.c.due_at).label("place")
    ranked = select(due, place).subquery()
    few = select(ranked).where(ranked.c.place <= TARGETS_PER_ACCOUNT)
    return few.order_by(func.coalesce(ranked.c.taken, 0) == 0, ranked.c.due_at).limit(MOST_CANDIDATES)


async def claim_first(session: AsyncSession, target: str, until: int) -> Delivery | None:
    """The first delivery to a target that is due, unless another node has just taken it."""
    due = DeliveryRow.due_at <= now()
    first = select(DeliveryRow.id).where(receiving == target, due)
    first = first.order_by(DeliveryRow.due_at, DeliveryRow.created_at, DeliveryRow.number).limit(1)
    taking = update(DeliveryRow).where(DeliveryRow.id == first.scalar_subquery(), due)
    taking = taking.values(due_at=until, tries=DeliveryRow.tries + 1)
    row = await session.scalar(taking.returning(DeliveryRow))
    return delivery_of(row) if row else None


async def note_problem(session: AsyncSession, delivery: Delivery, due_at: int | None, problem: str) -> None:
    """Write down why a delivery failed, unless another node has claimed it since."""
    short = problem[:PROBLEM_LENGTH]
    await session.execute(update(DeliveryRow).where(still_claimed(delivery)).values(due_at=due_at, problem=short))
    await session.execute(update(WebhookRow).where(WebhookRow.id == delivery.webhook_id).values(problem=short))


async def give_up_all(session: AsyncSession, webhook_id: str, problem: str) -> None:
    """Call a webhook no more."""
    short = problem[:PROBLEM_LENGTH]
    waiting = (DeliveryRow.webhook_id == webhook_id) & DeliveryRow.due_at.is_not(None)
    await session.execute(update(DeliveryRow).where(waiting).values(due_at=None, problem=short))
    died = update(WebhookRow).where(WebhookRow.id == webhook_id, WebhookRow.died_at.is_(None))
    await session.execute(died.values(died_at=now(), problem=short))


def still_claimed(delivery: Delivery) -> ColumnElement[bool]:
    """A delivery, if nobody else has claimed it since."""
    return (DeliveryRow.id == delivery.id) & (DeliveryRow.tries == delivery.tries)


def delivery_of(row: DeliveryRow) -> Delivery:
    """A row as a delivery."""
    return Delivery(**{name: getattr(row, name) for name in Delivery.__slots__})
