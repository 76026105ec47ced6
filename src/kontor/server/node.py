"""A node: one process that serves tables, with everything it is made of."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial

import structlog

from kontor.server.computers.driver import Driver
from kontor.server.computers.pool import Pool
from kontor.server.computers.work_queue import Lane
from kontor.server.keys import new_id
from kontor.server.limits import Limits
from kontor.server.live.bus import Bus, LocalBus
from kontor.server.live.hub import Hub
from kontor.server.live.postgres_bus import PostgresBus
from kontor.server.metrics import Metrics
from kontor.server.notify.calling import Calls
from kontor.server.notify.courier import Courier
from kontor.server.notify.herald import Herald
from kontor.server.notify.letters import Letters
from kontor.server.notify.subscribing import Calling, Mailing
from kontor.server.service.advising import Advising
from kontor.server.service.analysing import Analysing
from kontor.server.service.matches import Matches
from kontor.server.service.people import People
from kontor.server.service.playing import Playing
from kontor.server.service.puzzling import Puzzling
from kontor.server.service.seating import Seating
from kontor.server.service.slicing import Slices
from kontor.server.settings import Settings
from kontor.server.store.accounts import Accounts
from kontor.server.store.database import Database
from kontor.server.store.leases import Alone, Leases, Shared
from kontor.server.store.life import Life
from kontor.server.store.log import Log
from kontor.server.store.mailboxes import Mailboxes
from kontor.server.store.messages import Messages, Wishes
from kontor.server.store.opening import open_database
from kontor.server.store.outbox import Outbox
from kontor.server.store.probe import Probe
from kontor.server.store.tables import Tables
from kontor.server.store.told import Told
from kontor.server.store.webhooks import Webhooks

STOP_SECONDS = 3.5

log = structlog.get_logger(__name__)


class Node:
    """The parts of a server, put together once; a part that others replace is made here."""

    def __init__(self, settings: Settings) -> None:
        self.id = new_id()
        self.settings = settings
        self.metrics = Metrics()
        self.database = Database(settings.url, settings.database_seconds)
        self.life = Life(self.database)
        self.probe = Probe(self.database)
        self.bus: Bus = LocalBus() if self.database.embedded else PostgresBus(settings.url, settings.database_seconds)
        self.log = Log(self.database, self.bus)
        self.tables = Tables(self.database, self.bus)
        self.messages = Messages(self.database, self.bus)
        self.wishes = Wishes(self.database, self.bus)
        self.limits = Limits(settings)
        self.slices = Slices(self.limits)
        self.matches = Matches(self.tables, self.log, self.wishes, self.bus, self.slices, settings.matches_kept)
        self.people = People(Accounts(self.database, self.bus), settings)
        self.seating = Seating(self.tables, self.matches, self.log, self.slices, settings)
        self.playing = Playing(self.matches, self.log, self.wishes, self.bus, self.metrics, self.limits.undos)
        self.hub = Hub(self.bus, self.id)
        self.pool = Pool(settings.workers, settings.computer_seconds, settings.computer_limit)
        self.driver = Driver(self.matches, self.playing, self.pool, self.leases(), self.bus, settings)
        self.advising = Advising(self.pool, self.limits.hints)
        self.analysing = Analysing(self.pool, self.limits.hints, settings)
        self.puzzling = Puzzling(self.pool, self.limits.hints)
        self._make_notify(settings)
        self._announcing: asyncio.Task[None] | None = None
        self.metrics.sockets.set_function(lambda: len(self.hub))
        self.metrics.matches.set_function(lambda: len(self.matches))
        self.metrics.thinking.set_function(lambda: self.pool.asked)
        for lane in Lane:
            self.metrics.waiting.labels(lane).set_function(partial(self.pool.queue.waiting, lane))

    def _make_notify(self, settings: Settings) -> None:
        """Make what tells people who are away."""
        self.outbox, webhooks, mailboxes = Outbox(self.database), Webhooks(self.database), Mailboxes(self.database)
        self.calls = Calls(webhooks, settings)
        letters = Letters(mailboxes, self.matches, self.hub, settings) if settings.sends_mail else None
        self.courier = Courier(self.outbox, self.calls, letters, self.metrics, settings)
        told = Told(self.database, settings.webhook_waiting)
        self.herald = Herald(self.matches, told, self.bus, settings, self.courier.wake)
        self.calling = Calling(webhooks, self.outbox, settings, self.courier.wake)
        self.mailing = Mailing(mailboxes, settings)

    def leases(self) -> Leases:
        """Who looks after computer seats: this node, or the one that holds the lease."""
        if self.database.embedded:
            return Alone()
        return Shared(self.database, self.id, self.settings.lease_seconds)

    async def start(self) -> None:
        """Open the database, and go on where the last server ended."""
        await open_database(self.database)
        await self.life.start()
        await self.bus.start()
        self.driver.start()
        self.courier.start()
        self.herald.start()
        self._announcing = asyncio.create_task(self.hub.keep_announcing())

    async def stop(self) -> None:
        """Finish what is being written and leave, without waiting long for a database that hangs."""
        stopping = asyncio.create_task(self._stop())
        await asyncio.wait([stopping], timeout=STOP_SECONDS)
        self.pool.close()
        if stopping.done():
            stopping.result()
        else:
            log.warning("stop.unfinished")
            stopping.cancel()

    async def _stop(self) -> None:
        if self._announcing is not None:
            self._announcing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._announcing
        await self.hub.stop()
        await self.driver.stop()
        await self.analysing.stop()
        self.pool.close()
        await self.herald.stop()
        await self.courier.stop()
        await self.calls.close()
        await self.bus.stop()
        await self.life.stop()
        await self.database.close()
