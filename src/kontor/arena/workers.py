"""Worker processes: each computes one result of a job after another, and is replaced if it ends."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from types import ModuleType
from typing import Any, Generic, Protocol, TypeVar

from kontor.arena.records import ArenaError
from kontor.arena.worker_status import WorkerStatus

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_ItemIn = TypeVar("_ItemIn", contravariant=True)
_ResultOut = TypeVar("_ResultOut", covariant=True)

POLL_SECONDS = 1.0
STARTING = threading.Lock()  # while the main module is hidden, no other thread may hide it


class WorkerDied(ArenaError):
    """A worker process ended, and no agent can be held responsible."""


@dataclass(frozen=True)
class WorkerFailure:
    """How a worker process ended: a description, the moves before the decision in progress, the limit exceeded."""

    description: str
    moves: list[int] | None = None
    limit_seconds: float | None = None


class Job(Protocol[_ItemIn, _ResultOut]):
    """Work that can be sent to other processes and done there item by item."""

    def start(self, status: WorkerStatus) -> Callable[[_ItemIn], _ResultOut]:
        """Prepare a worker process and return the function that computes the result of an item."""
        ...

    def on_failure(self, item: _ItemIn, failure: WorkerFailure) -> _ResultOut:
        """Return the result of an item whose worker ended, or raise WorkerDied."""
        ...


class Engine(Protocol):
    """Computes the results of all items in parallel and yields them as they finish; closing it ends all workers."""

    def __call__(
        self, job: Job[_Item, _Result], items: Iterable[_Item], jobs: int
    ) -> Generator[_Result, None, None]: ...


def run_local(job: Job[_Item, _Result], items: Iterable[_Item], jobs: int) -> Generator[_Result, None, None]:
    """Compute results on this machine, with one worker process for each of the jobs."""
    remaining = iter(items)
    workers: list[Worker[_Item, _Result]] = []
    try:
        for item in islice(remaining, jobs):
            workers.append(Worker(job))
            workers[-1].submit(item)
        yield from finished_results(workers, remaining)
    finally:
        for worker in workers:
            worker.end()


def finished_results(
    workers: list[Worker[_Item, _Result]], remaining: Iterator[_Item]
) -> Generator[_Result, None, None]:
    """Yield results until no item is left."""
    busy = list(workers)
    while busy:
        wait([worker.connection for worker in busy], POLL_SECONDS)
        for worker in [each for each in busy if each.is_ready()]:
            result = worker.result()
            try:
                worker.submit(next(remaining))
            except StopIteration:
                busy.remove(worker)
            yield result


class Worker(Generic[_Item, _Result]):
    """A supervised worker process that is replaced when it ends."""

    def __init__(self, job: Job[_Item, _Result]) -> None:
        self.job = job
        self.start()

    def start(self) -> None:
        """Start a process."""
        context = get_context("spawn")
        self.status = WorkerStatus()
        self.connection, child_connection = context.Pipe()
        self.process = context.Process(
            target=worker_main, args=(child_connection, self.job, self.status), daemon=True
        )
        with sigint_ignored(), main_module_hidden():
            self.process.start()
        child_connection.close()

    def submit(self, item: _Item) -> None:
        """Give the process an item, after replacing a process that has ended."""
        if not self.process.is_alive():
            self.start()
        self.item = item
        with suppress(BrokenPipeError):  # the end of the process is noticed when the result is read
            self.connection.send(item)

    def run(self, item: _Item) -> _Result:
        """Return the result of an item."""
        self.submit(item)
        while not self.is_ready():
            wait([self.connection], POLL_SECONDS)
        return self.result()

    def is_ready(self) -> bool:
        """Return whether there is a result, or will never be one."""
        return self.connection.poll() or not self.process.is_alive() or self.status.is_overdue()

    def result(self) -> _Result:
        """Return the result or what replaces it if the process ended; raise what the process raised."""
        try:
            result = self.connection.recv() if self.connection.poll() else None
        except (EOFError, OSError):
            result = None
        if result is None:
            return self.failed_result()
        if isinstance(result, Exception):
            raise result
        received: _Result = result
        return received

    def failed_result(self) -> _Result:
        """Return what replaces the result of a process that ended or is overdue."""
        # The moves are read before the deadline, so that they never belong to a later decision.
        moves, is_overdue, limit_seconds = self.status.moves(), self.status.is_overdue(), self.status.limit_seconds
        description = self.end()
        failure = (
            WorkerFailure(description, moves, limit_seconds)
            if is_overdue
            else WorkerFailure(description, self.status.moves())
        )
        return self.job.on_failure(self.item, failure)

    def end(self) -> str:
        """End the process and return how it ended."""
        self.process.kill()
        self.process.join()
        self.connection.close()
        code = self.process.exitcode or 0
        return f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"


def worker_main(child_connection: Connection[Any, Any], job: Job[Any, Any], status: WorkerStatus) -> None:
    """Compute results and send them, or the exception that was raised, until the connection is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)  # output of agents must not mix with results on standard output
    threading.Thread(target=exit_with_parent, daemon=True).start()
    try:
        run = job.start(status)
        while True:
            child_connection.send(run(child_connection.recv()))
    except (EOFError, BrokenPipeError):
        pass
    except Exception as problem:
        child_connection.send(problem)


def exit_with_parent() -> None:
    """End this process when its parent ends, whatever an agent is doing."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def main_module_hidden() -> Iterator[None]:
    """Keep processes started meanwhile from running the main module of this program."""
    with STARTING:
        main_module = sys.modules["__main__"]
        sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main_module


@contextmanager
def sigint_ignored() -> Iterator[None]:
    """Let processes started meanwhile ignore Ctrl-C, which the parent handles."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
