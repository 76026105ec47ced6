"""What the server does at tables: the moves of computer seats, and what follows when a player's time is over."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass

import structlog

from kontor.core.values import PositionBytes, Seat
from kontor.server.bus.bus import ENTRIES, SEATS, Bus, Notice
from kontor.server.clock import now, steady
from kontor.server.errors import ApiError
from kontor.server.logs import describe
from kontor.server.service.clock_warnings import ClockWarnings
from kontor.server.service.game_clock import END_GAME, PLAY_TURN, TAKE_SEAT, CorrespondenceRule
from kontor.server.service.match import Match, StatedPlan
from kontor.server.service.matches import Matches
from kontor.server.service.play import PlayService
from kontor.server.service.seats import SeatService
from kontor.server.service.stated_plans import is_plan_due
from kontor.server.settings import Settings
from kontor.server.store.entries import CLOCK, COMPUTER
from kontor.server.store.leases import Leases
from kontor.server.store.table_info import AGENT
from kontor.server.workers.decisions import Decision, Decisions
from kontor.server.workers.pool import Pool
from kontor.server.workers.worker import ChosenMove

RETRY_SECONDS = 1.0
LONGEST_WAIT = 3600.0  # seconds until a table is checked again, since the wall clock may be set
LOADS_AT_ONCE = 2  # reading a log delays other requests

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class DueMove:
    """A move to be made for a seat: when (steady clock), by which agent (None: smallest choice), and its `by`.

    `action` says what a correspondence clock does instead of a move: the agent takes the seat, or the game ends.
    """

    seat: Seat
    at: int
    agent: str | None
    by: str
    action: str = PLAY_TURN


def due_move(match: Match) -> DueMove | None:
    """Return the move that the server has to make at a table, None if a person decides without a clock."""
    if match.over:
        return None
    seat = match.table.seats[match.to_move]
    if seat.kind == AGENT:
        return DueMove(seat.seat, 0, seat.agent, COMPUTER)
    deadline = match.deadline()
    if match.timeline.clock is None or deadline is None:
        return None
    rule, action = match.timeline.clock.rule, PLAY_TURN
    at = steady() + deadline - now()
    if isinstance(rule, CorrespondenceRule):
        action = rule.expired
        if action == PLAY_TURN and is_clock_turn(match):
            at = 0
    return DueMove(seat.seat, at, rule.agent, CLOCK, action)


def is_clock_turn(match: Match) -> bool:
    """Return whether the computer has begun to play this turn for the seat to move, because its time was over."""
    game, line = match.game, match.timeline.line
    while line.previous is not None and line.seat != match.to_move:
        line = line.previous
    if line.previous is None or line.finality != "clock":
        return False
    return game.turn(line.previous.position(game)) == game.turn(match.timeline.position)


class AutoMoveService:
    """Keeps one task per table at which the server has to move, and checks a table again whenever it changes."""

    def __init__(
        self,
        matches: Matches,
        play: PlayService,
        seats: SeatService,
        warnings: ClockWarnings,
        pool: Pool,
        leases: Leases,
        bus: Bus,
        settings: Settings,
    ) -> None:
        self.matches = matches
        self.play = play
        self.seats = seats
        self.warnings = warnings
        self.pool = pool
        self.leases = leases
        self.settings = settings
        self.decisions = Decisions(pool.queue, bus)
        self._loads = asyncio.Semaphore(LOADS_AT_ONCE)
        self._reporting: asyncio.Task[None] | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._again: set[str] = set()
        self._sweeper: asyncio.Task[None] | None = None
        self._sweep_now = asyncio.Event()
        bus.subscribe(self._on_notice)

    def start(self) -> None:
        """Start, with the tables that wait since the last server stopped."""
        self._sweeper = asyncio.create_task(self._sweep())
        self._reporting = asyncio.create_task(self.decisions.keep_reporting())

    async def stop(self) -> None:
        """Stop all tasks and release the leases."""
        tasks = [*self._tasks.values(), *(task for task in (self._sweeper, self._reporting) if task)]
        self._sweeper = None
        for timer in self._timers.values():
            timer.cancel()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self.leases.release()

    async def _sweep(self) -> None:
        """Check at intervals all tables at which the server may have to move."""
        while True:
            try:
                for table_id in await self.matches.tables.unattended():
                    self.check(table_id)
            except Exception as problem:
                log.error("auto_moves.sweep_failed", problem=describe(problem))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._sweep_now.wait(), self.settings.sweep_seconds)
            self._sweep_now.clear()

    def _on_notice(self, notice: Notice | None) -> None:
        if notice is None:
            self._sweep_now.set()
        elif self._sweeper is not None and notice.about in (ENTRIES, SEATS) and self._may_be_due(notice):
            self.check(notice.subject)

    def _may_be_due(self, notice: Notice) -> bool:
        """Return whether a change may ask for a move of the server: not if a person decides without a clock.

        Tables that only other nodes have in memory are theirs, and are found by the sweep should that node fail.
        """
        match = self.matches.in_memory(notice.subject)
        if match is None:
            return not notice.node or notice.subject in self.matches
        return notice.subject in self._tasks or notice.subject in self._timers or due_move(match) is not None

    def check(self, table_id: str) -> None:
        """Start a task for a table, or let the running task check the table once more."""
        timer = self._timers.pop(table_id, None)
        if timer is not None:
            timer.cancel()
        if table_id in self._tasks:
            self._again.add(table_id)
            return
        task = self._tasks[table_id] = asyncio.create_task(self._run(table_id))
        task.add_done_callback(lambda _: self._done(table_id))

    def _done(self, table_id: str) -> None:
        """Check once more if the table changed while a task was ending."""
        del self._tasks[table_id]
        if table_id in self._again and self._sweeper is not None:
            self._again.discard(table_id)
            self.check(table_id)

    def _check_later(self, table_id: str, seconds: float) -> None:
        if self._sweeper is not None:
            self._timers[table_id] = asyncio.get_running_loop().call_later(seconds, self.check, table_id)

    async def _run(self, table_id: str) -> None:
        """Make moves at a table as long as any are due."""
        try:
            while (wait := await self._step(table_id)) == 0:
                await asyncio.sleep(self.settings.computer_pause)
        except ApiError as problem:
            log.warning("auto_moves.rejected", problem=problem.code)
            return
        except Exception as problem:
            log.error("auto_moves.failed", problem=describe(problem))
            wait = RETRY_SECONDS
        if wait is not None:
            self._check_later(table_id, wait)

    async def _step(self, table_id: str) -> float | None:
        """Make one move if it is due: return 0, or the seconds until one will be, or None if none will."""
        match = await self._match(table_id)
        number, due = match.number, due_move(match)
        if due is None:
            return None
        if due.at > steady():
            wait = (due.at - steady()) / 1000 + 0.001
            return min(wait, await self.warnings.check(match), LONGEST_WAIT)
        if not await self.leases.hold(table_id):
            return self.settings.lease_seconds / 2
        if match.number == number:
            await self._make(match, due)
        return 0

    async def _match(self, table_id: str) -> Match:
        """Return the match at a table; few are read at once, however many tables wait since the last server."""
        if table_id in self.matches:
            return await self.matches.current(table_id)
        async with self._loads:
            return await self.matches.current(table_id)

    async def _make(self, match: Match, due: DueMove) -> None:
        number, game = match.number, match.game
        if due.action == END_GAME:
            await self.play.end_by_clock(match, number)
            return
        if due.action == TAKE_SEAT:
            await self.seats.take_over(match, due.seat, due.agent)
            return
        view = game.view(match.timeline.position, due.seat)
        if due.agent is None:
            chosen = ChosenMove(game.legal_moves(view)[0])
        else:
            chosen = await self._choose(match, due, due.agent, view)
        await self.play.make(match, number, chosen.move, due.by)

    async def _choose(self, match: Match, due: DueMove, agent: str, view: PositionBytes) -> ChosenMove:
        """Return the move of an agent and keep the plan it states; the work counts for the host of the table."""
        job = self.pool.decision_job(agent, match.table.host, match.table.has_people)
        number, turn = match.number, match.game.turn(match.timeline.position)
        with_plan = due.by == COMPUTER and is_plan_due(match, due.seat)
        with self.decisions.shown(match.table.id, Decision(number, due.seat, now(), job)):
            chosen = await self.pool.choose(match.game, view, agent, job, with_plan)
        if chosen.plan is not None:
            match.plans[due.seat] = StatedPlan(due.seat, turn, number + 1, chosen.plan)
        return chosen
