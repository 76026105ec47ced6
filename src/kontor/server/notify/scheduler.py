"""The notification scheduler: queues notifications for the subscribers of tables that have changed.

Every node receives notice of every change. The cursor in the database is advanced in the transaction that queues the
deliveries, so that one of several nodes queues them; a sweep finds changes that were missed while no node ran.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence

import structlog

from kontor.core.values import SetupError
from kontor.server.bus.bus import ENTRIES, MESSAGES, Bus, Notice
from kontor.server.clock import now
from kontor.server.errors import ApiError
from kontor.server.ids import new_id
from kontor.server.logs import describe
from kontor.server.notify.notifications import Notification, notifications_of, payload
from kontor.server.service.match import Match
from kontor.server.service.matches import Matches
from kontor.server.settings import Settings
from kontor.server.store.notification_cursors import NotificationCursor, NotificationCursors, Subscriber
from kontor.server.store.outbox import OWED, TURN, Delivery

BATCH_SECONDS = 0.2  # in which the changes of a table are collected

log = structlog.get_logger(__name__)


class NotificationScheduler:
    """Collects the tables that changed, and queues their notifications together."""

    def __init__(
        self,
        matches: Matches,
        cursors: NotificationCursors,
        bus: Bus,
        settings: Settings,
        on_queued: Callable[[], None],
    ) -> None:
        self.matches = matches
        self.cursors = cursors
        self.settings = settings
        self.on_queued = on_queued
        self._changed: set[str] | None = None  # None stands for all tables
        self._unplayable: set[str] = set()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        bus.subscribe(self._on_notice)

    def start(self) -> None:
        """Start, with all changes since the last server stopped."""
        self._changed = None
        self._wake.set()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def _on_notice(self, notice: Notice | None) -> None:
        if notice is None:
            self._changed = None
        elif notice.about not in (ENTRIES, MESSAGES):
            return
        elif self._changed is not None:
            self._changed.add(notice.subject)
        self._wake.set()

    async def _run(self) -> None:
        while True:
            try:
                await asyncio.wait_for(self._wake.wait(), self.settings.sweep_seconds)
                await asyncio.sleep(BATCH_SECONDS)
            except TimeoutError:
                self._changed = None
            self._wake.clear()
            changed, self._changed = self._changed, set()
            await self._notify_all(None if changed is None else sorted(changed))

    async def _notify_all(self, tables: Sequence[str] | None) -> None:
        try:
            for table_id in await self.cursors.tables_behind(tables):
                if table_id not in self._unplayable:
                    await self._notify(table_id)
        except Exception as problem:
            log.error("notifications.failed", problem=describe(problem))

    async def _notify(self, table_id: str) -> None:
        """Queue the new notifications of a table for all its subscribers."""
        try:
            match = await self.matches.get(table_id)
        except (ApiError, SetupError):
            self._unplayable.add(table_id)
            return
        before = await self.cursors.get(table_id)
        messages = await self.cursors.messages_after(table_id, before.message)
        subscribers = await self.cursors.subscribers(match.table, self.settings.sends_mail)
        after = NotificationCursor(match.number, messages[-1].number if messages else before.message)
        new = notifications_of(match, before.number, messages)
        deliveries = [each for subscriber in subscribers for each in self.deliveries(match, subscriber, new)]
        if await self.cursors.write(table_id, before, after, deliveries) and deliveries:
            self.on_queued()

    def deliveries(
        self, match: Match, subscriber: Subscriber, notifications: Sequence[Notification]
    ) -> list[Delivery]:
        """Return the deliveries of those notifications that a subscriber wants and may see."""
        account_id = subscriber.account_id
        if not match.table.may_watch(account_id):
            return []
        wanted = [each for each in notifications if each.event in subscriber.events and each.at >= subscriber.since]
        return [self.delivery(match, subscriber, each) for each in wanted if each.is_for(match.table, account_id)]

    def delivery(self, match: Match, subscriber: Subscriber, notification: Notification) -> Delivery:
        """Return the delivery of a notification; an e-mail is written when it is sent, and delayed for a while."""
        table_id, account_id, moment = match.table.id, subscriber.account_id, now()
        event, number = notification.event, notification.number
        if subscriber.webhook_id is not None:
            body = payload(match, notification, account_id, self.settings.link_to(table_id))
            return Delivery(
                new_id(), account_id, subscriber.webhook_id, table_id, event, number, body, moment, moment
            )
        due_at = moment + int(1000 * self.settings.mail_delay_seconds)
        mail_event = TURN if event == OWED else event
        return Delivery(new_id(), account_id, None, table_id, mail_event, number, "", moment, due_at)
