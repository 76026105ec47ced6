"""Computer players on a cluster: no call is lost with an actor, a dispatcher or the cluster, and cancelled ones end.

Ray is replaced at its boundary: actors run calls in threads, and the dispatcher runs in a thread of the test.
"""

import asyncio
import operator
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kontor.arena import cluster
from kontor.arena.records import ArenaError
from kontor.arena.workers import WorkerDied
from kontor.server.settings import Settings
from kontor.server.workers import cluster_workers
from kontor.server.workers.actor_dispatcher import ActorDispatcher
from kontor.server.workers.calls import Call, Outcome, WorkerLost
from kontor.server.workers.cluster_workers import ClusterWorkers, Dispatcher, new_workers
from kontor.server.workers.local_workers import LocalWorkers
from tests.cli.commands import refused
from tests.server.live_server import PATIENCE

pytestmark = pytest.mark.anyio

LONG = 1000.0
BEGUN, END = threading.Event(), threading.Event()
HALF = Call(operator.truediv, (1, 2), LONG)


class ActorLost(Exception):
    """What Ray raises when an actor or its node is lost."""


class StandInActor:
    """An actor that carries out calls in a thread."""

    def __init__(self, ray: "StandInRay") -> None:
        self.calls: list[Future[Any]] = []
        self.ready = SimpleNamespace(remote=lambda: reference(ray.ready))
        self.run = SimpleNamespace(remote=self.carry_out)
        self.ray = ray

    def carry_out(self, call: Call) -> Any:
        """Start a call."""
        self.calls.append(Future())
        self.ray.threads.submit(self.finish, self.calls[-1], call)
        return reference(self.calls[-1])

    def finish(self, future: Future[Any], call: Call) -> None:
        """Set the outcome of a call, unless the actor was killed."""
        try:
            outcome = Outcome(call.work(*call.arguments))
        except Exception as problem:
            future.set_exception(problem)
        else:
            if not future.done():
                future.set_result(outcome)


class StandInRay:
    """The part of Ray that a dispatcher uses."""

    def __init__(self) -> None:
        self.actors: list[StandInActor] = []
        self.killed: list[StandInActor] = []
        self.threads = ThreadPoolExecutor(8)
        self.ready: Future[None] = Future()
        self.ready.set_result(None)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.listener.getsockname()[1]}"

    def remote(self, **_options: object) -> Callable[[type], Any]:
        """Return a decorator that makes a class the class of an actor."""
        return lambda _class: SimpleNamespace(remote=self.new_actor)

    def new_actor(self, _job: object) -> StandInActor:
        """Create an actor."""
        self.actors.append(StandInActor(self))
        return self.actors[-1]

    def kill(self, actor: StandInActor) -> None:
        """End an actor; its calls fail."""
        self.killed.append(actor)
        for future in actor.calls:
            if not future.done():
                future.set_exception(ActorLost())

    def get_runtime_context(self) -> Any:
        """Return where the head of the cluster listens."""
        return SimpleNamespace(gcs_address=self.address)


def reference(future: Future[Any]) -> Any:
    """Return a reference to the result of a remote call."""
    return SimpleNamespace(future=lambda: future)


class StandInCluster:
    """A cluster to which dispatchers can be started, each in a thread."""

    def __init__(self) -> None:
        self.ray = StandInRay()
        self.ends: list[Connection[Any, Any]] = []

    def start(self, _address: str | None, count: int) -> Dispatcher:
        """Start a dispatcher."""
        ours, theirs = Pipe()
        self.ends.append(theirs)
        dispatcher = ActorDispatcher(self.ray, theirs, count)
        threading.Thread(target=self.run, args=(dispatcher,), daemon=True).start()
        return Dispatcher(SimpleNamespace(kill=self.cut), ours)

    def run(self, dispatcher: ActorDispatcher) -> None:
        """Run a dispatcher until it ends."""
        with suppress(ArenaError, OSError):
            dispatcher.run()
        self.cut()

    def cut(self) -> None:
        """End the connection of the last dispatcher, as when its process ends."""
        with socket.socket(fileno=self.ends[-1].fileno()) as end:
            end.shutdown(socket.SHUT_RDWR)
            end.detach()


class StandInLocal(LocalWorkers):
    """Local workers that answer with the word local."""

    async def run(self, call: Call) -> Outcome:
        """Answer a call."""
        return Outcome("local")


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> StandInCluster:
    """Return a cluster that is joined again quickly."""
    monkeypatch.setattr(cluster_workers, "RETRY_SECONDS", 0.1)
    return StandInCluster()


@pytest.fixture
def workers(stand_in: StandInCluster) -> Iterator[ClusterWorkers]:
    """Return workers at the cluster, two at the same time."""
    BEGUN.clear()
    END.clear()
    made = ClusterWorkers(None, 2, StandInLocal(1), stand_in.start)
    yield made
    END.set()
    made.close()


async def joined(workers: ClusterWorkers) -> None:
    """Wait until all actors are ready."""
    await reached(lambda: workers.count == 2)


async def reached(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)


def wait_for_end() -> None:
    """Wait until the test is over."""
    BEGUN.set()
    END.wait()


def fail(problem: Exception) -> None:
    """Raise an exception."""
    raise problem


async def test_calls_run_here_until_the_cluster_is_joined(workers: ClusterWorkers) -> None:
    assert (workers.count, workers.remote_count) == (1, 0)
    assert await workers.run(HALF) == Outcome("local")
    counts: list[int] = []
    workers.start(lambda: counts.append(workers.count))
    await joined(workers)
    assert await workers.run(HALF) == Outcome(0.5)
    assert counts == [1, 2]


async def test_more_calls_than_actors_wait(workers: ClusterWorkers, stand_in: StandInCluster) -> None:
    workers.start(lambda: None)
    await joined(workers)
    outcomes = await asyncio.gather(*(workers.run(Call(operator.neg, (n,), LONG)) for n in range(20)))
    assert [outcome.value for outcome in outcomes] == [-n for n in range(20)]
    assert len(stand_in.ray.actors) == 2


async def test_a_killed_worker_process_loses_its_call_and_keeps_its_actor(
    workers: ClusterWorkers, stand_in: StandInCluster
) -> None:
    workers.start(lambda: None)
    await joined(workers)
    with pytest.raises(WorkerLost, match="killed by signal 9"):
        await workers.run(Call(fail, (WorkerDied("killed by signal 9"),), LONG))
    assert (await workers.run(HALF), len(stand_in.ray.actors)) == (Outcome(0.5), 2)


async def test_a_lost_actor_is_replaced(workers: ClusterWorkers, stand_in: StandInCluster) -> None:
    workers.start(lambda: None)
    await joined(workers)
    with pytest.raises(WorkerLost, match="ActorLost"):
        await workers.run(Call(fail, (ActorLost(),), LONG))
    await reached(lambda: len(stand_in.ray.actors) == 3)
    await joined(workers)
    assert await workers.run(HALF) == Outcome(0.5)


async def test_a_cancelled_call_ends_its_actor(workers: ClusterWorkers, stand_in: StandInCluster) -> None:
    workers.start(lambda: None)
    await joined(workers)
    task = asyncio.create_task(workers.run(Call(wait_for_end, (), LONG)))
    await reached(BEGUN.is_set)
    task.cancel()
    await reached(lambda: len(stand_in.ray.killed) == 1)
    await joined(workers)
    assert await workers.run(HALF) == Outcome(0.5)


async def test_calls_of_a_lost_dispatcher_are_lost_and_it_is_started_again(
    workers: ClusterWorkers, stand_in: StandInCluster
) -> None:
    workers.start(lambda: None)
    await joined(workers)
    task = asyncio.create_task(workers.run(Call(wait_for_end, (), LONG)))
    await reached(BEGUN.is_set)
    stand_in.cut()
    with pytest.raises(WorkerLost, match="the connection to the cluster was lost"):
        await asyncio.wait_for(task, PATIENCE)
    assert (workers.remote_count, await workers.run(HALF)) == (0, Outcome("local"))
    await joined(workers)
    assert (len(stand_in.ends), await workers.run(HALF)) == (2, Outcome(0.5))


async def test_a_dispatcher_that_does_not_answer_is_killed(
    workers: ClusterWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_workers, "SILENT_SECONDS", 0.1)
    workers.start(lambda: None)
    await joined(workers)
    with pytest.raises(WorkerLost, match="it does not answer"):
        await workers.run(Call(wait_for_end, (), 0.1))
    await reached(lambda: workers.remote_count == 0)


async def test_a_cluster_whose_head_is_gone_is_left(
    workers: ClusterWorkers, stand_in: StandInCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kontor.server.workers.actor_dispatcher.TIMEOUT_SECONDS", 0.1)
    workers.start(lambda: None)
    await joined(workers)
    stand_in.ray.listener.close()
    await reached(lambda: workers.remote_count == 0)
    assert await workers.run(HALF) == Outcome("local")


@pytest.mark.parametrize(("place", "address"), [("ray", None), ("ray://10.0.0.7:6379", "10.0.0.7:6379")])
async def test_the_setting_names_the_cluster(place: str, address: str | None) -> None:
    made = new_workers(Settings(computers=place, workers=64))
    assert isinstance(made, ClusterWorkers)
    assert (made.address, made.calls) == (address, 64)
    assert made.local.count == min(64, Settings().workers)
    made.close()


def test_without_ray_a_cluster_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda _name: None)
    sentence = refused("serve", "--data", folder, "--computers", "ray", code=2)
    assert sentence == "computer players on a cluster need the library ray; install kontor-games[cluster]."


@pytest.mark.parametrize("place", ["cluster", "ray://", "ray://host", "http://host:1"])
def test_a_wrong_place_is_refused(folder: Path, place: str) -> None:
    sentence = refused("serve", "--data", folder, "--computers", place, code=2)
    assert "must be local, ray or ray://HOST:PORT" in sentence
