"""The pool of worker processes in which agents think."""

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
from kontor.core.game import Game, PositionBytes
from kontor.server.computers.work_queue import BRIEF_SECONDS, Job, Lane, WorkQueue
from kontor.server.computers.worker import Advice, advise, begin, look, solves, think
from kontor.server.logs import describe
from kontor.server.service.refusals import TooMuch
from kontor.study.looking import Answer, Question
from kontor.study.puzzle import Puzzle

HINTS_AT_ONCE: Final = 2  # hints and puzzle answers one account may wait for
SEARCHES_PER_LOOK: Final = 3
SEARCHES_PER_LINE: Final = 8  # a line adds a search for every move of a turn
AGENTS_KEPT: Final = 256
PLAN_SECONDS: Final = 0.01  # what an agent that does not search takes

log = structlog.get_logger(__name__)

Done = TypeVar("Done")
Thinking = Callable[[str, bytes, str, float, int], Done]


class Pool:
    """Asks agents for their moves; one that fails or does not answer makes the smallest legal choice."""

    def __init__(self, workers: int, seconds: float, limit: float) -> None:
        self.workers = workers
        self.seconds = seconds
        self.limit = limit
        self.queue = WorkQueue(workers)
        self._turns: dict[Job, asyncio.Future[None]] = {}
        self._executor = self._open()

    @property
    def asked(self) -> int:
        """How many decisions wait or are thought about."""
        return len(self.queue)

    def _open(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, get_context("spawn"), initializer=begin)

    def decision(self, agent: str, account: str, people: bool) -> Job:
        """Return the job of a decision at a table that an account hosts, with people or without."""
        seconds = expected_seconds(agent, self.seconds)
        if not people:
            return Job(Lane.BACKGROUND, account, seconds)
        return Job(Lane.LONG if seconds > BRIEF_SECONDS else Lane.BRIEF, account, seconds)

    async def choose(self, game: Game, view: PositionBytes, agent: str, job: Job | None = None) -> int:
        """The move of an agent, always a legal one."""
        legal = game.legal_moves(view)
        if len(legal) == 1:
            return legal[0]
        move = None
        if catalog.is_listed(agent):
            move = await self._ask(job or self.decision(agent, "", True), think, game, view, agent)
        if move is not None and move in legal:
            return move
        log.error("agent.faulty", agent=agent, game=game.setup["game"])
        return legal[0]

    async def advise(self, game: Game, view: PositionBytes, agent: str, account: str) -> Advice | None:
        """What an agent would do and why, or None if it does not say."""
        return await self._ask(self._hint(account, agent), advise, game, view, agent)

    async def look(self, game: Game, seed: int, question: Question, account: str) -> Answer | None:
        """What is found out about a decision of a game under study, or None if that fails."""
        searches = SEARCHES_PER_LINE if question.wants_line else SEARCHES_PER_LOOK
        seconds = searches * (question.budget.seconds or self.seconds)
        return await self._do(Job(Lane.ANALYSIS, account, seconds), look, json.dumps(game.setup), seed, question)

    async def solves(self, puzzle: Puzzle, line: tuple[int, ...], account: str) -> bool | None:
        """Whether a turn solves a puzzle, or None if nobody can say."""
        return await self._do(self._hint(account), solves, puzzle, line)

    def _hint(self, account: str, agent: str = "hard") -> Job:
        """Return the job of a hint or a puzzle, unless an account already waits for as many as it may."""
        if self.queue.count(Lane.HINT, account) >= HINTS_AT_ONCE:
            raise TooMuch("You already wait for other hints or puzzle answers; ask again when they have come.", 2)
        return Job(Lane.HINT, account, expected_seconds(agent, self.seconds))

    async def _ask(self, job: Job, work: Thinking[Done], game: Game, view: PositionBytes, agent: str) -> Done | None:
        """What an agent answers, or None if it fails or is given up."""
        given = (json.dumps(game.setup), bytes(view), agent, self.seconds, secrets.randbits(63))
        return await self._do(job, work, *given)

    async def _do(self, job: Job, work: Callable[..., Done], *given: object) -> Done | None:
        """What work in a worker process comes to, or None if it fails or is given up."""
        self.queue.add(job)
        turn = self._turns[job] = asyncio.get_running_loop().create_future()
        try:
            self._start_jobs()
            await turn
            self._start_processes()
            return await self._wait_for(self._executor, work, given)
        finally:
            del self._turns[job]
            self.queue.finish(job)
            self._start_jobs()

    def _start_jobs(self) -> None:
        """Start every job that need not wait any longer."""
        while (job := self.queue.start()) is not None:
            if not self._turns[job].done():
                self._turns[job].set_result(None)

    def _start_processes(self) -> None:
        """Start all processes with the first work, so that later work does not wait for a process to start."""
        if not self._executor._processes:
            for _ in range(self.workers):
                self._executor.submit(os.getpid)

    async def _wait_for(
        self, executor: ProcessPoolExecutor, work: Callable[..., Done], given: tuple[object, ...]
    ) -> Done | None:
        try:
            return await asyncio.wait_for(asyncio.wrap_future(executor.submit(work, *given)), self.limit)
        except (TimeoutError, BrokenProcessPool) as problem:
            log.error("worker.lost", work=work.__name__, problem=type(problem).__name__)
            self._replace(executor)
        except Exception as problem:
            log.error("worker.failed", work=work.__name__, problem=describe(problem))
        return None

    def _replace(self, executor: ProcessPoolExecutor) -> None:
        """Put new processes in the place of those that died or hang."""
        if executor is self._executor:
            self._executor = self._open()
            end(executor)

    def close(self) -> None:
        """End all processes."""
        end(self._executor)


def end(executor: ProcessPoolExecutor) -> None:
    """End the processes of an executor, thinking or not."""
    processes = list((executor._processes or {}).values())  # the executor has no word of its own for this before 3.14
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()


@lru_cache(maxsize=AGENTS_KEPT)
def expected_seconds(agent: str, seconds: float) -> float:
    """Return how long a decision of an agent should take, where searches without a budget get some seconds."""
    base = agent.partition("+")[0]
    if base not in catalog.PLANNERS:
        return PLAN_SECONDS if base in catalog.NAMES else seconds
    player = catalog.agent(base)
    if not isinstance(player, Search):
        return PLAN_SECONDS
    return player.budget.seconds or seconds
