"""A worker process that is killed, hangs or fails affects one call only, and a killed one never decides a move."""

import asyncio
import operator
import os
import time
from collections.abc import AsyncIterator

import pytest
from prometheus_client import CollectorRegistry

from kontor.core import registry
from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.kernel.seats import CHANCE
from kontor.server.workers.calls import Call, Outcome, WorkerLost
from kontor.server.workers.local_workers import LocalWorkers
from kontor.server.workers.pool import ATTEMPTS, Pool
from kontor.server.workers.worker import ChosenMove
from kontor.server.workers.worker_metrics import WorkerMetrics
from tests.server.live_server import PATIENCE
from tests.server.server_process import is_running

pytestmark = pytest.mark.anyio

LONG, SHORT = 1000.0, 0.1
SLEEP = Call(time.sleep, (LONG,), LONG)
PROCESS = Call(os.getpid, (), LONG)


@pytest.fixture(scope="module")
async def workers(anyio_backend: str) -> AsyncIterator[LocalWorkers]:
    """Run two worker processes for the tests of this module."""
    made = LocalWorkers(2)
    yield made
    made.close()


async def started(workers: LocalWorkers) -> tuple[asyncio.Task[Outcome], int]:
    """Start a call that takes long, and return its task and its process."""
    task = asyncio.create_task(workers.run(SLEEP))
    await asyncio.sleep(SHORT)
    free = (await workers.run(PROCESS)).value
    (busy,) = workers.processes() - {free}
    return task, busy


async def test_a_killed_process_loses_its_call_and_no_other(workers: LocalWorkers) -> None:
    task, busy = await started(workers)
    other = asyncio.create_task(workers.run(Call(time.sleep, (5 * SHORT,), LONG)))
    os.kill(busy, 9)
    with pytest.raises(WorkerLost, match="was killed by signal 9"):
        await asyncio.wait_for(task, PATIENCE)
    assert await asyncio.wait_for(other, PATIENCE) == Outcome()


async def test_a_cancelled_call_ends_its_process(workers: LocalWorkers) -> None:
    task, busy = await started(workers)
    task.cancel()
    async with asyncio.timeout(PATIENCE):
        while is_running(busy):
            await asyncio.sleep(0.01)
        for _ in range(3):
            assert (await workers.run(PROCESS)).value != busy


async def test_a_call_that_takes_too_long_is_stopped(workers: LocalWorkers) -> None:
    outcome = await asyncio.wait_for(workers.run(Call(time.sleep, (LONG,), SHORT)), PATIENCE)
    assert outcome == Outcome(problem="TimeoutError")


async def test_a_failing_call_keeps_its_process(workers: LocalWorkers) -> None:
    before = await workers.run(PROCESS)
    assert await workers.run(Call(operator.truediv, (1, 0), LONG)) == Outcome(problem="ZeroDivisionError")
    assert await workers.run(Call(operator.truediv, (1, 2), LONG)) == Outcome(0.5)
    assert await workers.run(PROCESS) == before


class UnreliableWorkers:
    """Workers that lose a number of calls and then answer with a value."""

    count = 1

    def __init__(self, losses: int, value: object) -> None:
        self.losses = losses
        self.value = value

    def start(self, on_change: object) -> None:
        """Do nothing."""

    async def run(self, call: Call) -> Outcome:
        """Lose the call or answer it."""
        self.losses -= 1
        if self.losses >= 0:
            raise WorkerLost("killed")
        return Outcome(self.value)

    def close(self) -> None:
        """Do nothing."""


def decision() -> tuple[Game, PositionBytes]:
    """Return a game and a position with several legal moves."""
    game = registry.game({"game": "hansa", "players": 2})
    position = game.start()
    while game.to_move(position) == CHANCE or len(game.legal_moves(position)) == 1:
        game.advance(position, game.legal_moves(position)[0])
    return game, position


def pool_of(losses: int, value: object) -> Pool:
    """Return a pool of unreliable workers."""
    return Pool(UnreliableWorkers(losses, value), SHORT, LONG, WorkerMetrics(CollectorRegistry()))


async def test_a_lost_decision_is_repeated() -> None:
    game, position = decision()
    largest = ChosenMove(game.legal_moves(position)[-1])
    pool = pool_of(ATTEMPTS - 1, largest)
    assert await pool.choose(game, position, "light") == largest
    assert pool.metrics.repeated._value.get() == ATTEMPTS - 1
    assert pool.pending == 0


async def test_a_decision_that_is_always_lost_makes_no_move() -> None:
    pool = pool_of(ATTEMPTS, None)
    with pytest.raises(WorkerLost):
        await pool.choose(*decision(), "light")
    assert pool.pending == 0


async def test_a_lost_hint_is_no_hint() -> None:
    assert await pool_of(ATTEMPTS, None).advise(*decision(), "hard", "somebody") is None


async def test_an_agent_that_fails_makes_the_smallest_choice() -> None:
    game, position = decision()
    assert (await pool_of(0, None).choose(game, position, "light")).move == game.legal_moves(position)[0]
