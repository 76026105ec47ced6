"""The courier: carries what is queued, again and again until it is taken or given up."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Sequence
from typing import Protocol

import structlog

from kontor.server.instants import now
from kontor.server.logs import describe
from kontor.server.metrics import Metrics
from kontor.server.notify.lanes import Lanes
from kontor.server.settings import Settings
from kontor.server.store.outbox import Delivery, Outbox

QUICK_SECONDS = 1.0  # a receiver that takes longer counts as slow
LOOK_SECONDS = 5.0  # after which a node looks for what other nodes have left
FAREWELL_SECONDS = 3.0
BACKOFF_FACTOR = 4
DAY = 86_400_000
REMEMBERED_DAYS = 30

log = structlog.get_logger(__name__)


class NotTaken(Exception):
    """A delivery that was not taken; one that is final will never be."""

    def __init__(self, problem: str, final: bool = False) -> None:
        super().__init__(problem)
        self.final = final


class NotNow(Exception):
    """A delivery that has to wait some seconds longer."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"in {seconds} seconds")
        self.seconds = seconds


class Carrier(Protocol):
    """A way on which deliveries go out."""

    async def carry(self, delivery: Delivery) -> int | None:
        """Tell somebody something, or raise NotTaken or NotNow.

        A letter that said whose turn it is answers with the number it was at.
        """
        ...


class Courier:
    """Claims deliveries that are due and hands them to their carriers; nobody gets two at once.

    A call that takes longer than a moment moves to the lane of slow ones, or is put back if there is no room.
    """

    def __init__(
        self, outbox: Outbox, webhooks: Carrier, letters: Carrier | None, metrics: Metrics, settings: Settings
    ) -> None:
        self.outbox = outbox
        self.webhooks = webhooks
        self.letters = letters
        self.metrics = metrics
        self.settings = settings
        self.lanes = Lanes()
        self._looked_at = 0
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._awake = asyncio.Event()
        self._cleared_at = 0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, with what the last server left."""
        self._task = asyncio.create_task(self._keep_carrying())

    async def stop(self) -> None:
        """Claim no more, give what is under way a moment to arrive, and put the rest back."""
        if self._task is None:
            return
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        tasks = list(self._under_way.values())
        if tasks:
            await asyncio.wait(tasks, timeout=FAREWELL_SECONDS)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self) -> None:
        """Say that something was queued."""
        self._awake.set()

    async def _keep_carrying(self) -> None:
        while True:
            self._awake.clear()
            try:
                await self._clear_away()
                await self._set_out()
                seconds = await self._seconds_of_rest()
            except Exception as problem:
                log.error("courier.failed", problem=describe(problem))
                seconds = LOOK_SECONDS
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._awake.wait(), seconds)

    async def _clear_away(self) -> None:
        """Forget once a day what was given up long ago."""
        if now() - self._cleared_at > DAY:
            self._cleared_at = now()
            await self.outbox.forget_dead(now() - REMEMBERED_DAYS * DAY)

    async def _set_out(self) -> None:
        """Claim what is due, as long as there is room and something to claim."""
        while not self.lanes.full:
            self._looked_at = now()
            due = await self.outbox.candidates(self._looked_at, self.lanes.busy, self.letters is not None)
            chosen = [candidate.target for candidate in self.lanes.choose(due)]
            if not chosen:
                return
            await self._claim(chosen)

    async def _claim(self, targets: Sequence[str]) -> None:
        """Claim and begin one delivery for each target; one that another node has taken needs no place."""
        try:
            for delivery in await self.outbox.claim(targets, now() + int(4000 * self.settings.delivery_seconds)):
                self._begin(delivery)
        finally:
            for target in targets:
                if target not in self._under_way:
                    self.lanes.leave(target)

    async def _seconds_of_rest(self) -> float:
        """Return the seconds until a delivery is due; those that wait for a free place are started when one ends."""
        due_at = await self.outbox.next_due(self._looked_at, self.lanes.busy, self.letters is not None)
        if due_at is None or self.lanes.full:
            return LOOK_SECONDS
        return min(LOOK_SECONDS, max(0, due_at - now()) / 1000 + 0.005)

    def _begin(self, delivery: Delivery) -> None:
        task = self._under_way[delivery.target] = asyncio.create_task(self._carry(delivery))
        timer = asyncio.get_running_loop().call_later(QUICK_SECONDS, self._slow_down, delivery, task)
        task.add_done_callback(lambda ended: self._ended(delivery, ended, timer))

    def _slow_down(self, delivery: Delivery, task: asyncio.Task[None]) -> None:
        """Let a delivery that takes long go on among slow ones, or put it back until there is room for it."""
        if not self.lanes.slow_down(delivery):
            task.cancel()
        self.wake()

    def _ended(self, delivery: Delivery, task: asyncio.Task[None], timer: asyncio.TimerHandle) -> None:
        """Look for more; a delivery of which nothing could be noted is due again by itself."""
        timer.cancel()
        self.lanes.leave(delivery.target)
        del self._under_way[delivery.target]
        if not task.cancelled() and (failure := task.exception()) is not None:
            log.error("courier.unnoted", problem=describe(failure))
        self.wake()

    async def _carry(self, delivery: Delivery) -> None:
        carrier = self.letters if delivery.webhook_id is None else self.webhooks
        assert carrier is not None
        began = time.monotonic()
        try:
            async with asyncio.timeout(2 * self.settings.delivery_seconds):
                mailed_at = await carrier.carry(delivery)
        except asyncio.CancelledError:
            await self.outbox.put_back(delivery, now())
            raise
        except NotNow as wait:
            await self.outbox.put_back(delivery, now() + int(1000 * wait.seconds))
        except Exception as problem:
            await self._note(delivery, problem)
        else:
            self.metrics.deliveries.labels(sort_of(delivery), "taken").inc()
            if time.monotonic() - began < QUICK_SECONDS:
                self.lanes.speed_up(delivery.target)
            await self.outbox.done(delivery, mailed_at)

    async def _note(self, delivery: Delivery, problem: Exception) -> None:
        """Try again later, or give up what cannot be delivered."""
        sentence, final = f"it failed ({type(problem).__name__})", False
        if isinstance(problem, NotTaken):
            sentence, final = str(problem), problem.final
        else:
            log.error("delivery.failed", sort=sort_of(delivery), exc_info=problem)
        self.metrics.deliveries.labels(sort_of(delivery), "refused").inc()
        log.info("delivery.refused", sort=sort_of(delivery), tries=delivery.tries, problem=sentence)
        if final or delivery.tries >= self.settings.delivery_tries:
            await self.outbox.give_up(delivery, sentence)
        else:
            await self.outbox.retry(delivery, now() + self.pause(delivery.tries), sentence)

    def pause(self, tries: int) -> int:
        """The milliseconds before the next attempt, longer each time and never quite the same."""
        longest = 1000 * self.settings.delivery_pause_seconds * BACKOFF_FACTOR ** (tries - 1)
        return int(longest * (0.9 + 0.2 * secrets.randbelow(1000) / 1000))


def sort_of(delivery: Delivery) -> str:
    """By which way a delivery goes."""
    return "mail" if delivery.webhook_id is None else "webhook"
