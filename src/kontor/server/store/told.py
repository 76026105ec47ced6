"""What the people of tables have been told: how far, who wants to hear more, and what is written down for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, func, or_, select, union, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.store.database import Database
from kontor.server.store.models import (
    DeliveryRow,
    MailboxRow,
    MessageRow,
    SeatRow,
    TableRow,
    ToldRow,
    WebhookRow,
)
from kontor.server.store.outbox import OVER, OWED, TURN, Delivery, give_up_all
from kontor.server.store.tables import Card

ASKED_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Mark:
    """The last entry and the last message told."""

    number: int = 0
    message: int = 0


@dataclass(frozen=True, slots=True)
class Receiver:
    """Somebody who wants to be told of some events since a moment: by a webhook, or without one by e-mail."""

    account_id: str
    webhook_id: str | None
    events: frozenset[str]
    since: int


@dataclass(frozen=True, slots=True)
class Remark:
    """A message and the account it came from."""

    account_id: str
    number: int
    name: str
    text: str
    at: int


class Told:
    """Knows how far the people of every table have been told."""

    def __init__(self, database: Database, most_waiting: int) -> None:
        self.database = database
        self.most_waiting = most_waiting

    async def behind(self, among: Sequence[str] | None) -> list[str]:
        """The tables, among some or of all, at which something happened that somebody wants to be told."""
        async with self.database.reading() as session:
            if among is None:
                return list(await session.scalars(behind()))
            parts = [among[n : n + ASKED_AT_ONCE] for n in range(0, len(among), ASKED_AT_ONCE)]
            return [found for part in parts for found in await session.scalars(behind(TableRow.id.in_(part)))]

    async def mark(self, table_id: str) -> Mark:
        """How far the people of a table have been told."""
        async with self.database.reading() as session:
            row = await session.get(ToldRow, table_id)
            return Mark(row.number, row.message) if row else Mark()

    async def said(self, table_id: str, after: int) -> list[Remark]:
        """What was said at a table after a number."""
        query = select(MessageRow).where(MessageRow.table_id == table_id, MessageRow.number > after)
        async with self.database.reading() as session:
            rows = await session.scalars(query.order_by(MessageRow.number))
            return [Remark(row.account_id, row.number, row.name, row.text, row.at) for row in rows]

    async def receivers(self, card: Card, by_mail: bool) -> list[Receiver]:
        """Who wants to be told of a table."""
        async with self.database.reading() as session:
            called = [webhook_receiver(row) for row in await session.scalars(webhooks_of(card))]
            mailed = await session.scalars(mailboxes_of(card)) if by_mail else ()
            return [*called, *map(mail_receiver, mailed)]

    async def write(self, table_id: str, was: Mark, now: Mark, deliveries: Sequence[Delivery]) -> bool:
        """Queue deliveries and remember how far they tell; False if another node was quicker, who wrote the same."""
        try:
            async with self.database.writing() as session:
                if not await move_on(session, table_id, was, now):
                    return False
                await self._queue(session, table_id, deliveries)
        except IntegrityError:
            return False
        return True

    async def _queue(self, session: AsyncSession, table_id: str, deliveries: Sequence[Delivery]) -> None:
        mailed = {(row[0], row[1]) for row in await session.execute(waiting_mail(table_id))}
        for delivery in deliveries:
            if delivery.webhook_id is not None:
                session.add(delivery.row())
            elif (delivery.account_id, delivery.event) not in mailed:
                mailed.add((delivery.account_id, delivery.event))
                session.add(delivery.row())
        await session.flush()
        for webhook_id in {delivery.webhook_id for delivery in deliveries if delivery.webhook_id}:
            await self._hold_back(session, webhook_id)

    async def _hold_back(self, session: AsyncSession, webhook_id: str) -> None:
        """Give up a webhook for which too much waits."""
        waiting = (DeliveryRow.webhook_id == webhook_id) & DeliveryRow.due_at.is_not(None)
        if (await session.scalar(select(func.count()).where(waiting)) or 0) > self.most_waiting:
            await give_up_all(session, webhook_id, f"more than {self.most_waiting} deliveries waited")


def behind(*conditions: ColumnElement[bool]) -> Select[str]:
    """The question for tables at which something happened that somebody wants to be told."""
    last_said = select(func.max(MessageRow.number)).where(MessageRow.table_id == TableRow.id).scalar_subquery()
    moved = TableRow.number > func.coalesce(ToldRow.number, 0)
    spoken = last_said > func.coalesce(ToldRow.message, 0)
    query = select(TableRow.id).outerjoin(ToldRow, ToldRow.table_id == TableRow.id)
    return query.where(TableRow.id.in_(wanted()), or_(moved, spoken), *conditions)


def wanted() -> Select[str | None]:
    """The question for tables of which somebody wants to be told, far more of which have nothing to tell."""
    everywhere = select(WebhookRow.account_id).where(WebhookRow.table_id.is_(None), WebhookRow.died_at.is_(None))
    mailed = select(MailboxRow.account_id).where(MailboxRow.verified_at.is_not(None))
    people = union(everywhere, mailed).subquery()
    single = select(WebhookRow.table_id).where(WebhookRow.table_id.is_not(None), WebhookRow.died_at.is_(None))
    held = select(SeatRow.table_id).where(SeatRow.account_id.in_(select(people)))
    hosted = select(TableRow.id).where(TableRow.host.in_(select(people)))
    return select(union(held, hosted, single).subquery())


def webhooks_of(card: Card) -> Select[WebhookRow]:
    """The question for webhooks that hear of a table: its own, and those of its host and players."""
    people = {card.host, *(chair.account_id for chair in card.chairs if chair.account_id)}
    theirs = WebhookRow.table_id.is_(None) & WebhookRow.account_id.in_(people)
    return select(WebhookRow).where(WebhookRow.died_at.is_(None), or_(WebhookRow.table_id == card.id, theirs))


def mailboxes_of(card: Card) -> Select[MailboxRow]:
    """The question for the mailboxes of those who play at a table."""
    players = {chair.account_id for chair in card.chairs if chair.account_id}
    return select(MailboxRow).where(MailboxRow.verified_at.is_not(None), MailboxRow.account_id.in_(players))


def webhook_receiver(row: WebhookRow) -> Receiver:
    """Whom a webhook tells."""
    return Receiver(row.account_id, row.id, frozenset(row.events), row.created_at)


def mail_receiver(row: MailboxRow) -> Receiver:
    """Whom a mailbox tells."""
    wants = {TURN: row.turns, OWED: row.turns, OVER: row.endings}
    events = frozenset(event for event, wanted in wants.items() if wanted)
    return Receiver(row.account_id, None, events, row.verified_at or 0)


def waiting_mail(table_id: str) -> Select[str, str]:
    """The question for letters about a table that have not been sent yet: to whom, and about what."""
    waiting = DeliveryRow.webhook_id.is_(None) & DeliveryRow.due_at.is_not(None)
    return select(DeliveryRow.account_id, DeliveryRow.event).where(DeliveryRow.table_id == table_id, waiting)


async def move_on(session: AsyncSession, table_id: str, was: Mark, now: Mark) -> bool:
    """Remember how far people were told; whether nobody else did so in between."""
    if was == Mark():
        session.add(ToldRow(table_id=table_id, number=now.number, message=now.message))
        await session.flush()
        return True
    same = (ToldRow.number == was.number) & (ToldRow.message == was.message)
    moved = update(ToldRow).where(ToldRow.table_id == table_id, same)
    changed = await session.execute(moved.values(number=now.number, message=now.message))
    return bool(changed.rowcount)  # type: ignore[attr-defined]
