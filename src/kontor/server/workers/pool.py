"""The pool of worker processes in which agents compute."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, Final, TypeVar

import structlog

from kontor.agents import catalog
from kontor.agents.search import Search
from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.server.errors import LimitExceeded
from kontor.server.workers.calls import Call, WorkerLost, Workers
from kontor.server.workers.work_queue import BRIEF_SECONDS, Job, JobKind, WorkQueue
from kontor.server.workers.worker import Advice, ChosenMove, advise, choose_move, choose_with_plan, look, solves
from kontor.server.workers.worker_metrics import WorkerMetrics
from kontor.study.evaluation import Evaluation, EvaluationRequest
from kontor.study.puzzle import Puzzle

HINTS_AT_ONCE: Final = 2  # hints and puzzle answers one account may wait for
SEARCHES_PER_LOOK: Final = 3
SEARCHES_PER_LINE: Final = 8  # a line adds a search for every move of a turn
AGENTS_KEPT: Final = 256
PLAN_SECONDS: Final = 0.01  # what an agent takes that does not search, or with a fixed number of simulations
ATTEMPTS: Final = 3  # at a job whose process is lost

log = structlog.get_logger(__name__)

Result = TypeVar("Result")
AgentWork = Callable[[str, bytes, str, float, int], Result]


class Pool:
    """Runs agents, analyses and puzzle checks; an agent that fails makes the smallest legal choice.

    A process that is lost is no failure of its agent: the job is repeated, and in the end it raises WorkerLost.
    """

    def __init__(self, computers: Workers, seconds: float, limit: float, metrics: WorkerMetrics) -> None:
        self.computers = computers
        self.seconds = seconds
        self.limit = limit
        self.metrics = metrics
        self.queue = WorkQueue(computers.count)
        self._starts: dict[Job, asyncio.Future[None]] = {}

    @property
    def pending(self) -> int:
        """The number of jobs that wait or run."""
        return len(self.queue)

    def start(self) -> None:
        """Start the worker processes, or what starts them."""
        self.computers.start(self._start_jobs)

    def decision_job(self, agent: str, account: str, people: bool) -> Job:
        """Return the job of a decision at a table of a host, with people or without."""
        seconds = expected_seconds(agent, self.seconds)
        if not people:
            return Job(JobKind.BACKGROUND, account, seconds)
        return Job(JobKind.LONG if seconds > BRIEF_SECONDS else JobKind.BRIEF, account, seconds)

    async def choose(
        self, game: Game, view: PositionBytes, agent: str, job: Job | None = None, with_plan: bool = False
    ) -> ChosenMove:
        """Return the move of an agent, always legal, and its plan if it is wanted, or raise WorkerLost."""
        legal = game.legal_moves(view)
        if len(legal) == 1:
            return ChosenMove(legal[0])
        found = None
        if catalog.is_listed(agent):
            work = choose_with_plan if with_plan else choose_move
            found = await self._run_agent(job or self.decision_job(agent, "", True), work, game, view, agent)
        if found is not None and found.move in legal:
            return found
        log.error("agent.failed", agent=agent, game=game.setup["game"])
        return ChosenMove(legal[0])

    async def advise(self, game: Game, view: PositionBytes, agent: str, account: str) -> Advice | None:
        """Return the move an agent advises and why, or None if it fails."""
        with suppress(WorkerLost):
            return await self._run_agent(self._hint_job(account, agent), advise, game, view, agent)
        return None

    async def look(self, game: Game, seed: int, question: EvaluationRequest, account: str) -> Evaluation | None:
        """Return the evaluation of a decision of a game under study, or None if it fails."""
        searches = SEARCHES_PER_LINE if question.wants_line else SEARCHES_PER_LOOK
        seconds = searches * (question.budget.seconds or self.seconds)
        job = Job(JobKind.ANALYSIS, account, seconds)
        with suppress(WorkerLost):
            return await self._run(job, look, json.dumps(game.setup), seed, question)
        return None

    async def solves(self, puzzle: Puzzle, line: tuple[int, ...], account: str) -> bool | None:
        """Return whether a turn solves a puzzle, or None if the check fails."""
        with suppress(WorkerLost):
            return await self._run(self._hint_job(account), solves, puzzle, line)
        return None

    def _hint_job(self, account: str, agent: str = "search") -> Job:
        """Return the job of a hint or a puzzle, or reject an account that already waits for as many as it may."""
        if self.queue.count(JobKind.HINT, account) >= HINTS_AT_ONCE:
            raise LimitExceeded(
                "You already wait for other hints or puzzle answers; ask again when they are done.", 2
            )
        return Job(JobKind.HINT, account, expected_seconds(agent, self.seconds))

    async def _run_agent(
        self, job: Job, work: AgentWork[Result], game: Game, view: PositionBytes, agent: str
    ) -> Result | None:
        """Return the answer of an agent, or None if it fails or takes too long."""
        arguments = (json.dumps(game.setup), bytes(view), agent, self.seconds, secrets.randbits(63))
        return await self._run(job, work, *arguments)

    async def _run(self, job: Job, work: Callable[..., Result], *arguments: object) -> Result | None:
        """Return the result of work in a worker process, or None if it fails or takes too long."""
        self.queue.add(job)
        start = self._starts[job] = asyncio.get_running_loop().create_future()
        try:
            self._start_jobs()
            await start
            result: Result | None = await self._call(Call(work, arguments, self.limit))
            return result
        finally:
            del self._starts[job]
            self.queue.finish(job)
            self._start_jobs()

    def _start_jobs(self) -> None:
        """Start all jobs that need not wait any longer."""
        self.queue.workers = self.computers.count
        while (job := self.queue.start()) is not None:
            if not self._starts[job].done():
                self._starts[job].set_result(None)

    async def _call(self, call: Call) -> Any:
        """Return the result of a call, repeated if its process is lost, or None if it fails or takes too long."""
        for _ in range(ATTEMPTS - 1):
            try:
                return await self._attempt(call)
            except WorkerLost:
                self.metrics.repeated.inc()
        return await self._attempt(call)

    async def _attempt(self, call: Call) -> Any:
        try:
            outcome = await self.computers.run(call)
        except WorkerLost as problem:
            log.warning("worker.lost", work=call.work.__name__, problem=str(problem))
            raise
        if outcome.problem is not None:
            log.error("worker.failed", work=call.work.__name__, problem=outcome.problem)
        return outcome.value

    def close(self) -> None:
        """Terminate all processes."""
        self.computers.close()


@lru_cache(maxsize=AGENTS_KEPT)
def expected_seconds(agent: str, seconds: float) -> float:
    """Return how long a decision of an agent should take; one that is not ours gets the given seconds."""
    base = agent.partition("+")[0]
    if base not in catalog.NAMES:
        return seconds
    player = catalog.agent(base)
    return (isinstance(player, Search) and player.budget.seconds) or PLAN_SECONDS
