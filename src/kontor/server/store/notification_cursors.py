"""Notification cursors in the database: up to which entry and message notifications of a table were queued."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Select, func, or_, select, union, union_all, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.bus.bus import NOTICES, Notice
from kontor.server.clock import now
from kontor.server.schemas.notification_settings import EventName
from kontor.server.store.database import Database, announce_with
from kontor.server.store.events import queue_event
from kontor.server.store.models import (
    AccountRow,
    DeliveryRow,
    MailboxRow,
    MessageRow,
    NoticeRow,
    NotificationCursorRow,
    PushSubscriptionRow,
    SeatRow,
    TableRow,
    WebhookRow,
)
from kontor.server.store.outbox import MESSAGE, OVER, OWED, TURN, Delivery, disable_webhook
from kontor.server.store.table_info import TableInfo
from kontor.server.store.table_listing import SLOW, pace_of

IDS_PER_QUERY = 500
PLAYER_EVENTS = frozenset({TURN, OWED, OVER, MESSAGE})
DECISIONS = ("turn", "displaced")


@dataclass(frozen=True, slots=True)
class NotificationCursor:
    """The last entry and the last message of a table for which notifications were queued."""

    number: int = 0
    message: int = 0


@dataclass(frozen=True, slots=True)
class Subscriber:
    """An account that wants notifications of some events after a moment: by a webhook, or as it has chosen."""

    account_id: str
    webhook_id: str | None
    events: frozenset[str]
    since: int


@dataclass(frozen=True, slots=True)
class TableEvent:
    """An event at a table of which an account is notified as it has chosen."""

    account_id: str
    event: EventName
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """A chat message with the account of its author."""

    account_id: str
    number: int
    name: str
    text: str
    at: int


class NotificationCursors:
    """Finds tables with new entries or messages, and queues deliveries together with their cursor."""

    def __init__(self, database: Database, max_waiting: int) -> None:
        self.database = database
        self.max_waiting = max_waiting

    async def tables_behind(self, among: Sequence[str] | None) -> list[str]:
        """Return the tables, among some or all, with new entries or messages and at least one subscriber."""
        async with self.database.reading() as session:
            if among is None:
                return list(await session.scalars(behind_query()))
            parts = [among[n : n + IDS_PER_QUERY] for n in range(0, len(among), IDS_PER_QUERY)]
            queries = [behind_query().where(TableRow.id.in_(part)) for part in parts]
            return [found for query in queries for found in await session.scalars(query)]

    async def get(self, table_id: str) -> NotificationCursor:
        """Return the cursor of a table."""
        async with self.database.reading() as session:
            row = await session.get(NotificationCursorRow, table_id)
            return NotificationCursor(row.number, row.message) if row else NotificationCursor()

    async def messages_after(self, table_id: str, after: int) -> list[ChatMessage]:
        """Return the chat messages of a table after a number."""
        query = select(MessageRow).where(MessageRow.table_id == table_id, MessageRow.number > after)
        async with self.database.reading() as session:
            rows = await session.scalars(query.order_by(MessageRow.number))
            return [ChatMessage(row.account_id, row.number, row.name, row.text, row.at) for row in rows]

    async def subscribers(self, table: TableInfo) -> list[Subscriber]:
        """Return the webhooks and the players that are notified of a table."""
        async with self.database.reading() as session:
            webhooks = [webhook_subscriber(row) for row in await session.scalars(webhooks_of(table))]
            players = await session.execute(notified_players(table))
            return [*webhooks, *(Subscriber(row[0], None, PLAYER_EVENTS, row[1]) for row in players)]

    async def write(
        self,
        table_id: str,
        before: NotificationCursor,
        after: NotificationCursor,
        deliveries: Sequence[Delivery],
        events: Sequence[TableEvent] = (),
        decider: str | None = None,
    ) -> bool:
        """Queue deliveries and events and advance the cursor; return False if another node did so first.

        The decider is the account that the table waits for; notices of decisions to all others are read.
        """
        try:
            async with self.database.writing() as session:
                if not await advance(session, table_id, before, after):
                    return False
                await self._queue(session, deliveries)
                await read_decisions(session, table_id, decider)
                for each in events:
                    await queue_event(session, [each.account_id], each.event, table_id, each.data)
        except IntegrityError:
            return False
        return True

    async def _queue(self, session: AsyncSession, deliveries: Sequence[Delivery]) -> None:
        """Queue deliveries to webhooks."""
        session.add_all(delivery.row() for delivery in deliveries)
        await session.flush()
        for webhook_id in {delivery.webhook_id for delivery in deliveries if delivery.webhook_id}:
            await self._disable_if_full(session, webhook_id)

    async def _disable_if_full(self, session: AsyncSession, webhook_id: str) -> None:
        """Disable a webhook for which too many deliveries wait."""
        waiting = (DeliveryRow.webhook_id == webhook_id) & DeliveryRow.due_at.is_not(None)
        if (await session.scalar(select(func.count()).where(waiting)) or 0) > self.max_waiting:
            await disable_webhook(session, webhook_id, f"more than {self.max_waiting} deliveries waited")


@cache
def behind_query() -> Select[str]:
    """Return the query for tables with new entries or messages and at least one subscriber, which is built once."""
    last_message = select(func.max(MessageRow.number)).where(MessageRow.table_id == TableRow.id).scalar_subquery()
    has_entries = TableRow.number > func.coalesce(NotificationCursorRow.number, 0)
    has_messages = last_message > func.coalesce(NotificationCursorRow.message, 0)
    query = select(TableRow.id).outerjoin(NotificationCursorRow, NotificationCursorRow.table_id == TableRow.id)
    return query.where(TableRow.id.in_(subscribed_tables()), or_(has_entries, has_messages))


def subscribed_tables() -> Select[str | None]:
    """Return the query for tables with at least one subscriber, most of which have nothing new."""
    everywhere = select(WebhookRow.account_id).where(WebhookRow.table_id.is_(None), WebhookRow.died_at.is_(None))
    by_mail = select(MailboxRow.account_id).where(MailboxRow.verified_at.is_not(None))
    people = union(everywhere, by_mail, select(PushSubscriptionRow.account_id)).subquery()
    single = select(WebhookRow.table_id).where(WebhookRow.table_id.is_not(None), WebhookRow.died_at.is_(None))
    held = select(SeatRow.table_id).where(SeatRow.account_id.in_(select(people)))
    hosted = select(TableRow.id).where(TableRow.host.in_(select(people)))
    return select(union(held, hosted, single).subquery())


def webhooks_of(table: TableInfo) -> Select[WebhookRow]:
    """Return the query for the webhooks of a table: its own, and those of its host and players."""
    people = {table.host, *(seat.account_id for seat in table.seats if seat.account_id)}
    of_people = WebhookRow.table_id.is_(None) & WebhookRow.account_id.in_(people)
    return select(WebhookRow).where(WebhookRow.died_at.is_(None), or_(WebhookRow.table_id == table.id, of_people))


def notified_players(table: TableInfo) -> Select[str, int]:
    """Return the query for the players of a table who are notified, and since when.

    Players with a mailbox or a registered browser are; if a turn may take days, all players find notices on the site.
    """
    players = {seat.account_id for seat in table.seats if seat.account_id}
    if pace_of(table.clock) == SLOW:
        return select(AccountRow.id, AccountRow.created_at).where(AccountRow.id.in_(players))
    verified = MailboxRow.account_id.in_(players) & MailboxRow.verified_at.is_not(None)
    mailboxes = select(MailboxRow.account_id, MailboxRow.verified_at.label("since")).where(verified)
    browsers = select(PushSubscriptionRow.account_id, PushSubscriptionRow.created_at.label("since"))
    both = union_all(mailboxes, browsers.where(PushSubscriptionRow.account_id.in_(players))).subquery()
    return select(both.c.account_id, func.min(both.c.since)).group_by(both.c.account_id)


def webhook_subscriber(row: WebhookRow) -> Subscriber:
    """Return a webhook as a subscriber."""
    return Subscriber(row.account_id, row.id, frozenset(row.events), row.created_at)


async def read_decisions(session: AsyncSession, table_id: str, decider: str | None) -> None:
    """Mark the notices of decisions at a table as read, except those of the account that it waits for."""
    unread = (NoticeRow.table_id == table_id) & NoticeRow.read_at.is_(None) & NoticeRow.event.in_(DECISIONS)
    done = update(NoticeRow).where(unread, NoticeRow.account_id != (decider or ""))
    accounts = await session.scalars(done.values(read_at=now()).returning(NoticeRow.account_id))
    announce_with(session, *(Notice(account_id, about=NOTICES) for account_id in sorted(accounts)))


async def advance(
    session: AsyncSession, table_id: str, before: NotificationCursor, after: NotificationCursor
) -> bool:
    """Advance the cursor of a table; return whether no other node has done so."""
    if before == NotificationCursor():
        session.add(NotificationCursorRow(table_id=table_id, number=after.number, message=after.message))
        await session.flush()
        return True
    same = (NotificationCursorRow.number == before.number) & (NotificationCursorRow.message == before.message)
    advanced = update(NotificationCursorRow).where(NotificationCursorRow.table_id == table_id, same)
    changed = await session.execute(advanced.values(number=after.number, message=after.message))
    return bool(changed.rowcount)  # type: ignore[attr-defined]
