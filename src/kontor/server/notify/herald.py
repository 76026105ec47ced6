"""The herald: hears that tables have changed, and queues what their people want to be told.

Every node hears of every change. How far people were told stands in the database and is moved on together with what
is queued: so of several nodes one queues it, and what was missed while no node was there is found by looking.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence

import structlog

from kontor.core.game import SetupError
from kontor.server.instants import now
from kontor.server.keys import new_id
from kontor.server.live.bus import ENTRIES, MESSAGES, Bus, Notice
from kontor.server.logs import describe
from kontor.server.notify.tidings import Tiding, body_of, tidings_of
from kontor.server.service.match import Match
from kontor.server.service.matches import Matches
from kontor.server.service.refusals import Refused
from kontor.server.settings import Settings
from kontor.server.store.outbox import OWED, TURN, Delivery
from kontor.server.store.told import Mark, Receiver, Told

GATHERING_SECONDS = 0.2  # in which the changes of a table become one question

log = structlog.get_logger(__name__)


class Herald:
    """Keeps a list of tables that changed, and sees to them together."""

    def __init__(
        self, matches: Matches, told: Told, bus: Bus, settings: Settings, queued: Callable[[], None]
    ) -> None:
        self.matches = matches
        self.told = told
        self.settings = settings
        self.queued = queued
        self._changed: set[str] | None = None
        self._unplayable: set[str] = set()
        self._awake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        bus.subscribe(self._hear)

    def start(self) -> None:
        """Begin, with whatever happened since the last server ended."""
        self._changed = None
        self._awake.set()
        self._task = asyncio.create_task(self._keep_telling())

    async def stop(self) -> None:
        """Queue no more."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def _hear(self, notice: Notice | None) -> None:
        if notice is None:
            self._changed = None
        elif notice.about not in (ENTRIES, MESSAGES):
            return
        elif self._changed is not None:
            self._changed.add(notice.subject)
        self._awake.set()

    async def _keep_telling(self) -> None:
        while True:
            try:
                await asyncio.wait_for(self._awake.wait(), self.settings.sweep_seconds)
                await asyncio.sleep(GATHERING_SECONDS)
            except TimeoutError:
                self._changed = None
            self._awake.clear()
            changed, self._changed = self._changed, set()
            await self._see_to(None if changed is None else sorted(changed))

    async def _see_to(self, tables: Sequence[str] | None) -> None:
        try:
            for table_id in await self.told.behind(tables):
                if table_id not in self._unplayable:
                    await self._tell(table_id)
        except Exception as problem:
            log.error("herald.failed", problem=describe(problem))

    async def _tell(self, table_id: str) -> None:
        """Queue what is new at a table for everybody who wants to be told."""
        try:
            match = await self.matches.get(table_id)
        except (Refused, SetupError):
            self._unplayable.add(table_id)
            return
        was = await self.told.mark(table_id)
        said = await self.told.said(table_id, was.message)
        receivers = await self.told.receivers(match.card, self.settings.sends_mail)
        reached = Mark(match.number, said[-1].number if said else was.message)
        new = tidings_of(match, was.number, said)
        deliveries = [made for receiver in receivers for made in self.deliveries(match, receiver, new)]
        if await self.told.write(table_id, was, reached, deliveries) and deliveries:
            self.queued()

    def deliveries(self, match: Match, receiver: Receiver, tidings: Sequence[Tiding]) -> list[Delivery]:
        """What a receiver is to be told of some tidings."""
        account_id = receiver.account_id
        if not match.card.may_watch(account_id):
            return []
        wanted = [tiding for tiding in tidings if tiding.event in receiver.events and tiding.at >= receiver.since]
        return [self.delivery(match, receiver, tiding) for tiding in wanted if tiding.is_for(match.card, account_id)]

    def delivery(self, match: Match, receiver: Receiver, tiding: Tiding) -> Delivery:
        """A tiding on its way; a letter is written when it is sent, and waits a while for its receiver to move."""
        table_id, account_id, moment = match.card.id, receiver.account_id, now()
        if receiver.webhook_id is not None:
            body = body_of(match, tiding, account_id, self.settings.link_to(table_id))
            return Delivery(
                new_id(),
                account_id,
                receiver.webhook_id,
                table_id,
                tiding.event,
                tiding.number,
                body,
                moment,
                moment,
            )
        event = TURN if tiding.event == OWED else tiding.event
        due_at = moment + int(1000 * self.settings.mail_delay_seconds)
        return Delivery(new_id(), account_id, None, table_id, event, tiding.number, "", moment, due_at)
