"""The driver: makes the moves nobody clicks, those of computer seats and of players out of time."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass

import structlog

from kontor.core.game import PositionBytes, Seat
from kontor.server.computers.decisions import Decision, Decisions
from kontor.server.computers.pool import Pool
from kontor.server.instants import now, steady
from kontor.server.live.bus import ENTRIES, SEATS, Bus, Notice
from kontor.server.logs import describe
from kontor.server.service.match import Match
from kontor.server.service.matches import Matches
from kontor.server.service.playing import Playing
from kontor.server.service.refusals import Refused
from kontor.server.settings import Settings
from kontor.server.store.entries import CLOCK, COMPUTER
from kontor.server.store.leases import Leases
from kontor.server.store.tables import AGENT

RETRY_SECONDS = 1.0
LOADS_AT_ONCE = 2  # reading a log takes time from everyone else

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Duty:
    """A move to be made for a seat: when (steady clock), by which agent (None: smallest choice), in whose name."""

    seat: Seat
    at: int
    agent: str | None
    by: str


def duty_of(match: Match) -> Duty | None:
    """What has to be done at a table without anybody's click."""
    if match.over:
        return None
    chair = match.card.chairs[match.to_move]
    if chair.kind == AGENT:
        return Duty(chair.seat, 0, chair.agent, COMPUTER)
    if match.course.clock is None or match.ticking_since is None:
        return None
    moment = steady()
    deadline = moment + match.time_left(chair.seat, moment)
    return Duty(chair.seat, deadline, match.course.clock.rule.agent, CLOCK)


class Driver:
    """Keeps one task per table that has something to do, and looks again whenever a table changes."""

    def __init__(
        self, matches: Matches, playing: Playing, pool: Pool, leases: Leases, bus: Bus, settings: Settings
    ) -> None:
        self.matches = matches
        self.playing = playing
        self.pool = pool
        self.leases = leases
        self.settings = settings
        self.decisions = Decisions(pool.queue, bus)
        self._loads = asyncio.Semaphore(LOADS_AT_ONCE)
        self._telling: asyncio.Task[None] | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._again: set[str] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self._sweep_now = asyncio.Event()
        bus.subscribe(self._hear)

    def start(self) -> None:
        """Begin, with the tables that were left when the last server ended."""
        self._sweeper = asyncio.create_task(self._sweep())
        self._telling = asyncio.create_task(self.decisions.keep_telling())

    async def stop(self) -> None:
        """Make no more moves."""
        tasks = [*self._tasks.values(), *(task for task in (self._sweeper, self._telling) if task)]
        self._sweeper = None
        for timer in self._timers.values():
            timer.cancel()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self.leases.release()

    async def _sweep(self) -> None:
        """Look again and again for tables that nobody looks after."""
        while True:
            try:
                for table_id in await self.matches.tables.unattended():
                    self.consider(table_id)
            except Exception as problem:
                log.error("driver.sweep", problem=describe(problem))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._sweep_now.wait(), self.settings.sweep_seconds)
            self._sweep_now.clear()

    def _hear(self, notice: Notice | None) -> None:
        if notice is None:
            self._sweep_now.set()
        elif self._sweeper is not None and notice.about in (ENTRIES, SEATS):
            self.consider(notice.subject)

    def consider(self, table_id: str) -> None:
        """See whether something has to be done at a table; what is being done there goes on."""
        timer = self._timers.pop(table_id, None)
        if timer is not None:
            timer.cancel()
        if table_id in self._tasks:
            self._again.add(table_id)
            return
        task = self._tasks[table_id] = asyncio.create_task(self._drive(table_id))
        task.add_done_callback(lambda _: self._done(table_id))

    def _done(self, table_id: str) -> None:
        """Look once more if the table changed while a task was ending."""
        del self._tasks[table_id]
        if table_id in self._again and self._sweeper is not None:
            self._again.discard(table_id)
            self.consider(table_id)

    def _later(self, table_id: str, seconds: float) -> None:
        if self._sweeper is not None:
            self._timers[table_id] = asyncio.get_running_loop().call_later(seconds, self.consider, table_id)

    async def _drive(self, table_id: str) -> None:
        """Make moves at a table as long as any are due."""
        try:
            while (wait := await self._step(table_id)) == 0:
                await asyncio.sleep(self.settings.computer_pause)
        except Refused as problem:
            log.warning("driver.refused", problem=problem.word)
            return
        except Exception as problem:
            log.error("driver.failed", problem=describe(problem))
            wait = RETRY_SECONDS
        if wait is not None:
            self._later(table_id, wait)

    async def _step(self, table_id: str) -> float | None:
        """Make one move if it is due: 0, or the seconds until one will be, or None if none will."""
        match = await self._match(table_id)
        number, duty = match.number, duty_of(match)
        if duty is None:
            return None
        if duty.at > steady():
            return (duty.at - steady()) / 1000 + 0.001
        if not await self.leases.hold(table_id):
            return self.settings.lease_seconds / 2
        if match.number == number:
            await self._make(match, duty)
        return 0

    async def _match(self, table_id: str) -> Match:
        """Return the match at a table; few are read at once, however many tables were left by the last server."""
        if table_id in self.matches:
            return await self.matches.get(table_id)
        async with self._loads:
            return await self.matches.get(table_id)

    async def _make(self, match: Match, duty: Duty) -> None:
        number, game = match.number, match.game
        view = game.view(match.course.position, duty.seat)
        move = game.legal_moves(view)[0] if duty.agent is None else await self._choose(match, duty, duty.agent, view)
        await self.playing.make(match, number, move, duty.by)

    async def _choose(self, match: Match, duty: Duty, agent: str, view: PositionBytes) -> int:
        """Return the move of an agent; the host of the table pays for the work."""
        job = self.pool.decision(agent, match.card.host, match.card.has_people)
        with self.decisions.under_way(match.card.id, Decision(match.number, duty.seat, now(), job)):
            return await self.pool.choose(match.game, view, agent, job)
