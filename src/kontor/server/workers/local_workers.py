"""Worker processes on this machine."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from kontor.arena.workers import Worker
from kontor.server.workers.calls import Call, CallJob, Outcome, WorkerLost


class LocalWorkers:
    """Worker processes of the arena, each supervised by a thread while it works.

    They start with the first call, all of them, so that later calls do not wait for a process to start.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._free = asyncio.Semaphore(count)
        self._threads = ThreadPoolExecutor(count, "worker")
        self._starting = threading.Lock()
        self._workers: list[Worker[Call, Outcome]] = []
        self._idle: list[Worker[Call, Outcome]] = []
        self._closed = False

    def start(self, on_change: Callable[[], None]) -> None:
        """Do nothing: the processes start with the first call, and their count never changes."""

    def processes(self) -> set[int]:
        """Return the ids of all processes."""
        return {pid for worker in self._workers if (pid := worker.process.pid) is not None}

    async def run(self, call: Call) -> Outcome:
        """Return the outcome of a call, or raise WorkerLost; cancelling it ends the process of the call."""
        async with self._free:
            attempt = Attempt(self, call)
            try:
                return await asyncio.get_running_loop().run_in_executor(self._threads, attempt.run)
            except asyncio.CancelledError:
                attempt.cancel()
                raise

    def take(self) -> Worker[Call, Outcome]:
        """Return an idle worker, after starting all of them the first time."""
        with self._starting:
            while len(self._workers) < self.count and not self._closed:
                self._workers.append(Worker(CallJob()))
                self._idle.append(self._workers[-1])
            return self._idle.pop()

    def give_back(self, worker: Worker[Call, Outcome]) -> None:
        """Keep a worker for the next call; if its process has ended, it will start another."""
        self._idle.append(worker)

    def close(self) -> None:
        """Kill all processes."""
        with self._starting:
            self._closed = True
            for worker in self._workers:
                worker.process.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)


class Attempt:
    """A call that runs in a thread and can be cancelled by the event loop."""

    def __init__(self, workers: LocalWorkers, call: Call) -> None:
        self._workers = workers
        self._call = call
        self._worker: Worker[Call, Outcome] | None = None
        self._cancelled = False

    def run(self) -> Outcome:
        """Return the outcome of the call, or raise WorkerLost."""
        try:
            worker = self._worker = self._workers.take()
            try:
                return Outcome() if self._cancelled else worker.run(self._call)
            finally:
                self._workers.give_back(worker)
        except Exception as problem:  # also if no process can be started
            raise WorkerLost(str(problem)) from problem

    def cancel(self) -> None:
        """Kill the process of the call; the thread notices this."""
        self._cancelled = True
        if self._worker is not None:
            self._worker.process.kill()
