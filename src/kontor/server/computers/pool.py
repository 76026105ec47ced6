"""The pool of worker processes in which agents think."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

import structlog

from kontor.core.game import Game, Position
from kontor.server.computers.worker import Advice, advise, begin, look, solves, think
from kontor.server.logs import describe
from kontor.study.looking import Answer, Question
from kontor.study.puzzle import Puzzle

log = structlog.get_logger(__name__)

Done = TypeVar("Done")
Thinking = Callable[[str, bytes, str, float, int], Done]


class Pool:
    """Asks agents for their moves; one that fails or does not answer makes the smallest legal choice."""

    def __init__(self, workers: int, seconds: float, limit: float) -> None:
        self.workers = workers
        self.seconds = seconds
        self.limit = limit
        self.asked = 0
        self._room = asyncio.Semaphore(workers)
        self._executor = self._open()

    def _open(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, get_context("spawn"), initializer=begin)

    async def choose(self, game: Game, view: Position, agent: str) -> int:
        """The move of an agent, always a legal one."""
        legal = game.legal_moves(view)
        if len(legal) == 1:
            return legal[0]
        move = await self._ask(think, game, view, agent)
        if move is not None and move in legal:
            return move
        log.error("agent.faulty", agent=agent, game=game.setup["game"])
        return legal[0]

    async def advise(self, game: Game, view: Position, agent: str) -> Advice | None:
        """What an agent would do and why, or None if it does not say."""
        return await self._ask(advise, game, view, agent)

    async def look(self, game: Game, seed: int, question: Question) -> Answer | None:
        """What is found out about a decision of a game under study, or None if that fails."""
        return await self._do(look, json.dumps(game.setup), seed, question)

    async def solves(self, puzzle: Puzzle, line: tuple[int, ...]) -> bool | None:
        """Whether a turn solves a puzzle, or None if nobody can say."""
        return await self._do(solves, puzzle, line)

    async def _ask(self, work: Thinking[Done], game: Game, view: Position, agent: str) -> Done | None:
        """What an agent answers, or None if it fails or is given up."""
        return await self._do(work, json.dumps(game.setup), bytes(view), agent, self.seconds, secrets.randbits(63))

    async def _do(self, work: Callable[..., Done], *given: object) -> Done | None:
        """What work in a worker process comes to, or None if it fails or is given up."""
        self.asked += 1
        try:
            async with self._room:
                return await self._wait_for(self._executor, work, given)
        finally:
            self.asked -= 1

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
