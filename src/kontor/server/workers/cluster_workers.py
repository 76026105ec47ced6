"""Worker processes on the nodes of a Ray cluster, replaced by local ones while the cluster is unreachable."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final, Protocol

import structlog

from kontor.arena.workers import main_module_hidden
from kontor.server.settings import Settings, default_workers
from kontor.server.workers.actor_dispatcher import Capacity, Request, Response, Unreachable, dispatcher_main
from kontor.server.workers.calls import Call, Outcome, WorkerLost
from kontor.server.workers.local_workers import LocalWorkers

RETRY_SECONDS: Final = 10.0  # between two attempts to join the cluster
SILENT_SECONDS: Final = 15.0  # that an answer may come after the limit of its call
LOCAL: Final = "local"
LOST: Final = "the connection to the cluster was lost"

log = structlog.get_logger(__name__)


class DispatcherProcess(Protocol):
    """A process that gives calls to the cluster."""

    def kill(self) -> None:
        """End the process."""
        ...


@dataclass(frozen=True)
class Dispatcher:
    """A started process and the connection to it."""

    process: DispatcherProcess
    connection: Connection[Any, Any]


def start_dispatcher(address: str | None, count: int) -> Dispatcher:
    """Start the process that joins a cluster."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=dispatcher_main, args=(theirs, address, count), name="kontor-cluster")
    with main_module_hidden():
        process.start()
    theirs.close()
    return Dispatcher(process, ours)


class ClusterLink:
    """The connection to a dispatcher: the calls that it has not answered, and what it says about the cluster."""

    def __init__(self, dispatcher: Dispatcher, on_change: Callable[[], None]) -> None:
        self.dispatcher = dispatcher
        self.capacity = 0
        self.problem = "its process ended"
        self._on_change = on_change
        self._numbers = count(1)
        self._pending: dict[int, asyncio.Future[Outcome]] = {}
        self._reader, self._sender = ThreadPoolExecutor(1, "cluster-read"), ThreadPoolExecutor(1, "cluster-send")

    async def read(self) -> None:
        """Receive messages until the dispatcher ends; then all calls that are not answered are lost."""
        loop = asyncio.get_running_loop()
        try:
            while True:
                self._receive(await loop.run_in_executor(self._reader, self.dispatcher.connection.recv))
        except (EOFError, OSError):
            pass
        finally:
            self._end()

    def _receive(self, message: Capacity | Response | Unreachable) -> None:
        if isinstance(message, Capacity):
            self.capacity = message.count
            self._on_change()
        elif isinstance(message, Unreachable):
            self.problem = message.problem
        elif (future := self._pending.get(message.number)) is not None and not future.done():
            if message.outcome is None:
                future.set_exception(WorkerLost(message.reason))
            else:
                future.set_result(message.outcome)

    def _end(self) -> None:
        """Report all calls as lost."""
        self.capacity = 0
        self._on_change()
        for future in self._pending.values():
            if not future.done():
                future.set_exception(WorkerLost(LOST))
        self._reader.shutdown(wait=False)
        self._sender.shutdown(wait=False)

    async def run(self, call: Call) -> Outcome:
        """Return the outcome of a call, or raise WorkerLost; a dispatcher that does not answer in time is killed."""
        number = next(self._numbers)
        self._pending[number] = asyncio.get_running_loop().create_future()
        try:
            return await asyncio.wait_for(self._answer(number, call), call.seconds + SILENT_SECONDS)
        except TimeoutError as problem:
            self.problem = "it does not answer"
            self.dispatcher.process.kill()
            raise WorkerLost(self.problem) from problem
        except OSError as problem:
            raise WorkerLost(LOST) from problem
        except asyncio.CancelledError:
            self._send(Request(number, None))
            raise
        finally:
            del self._pending[number]

    async def _answer(self, number: int, call: Call) -> Outcome:
        """Send a call and return its outcome."""
        await asyncio.wrap_future(self._sender.submit(self.dispatcher.connection.send, Request(number, call)))
        return await self._pending[number]

    def close(self) -> None:
        """Let the dispatcher end its actors and itself."""
        self._send(None)

    def _send(self, message: Request | None) -> None:
        """Send a message without waiting for a dispatcher that hangs."""
        with suppress(RuntimeError):  # the dispatcher has ended
            self._sender.submit(self.dispatcher.connection.send, message)


class ClusterWorkers:
    """Workers at the cluster at an address, or at one started here, and local ones for the time without them."""

    def __init__(
        self,
        address: str | None,
        calls: int,
        local: LocalWorkers,
        start: Callable[[str | None, int], Dispatcher] = start_dispatcher,
    ) -> None:
        self.address = address
        self.calls = calls
        self.local = local
        self._start_dispatcher = start
        self._link: ClusterLink | None = None
        self._task: asyncio.Task[None] | None = None
        self._on_change: Callable[[], None] = lambda: None
        self._reported: str | None = None

    @property
    def count(self) -> int:
        """How many calls run at the same time."""
        return self.remote_count or self.local.count

    @property
    def remote_count(self) -> int:
        """How many calls run at the cluster at the same time."""
        return 0 if self._link is None else self._link.capacity

    def start(self, on_change: Callable[[], None]) -> None:
        """Join the cluster, now and whenever it was lost; call a function when the count has changed."""
        self._on_change = on_change
        self._task = asyncio.create_task(self._keep_joined())

    async def run(self, call: Call) -> Outcome:
        """Return the outcome of a call, or raise WorkerLost; cancelling it ends the process of the call."""
        if self._link is not None and self.remote_count:
            return await self._link.run(call)
        return await self.local.run(call)

    def close(self) -> None:
        """End all processes."""
        if self._task is not None:
            self._task.cancel()
        if self._link is not None:
            self._link.close()
        self.local.close()

    async def _keep_joined(self) -> None:
        while True:
            dispatcher = await asyncio.to_thread(self._start_dispatcher, self.address, self.calls)
            self._link = ClusterLink(dispatcher, self._changed)
            await self._link.read()
            self._report(self._link.problem)
            await asyncio.sleep(RETRY_SECONDS)

    def _changed(self) -> None:
        if self.remote_count:
            self._report("")
        self._on_change()

    def _report(self, problem: str) -> None:
        """Log that the cluster was joined, or why it cannot be used, once until this changes."""
        if problem == self._reported:
            return
        if problem:
            log.warning("cluster.unreachable", problem=problem, local_workers=self.local.count)
        else:
            log.info("cluster.joined")
        self._reported = problem


def new_workers(settings: Settings) -> LocalWorkers | ClusterWorkers:
    """Return the workers of a server; while a cluster is unreachable, no more run here than this machine can take."""
    if settings.computers == LOCAL:
        return LocalWorkers(settings.workers)
    address = settings.computers.partition("://")[2] or None
    return ClusterWorkers(address, settings.workers, LocalWorkers(min(settings.workers, default_workers())))
