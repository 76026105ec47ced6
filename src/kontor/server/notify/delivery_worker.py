"""The delivery worker: sends queued deliveries, and repeats failed attempts until they succeed or fail for good."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Sequence
from typing import Protocol

import structlog

from kontor.server.clock import now
from kontor.server.errors import DeliveryFailed, DeliveryPostponed
from kontor.server.logs import describe
from kontor.server.metrics import Metrics
from kontor.server.notify.delivery_slots import DeliverySlots
from kontor.server.settings import Settings
from kontor.server.store.outbox import Delivery, Outbox
from kontor.server.tasks import stop_task

QUICK_SECONDS = 1.0  # a receiver that takes longer counts as slow
POLL_SECONDS = 5.0  # after which a node checks for deliveries of other nodes
STOP_SECONDS = 3.0
BACKOFF_FACTOR = 4
DAY = 86_400_000
FAILED_DAYS = 30  # how long failed deliveries are kept

log = structlog.get_logger(__name__)


class DeliverySender(Protocol):
    """A channel for deliveries: webhooks, push messages or e-mail."""

    async def send(self, delivery: Delivery) -> int | None:
        """Send a delivery, or raise DeliveryFailed or DeliveryPostponed.

        An e-mail about a turn returns the entry number at which it was sent.
        """
        ...


class DeliveryWorker:
    """Claims due deliveries and passes them to their senders, one at a time for each target.

    A delivery that takes longer than QUICK_SECONDS moves to the slow slots, or is queued again if there is none free.
    """

    def __init__(
        self,
        outbox: Outbox,
        webhooks: DeliverySender,
        push: DeliverySender,
        email: DeliverySender | None,
        metrics: Metrics,
        settings: Settings,
    ) -> None:
        self.outbox = outbox
        self.webhooks = webhooks
        self.push = push
        self.email = email
        self.metrics = metrics
        self.settings = settings
        self.slots = DeliverySlots()
        self._checked_at = 0
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._queued = asyncio.Event()
        self._cleaned_at = 0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start, with the deliveries that wait since the last server stopped."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Claim no more, wait briefly for the deliveries under way, and queue the rest again."""
        if self._task is None:
            return
        await stop_task(self._task)
        tasks = list(self._under_way.values())
        if tasks:
            await asyncio.wait(tasks, timeout=STOP_SECONDS)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self) -> None:
        """Check at once for due deliveries."""
        self._queued.set()

    async def _run(self) -> None:
        while True:
            self._queued.clear()
            try:
                await self._clean_up()
                await self._start_due()
                seconds = await self._seconds_until_due()
            except Exception as problem:
                log.error("delivery_worker.failed", problem=describe(problem))
                seconds = POLL_SECONDS
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._queued.wait(), seconds)

    async def _clean_up(self) -> None:
        """Delete old failed deliveries once a day."""
        if now() - self._cleaned_at > DAY:
            self._cleaned_at = now()
            await self.outbox.delete_failed(now() - FAILED_DAYS * DAY)

    async def _start_due(self) -> None:
        """Claim and start due deliveries as long as there are free slots."""
        while not self.slots.full:
            self._checked_at = now()
            due = await self.outbox.due_targets(self._checked_at, self.slots.busy, self.email is not None)
            chosen = [target.target for target in self.slots.assign(due)]
            if not chosen:
                return
            await self._claim(chosen)

    async def _claim(self, targets: Sequence[str]) -> None:
        """Claim and start one delivery for each target; the slot of one that another node has claimed is freed."""
        try:
            for delivery in await self.outbox.claim(targets, now() + int(4000 * self.settings.delivery_seconds)):
                self._start(delivery)
        finally:
            for target in targets:
                if target not in self._under_way:
                    self.slots.release(target)

    async def _seconds_until_due(self) -> float:
        """Return the seconds until a delivery is due; those that wait for a free slot start when another ends."""
        due_at = await self.outbox.next_due(self._checked_at, self.slots.busy, self.email is not None)
        if due_at is None or self.slots.full:
            return POLL_SECONDS
        return min(POLL_SECONDS, max(0, due_at - now()) / 1000 + 0.005)

    def _start(self, delivery: Delivery) -> None:
        task = self._under_way[delivery.target] = asyncio.create_task(self._deliver(delivery))
        timer = asyncio.get_running_loop().call_later(QUICK_SECONDS, self._mark_slow, delivery, task)
        task.add_done_callback(lambda ended: self._ended(delivery, ended, timer))

    def _mark_slow(self, delivery: Delivery, task: asyncio.Task[None]) -> None:
        """Move a delivery that takes long to the slow slots, or queue it again until one is free."""
        if not self.slots.mark_slow(delivery):
            task.cancel()
        self.wake()

    def _ended(self, delivery: Delivery, task: asyncio.Task[None], timer: asyncio.TimerHandle) -> None:
        """Free the slot of a delivery; one whose result could not be stored is due again later."""
        timer.cancel()
        self.slots.release(delivery.target)
        del self._under_way[delivery.target]
        if not task.cancelled() and (failure := task.exception()) is not None:
            log.error("delivery.not_recorded", problem=describe(failure))
        self.wake()

    async def _deliver(self, delivery: Delivery) -> None:
        sender = {"webhook": self.webhooks, "push": self.push, "mail": self.email}[delivery.channel]
        assert sender is not None
        start = time.monotonic()
        try:
            async with asyncio.timeout(2 * self.settings.delivery_seconds):
                mailed_at = await sender.send(delivery)
        except asyncio.CancelledError:
            await self.outbox.put_back(delivery, now())
            raise
        except DeliveryPostponed as wait:
            await self.outbox.put_back(delivery, now() + int(1000 * wait.seconds))
        except Exception as problem:
            await self._record_failure(delivery, problem)
        else:
            self.metrics.deliveries.labels(delivery.channel, "accepted").inc()
            if time.monotonic() - start < QUICK_SECONDS:
                self.slots.mark_quick(delivery.target)
            await self.outbox.complete(delivery, mailed_at)

    async def _record_failure(self, delivery: Delivery, problem: Exception) -> None:
        """Schedule the next attempt, or fail the delivery for good."""
        sentence, final = f"it failed ({type(problem).__name__})", False
        if isinstance(problem, DeliveryFailed):
            sentence, final = str(problem), problem.final
        else:
            log.error("delivery.error", channel=delivery.channel, exc_info=problem)
        self.metrics.deliveries.labels(delivery.channel, "failed").inc()
        log.info("delivery.failed", channel=delivery.channel, tries=delivery.tries, problem=sentence)
        if final or delivery.tries >= self.settings.delivery_tries:
            await self.outbox.fail(delivery, sentence)
        else:
            await self.outbox.retry(delivery, now() + self.pause(delivery.tries), sentence)

    def pause(self, tries: int) -> int:
        """Return the milliseconds before the next attempt, with exponential backoff and jitter."""
        longest = 1000 * self.settings.delivery_pause_seconds * BACKOFF_FACTOR ** (tries - 1)
        return int(longest * (0.9 + 0.2 * secrets.randbelow(1000) / 1000))
