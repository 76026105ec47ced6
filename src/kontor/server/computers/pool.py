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
from kontor.server.computers.worker import Advice, advise, begin, think

log = structlog.get_logger(__name__)

Answer = TypeVar("Answer")
Question = Callable[[str, bytes, str, float, int], Answer]


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
        log.error("agent.faulty", agent=agent, game=game.setup["game"], move=move)
        return legal[0]

    async def advise(self, game: Game, view: Position, agent: str) -> Advice | None:
        """What an agent would do and why, or None if it does not say."""
        return await self._ask(advise, game, view, agent)

    async def _ask(self, question: Question[Answer], game: Game, view: Position, agent: str) -> Answer | None:
        """What an agent answers, or None if it fails or is given up."""
        self.asked += 1
        try:
            return await self._wait_for(question, json.dumps(game.setup), bytes(view), agent)
        finally:
            self.asked -= 1

    async def _wait_for(self, question: Question[Answer], setup: str, view: bytes, agent: str) -> Answer | None:
        async with self._room:
            executor = self._executor
            try:
                answer = executor.submit(question, setup, view, agent, self.seconds, secrets.randbits(63))
                return await asyncio.wait_for(asyncio.wrap_future(answer), self.limit)
            except (TimeoutError, BrokenProcessPool) as problem:
                log.error("agent.lost", agent=agent, problem=type(problem).__name__)
                self._replace(executor)
            except Exception as problem:
                log.error("agent.failed", agent=agent, problem=f"{type(problem).__name__}: {problem}")
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
