"""The notification scheduler: queues notifications for the subscribers of tables that have changed.

Every node receives notice of every change. The cursor in the database is advanced in the transaction that queues the
deliveries, so that one of several nodes queues them; a sweep finds changes that were missed while no node ran.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Final

import structlog

from kontor.core.values import SetupError
from kontor.server.bus.bus import ENTRIES, MESSAGES, Bus, Notice
from kontor.server.clock import now
from kontor.server.errors import ApiError
from kontor.server.ids import new_id
from kontor.server.logs import describe
from kontor.server.notify.notifications import Notification, facts_of, notifications_of, payload
from kontor.server.schemas.notification_settings import EventName
from kontor.server.service.match import Match
from kontor.server.service.matches import Matches
from kontor.server.settings import Settings
from kontor.server.store.notification_cursors import (
    NotificationCursor,
    NotificationCursors,
    Subscriber,
    TableEvent,
)
from kontor.server.store.outbox import MESSAGE, OVER, OWED, TURN, Delivery
from kontor.server.tasks import stop_task

EVENT_NAMES: Final[dict[str, EventName]] = {
    TURN: "turn",
    OWED: "displaced",
    OVER: "ended",
    MESSAGE: "message",
}
"""The names under which players choose how to be notified; webhooks have other ones."""
BATCH_SECONDS = 0.2  # in which the changes of tables are collected, at least
MOST_BATCH_SECONDS = 2.0  # at most
PAUSE_FACTOR = 25  # changes are collected so many times as long as it took to process the last ones

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
        self._pause = BATCH_SECONDS
        bus.subscribe(self._on_notice)

    def start(self) -> None:
        """Start, with all changes since the last server stopped."""
        self._changed = None
        self._wake.set()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop."""
        await stop_task(self._task)

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
                await asyncio.sleep(self._pause)
            except TimeoutError:
                self._changed = None
            self._wake.clear()
            changed, self._changed = self._changed, set()
            began = perf_counter()
            await self._notify_all(None if changed is None else sorted(changed))
            self._pause = pause_after(perf_counter() - began)

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
        subscribers = await self.cursors.subscribers(match.table)
        after = NotificationCursor(match.number, messages[-1].number if messages else before.message)
        new = notifications_of(match, before.number, messages)
        webhooks = [each for each in subscribers if each.webhook_id is not None]
        players = [each for each in subscribers if each.webhook_id is None]
        deliveries = [each for webhook in webhooks for each in self.deliveries(match, webhook, new)]
        events = [each for player in players for each in events_for(match, player, new)]
        written = await self.cursors.write(table_id, before, after, deliveries, events, decider_of(match))
        if written and (deliveries or events):
            self.on_queued()

    def deliveries(self, match: Match, webhook: Subscriber, notifications: Sequence[Notification]) -> list[Delivery]:
        """Return the deliveries of those notifications that a webhook wants and its owner may see."""
        return [self.delivery(match, webhook, each) for each in wanted_by(match, webhook, notifications)]

    def delivery(self, match: Match, webhook: Subscriber, notification: Notification) -> Delivery:
        """Return the delivery of a notification to a webhook."""
        table_id, account_id, moment = match.table.id, webhook.account_id, now()
        event, number = notification.event, notification.number
        body = payload(match, notification, account_id, self.settings.link_to(table_id))
        return Delivery(new_id(), account_id, webhook.webhook_id, table_id, event, number, body, moment, moment)


def pause_after(seconds: float) -> float:
    """Return how long changes are collected after those before have taken so long: longer on a busy server."""
    return min(max(BATCH_SECONDS, PAUSE_FACTOR * seconds), MOST_BATCH_SECONDS)


def wanted_by(match: Match, subscriber: Subscriber, notifications: Sequence[Notification]) -> list[Notification]:
    """Return those notifications that a subscriber wants and may see."""
    account_id = subscriber.account_id
    if not match.table.may_watch(account_id):
        return []
    wanted = [each for each in notifications if each.event in subscriber.events and each.at >= subscriber.since]
    return [each for each in wanted if each.is_for(match.table, account_id)]


def events_for(match: Match, player: Subscriber, notifications: Sequence[Notification]) -> list[TableEvent]:
    """Return the events of which a player is notified: the last of each kind, and only decisions that still wait."""
    last = {EVENT_NAMES[each.event]: each for each in wanted_by(match, player, notifications)}
    open_seat = None if match.over else match.to_move
    return [
        TableEvent(player.account_id, name, facts_of(each))
        for name, each in last.items()
        if each.seat is None or each.seat == open_seat
    ]


def decider_of(match: Match) -> str | None:
    """Return the account that a table waits for."""
    return None if match.over or match.to_move < 0 else match.table.seats[match.to_move].account_id
