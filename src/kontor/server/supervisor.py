"""Runs a server in several processes that share a listening socket, and starts those again that die."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import structlog

from kontor.server.bus.process_link import ProcessLink, announce_loss
from kontor.server.errors import DatabaseUnusable
from kontor.server.http_server import EXIT_SECONDS, serve
from kontor.server.logs import configure_logging
from kontor.server.settings import Settings
from kontor.server.store.database import Database
from kontor.server.store.startup import explained, open_database

STOP_SECONDS: Final = EXIT_SECONDS + 2
RESTART_SECONDS: Final = 0.1  # before a process is started again
START_METHOD: Final = "fork" if sys.platform == "linux" else "spawn"  # a fork has all modules and starts at once

log = structlog.get_logger(__name__)


class Supervisor:
    """The processes of a server; the database has to exist already."""

    def __init__(self, settings: Settings, bound: socket.socket, folder: Path, count: int) -> None:
        workers = max(1, -(-settings.workers // count))
        self.settings = settings.model_copy(update={"workers": workers})
        self.bound = bound
        self.folder = folder
        self.count = count
        self._processes: dict[int, tuple[BaseProcess, Connection]] = {}

    def start(self) -> None:
        """Start all processes, or raise DatabaseUnusable."""
        for number in range(self.count):
            self._launch(number)
        for number in range(self.count):
            self._wait_until_ready(number)

    def supervise(self) -> None:
        """Start processes again that have died, until the server is asked to stop."""
        while True:
            ended = wait([process.sentinel for process, _ in self._processes.values()])
            for number, (process, connection) in list(self._processes.items()):
                if process.sentinel in ended:
                    log.error("process.died", number=number, status=process.exitcode)
                    connection.close()
                    announce_loss(self.folder, self.count)
                    time.sleep(RESTART_SECONDS)
                    self._launch(number)

    def stop(self) -> None:
        """Ask all processes to stop, and wait for them."""
        for process, _ in self._processes.values():
            process.terminate()
        for process, connection in self._processes.values():
            process.join(STOP_SECONDS)
            if process.is_alive():
                process.kill()
                process.join()
            connection.close()

    def _launch(self, number: int) -> None:
        context: Any = get_context(START_METHOD)
        ours, theirs = context.Pipe()
        arguments = (self.settings, self.bound, self.folder, number, self.count, theirs)
        process = context.Process(target=run_process, args=arguments, name=f"kontor-{number}")
        process.start()
        theirs.close()
        self._processes[number] = (process, ours)

    def _wait_until_ready(self, number: int) -> None:
        """Wait until a process has started, or raise why it has not."""
        try:
            problem: str | None = self._processes[number][1].recv()
        except EOFError:
            problem = "a process of the server could not start; the log says why"
        if problem is not None:
            raise DatabaseUnusable(problem)


def serve_processes(settings: Settings, bound: socket.socket, ready: Callable[[], None], count: int) -> None:
    """Serve with several processes until a signal arrives."""
    asyncio.run(prepare(settings))
    with TemporaryDirectory(prefix="kontor-") as folder:
        supervisor = Supervisor(settings, bound, Path(folder), count)
        try:
            with interrupted_by_signals():
                supervisor.start()
                ready()
                supervisor.supervise()
        finally:
            supervisor.stop()


async def prepare(settings: Settings) -> None:
    """Run the missing migrations, before several processes would do it at the same time."""
    with explained(settings.database or settings.url):
        database = Database(settings.url, settings.database_seconds)
    try:
        await open_database(database)
    finally:
        await database.close()


@contextmanager
def interrupted_by_signals() -> Iterator[None]:
    """Leave the block when the process is asked to stop."""

    def interrupt(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        with suppress(KeyboardInterrupt):
            yield
    finally:
        signal.signal(signal.SIGTERM, before)


def run_process(
    settings: Settings, bound: socket.socket, folder: Path, number: int, count: int, supervisor: Connection
) -> None:
    """Serve as one of several processes, as long as their supervisor lives."""
    configure_logging()
    threading.Thread(target=end_with_supervisor, daemon=True).start()
    try:
        serve(settings, bound, lambda: supervisor.send(None), ProcessLink(folder, number, count))
    except DatabaseUnusable as problem:
        supervisor.send(str(problem))


def end_with_supervisor() -> None:
    """End this process at once when its supervisor has died; what was acknowledged is on disk."""
    supervisor = parent_process()
    assert supervisor is not None
    supervisor.join()
    os._exit(1)
