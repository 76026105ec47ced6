"""The pool of worker processes in which agents compute."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from multiprocessing import get_context
from typing import Final, TypeVar

import structlog

from kontor.agents import catalog
from kontor.agents.search import Search
from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.server.errors import LimitExceeded
from kontor.server.logs import describe
from kontor.server.workers.work_queue import BRIEF_SECONDS, Job, JobKind, WorkQueue
from kontor.server.workers.worker import Advice, advise, choose_move, look, set_up_process, solves
from kontor.study.evaluation import Evaluation, EvaluationRequest
from kontor.study.puzzle import Puzzle

HINTS_AT_ONCE: Final = 2  # hints and puzzle answers one account may wait for
SEARCHES_PER_LOOK: Final = 3
SEARCHES_PER_LINE: Final = 8  # a line adds a search for every move of a turn
AGENTS_KEPT: Final = 256
PLAN_SECONDS: Final = 0.01  # what an agent that does not search takes

log = structlog.get_logger(__name__)

Result = TypeVar("Result")
AgentWork = Callable[[str, bytes, str, float, int], Result]


class Pool:
    """Runs agents, analyses and puzzle checks; an agent that fails makes the smallest legal choice."""

    def __init__(self, workers: int, seconds: float, limit: float) -> None:
        self.workers = workers
        self.seconds = seconds
        self.limit = limit
        self.queue = WorkQueue(workers)
        self._starts: dict[Job, asyncio.Future[None]] = {}
        self._executor = self._new_executor()

    @property
    def pending(self) -> int:
        """The number of jobs that wait or run."""
        return len(self.queue)

    def _new_executor(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, get_context("spawn"), initializer=set_up_process)

    def decision_job(self, agent: str, account: str, people: bool) -> Job:
        """Return the job of a decision at a table of a host, with people or without."""
        seconds = expected_seconds(agent, self.seconds)
        if not people:
            return Job(JobKind.BACKGROUND, account, seconds)
        return Job(JobKind.LONG if seconds > BRIEF_SECONDS else JobKind.BRIEF, account, seconds)

    async def choose(self, game: Game, view: PositionBytes, agent: str, job: Job | None = None) -> int:
        """Return the move of an agent, always a legal one."""
        legal = game.legal_moves(view)
        if len(legal) == 1:
            return legal[0]
        move = None
        if catalog.is_listed(agent):
            move = await self._run_agent(job or self.decision_job(agent, "", True), choose_move, game, view, agent)
        if move is not None and move in legal:
            return move
        log.error("agent.failed", agent=agent, game=game.setup["game"])
        return legal[0]

    async def advise(self, game: Game, view: PositionBytes, agent: str, account: str) -> Advice | None:
        """Return the move an agent advises and why, or None if it fails."""
        return await self._run_agent(self._hint_job(account, agent), advise, game, view, agent)

    async def look(self, game: Game, seed: int, question: EvaluationRequest, account: str) -> Evaluation | None:
        """Return the evaluation of a decision of a game under study, or None if it fails."""
        searches = SEARCHES_PER_LINE if question.wants_line else SEARCHES_PER_LOOK
        seconds = searches * (question.budget.seconds or self.seconds)
        return await self._run(Job(JobKind.ANALYSIS, account, seconds), look, json.dumps(game.setup), seed, question)

    async def solves(self, puzzle: Puzzle, line: tuple[int, ...], account: str) -> bool | None:
        """Return whether a turn solves a puzzle, or None if the check fails."""
        return await self._run(self._hint_job(account), solves, puzzle, line)

    def _hint_job(self, account: str, agent: str = "hard") -> Job:
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
            self._start_processes()
            return await self._wait_for(self._executor, work, arguments)
        finally:
            del self._starts[job]
            self.queue.finish(job)
            self._start_jobs()

    def _start_jobs(self) -> None:
        """Start all jobs that need not wait any longer."""
        while (job := self.queue.start()) is not None:
            if not self._starts[job].done():
                self._starts[job].set_result(None)

    def _start_processes(self) -> None:
        """Start all processes with the first job, so that later jobs do not wait for a process to start."""
        if not self._executor._processes:
            for _ in range(self.workers):
                self._executor.submit(os.getpid)

    async def _wait_for(
        self, executor: ProcessPoolExecutor, work: Callable[..., Result], arguments: tuple[object, ...]
    ) -> Result | None:
        try:
            return await asyncio.wait_for(asyncio.wrap_future(executor.submit(work, *arguments)), self.limit)
        except (TimeoutError, BrokenProcessPool) as problem:
            log.error("worker.lost", work=work.__name__, problem=type(problem).__name__)
            self._replace(executor)
        except Exception as problem:
            log.error("worker.failed", work=work.__name__, problem=describe(problem))
        return None

    def _replace(self, executor: ProcessPoolExecutor) -> None:
        """Replace processes that died or hang by new ones."""
        if executor is self._executor:
            self._executor = self._new_executor()
            terminate(executor)

    def close(self) -> None:
        """Terminate all processes."""
        terminate(self._executor)


def terminate(executor: ProcessPoolExecutor) -> None:
    """Terminate the processes of an executor, busy or not."""
    processes = list((executor._processes or {}).values())  # before 3.14 the executor has no public way to do this
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()


@lru_cache(maxsize=AGENTS_KEPT)
def expected_seconds(agent: str, seconds: float) -> float:
    """Return how long a decision of an agent should take; a search without a budget gets the given seconds."""
    base = agent.partition("+")[0]
    if base not in catalog.PLANNERS:
        return PLAN_SECONDS if base in catalog.NAMES else seconds
    player = catalog.agent(base)
    if not isinstance(player, Search):
        return PLAN_SECONDS
    return player.budget.seconds or seconds
