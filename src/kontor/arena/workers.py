"""Worker processes: each makes its share of something and sends it home piece by piece."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

_Order = TypeVar("_Order")
_Piece = TypeVar("_Piece")

Share = Callable[[_Order, int, int], Iterator[_Piece]]
"""Makes the share of one of several jobs; a function of a module, since other processes must find it."""


class WorkerDied(RuntimeError):
    """A worker process that ended before it was done."""


class Done:
    """The last thing a worker sends."""


def shares(share: Share[_Order, _Piece], order: _Order, jobs: int) -> Generator[_Piece, None, None]:
    """The pieces of all shares as they arrive; leaving early ends the workers."""
    context = get_context("spawn")
    workers: list[BaseProcess] = []
    homes: list[Connection] = []
    try:
        with interrupts_ignored():
            for job in range(jobs):
                home, away = context.Pipe(duplex=False)
                workers.append(context.Process(target=work, args=(away, share, order, jobs, job), daemon=True))
                workers[-1].start()
                away.close()
                homes.append(home)
        yield from arrivals(homes)
    finally:
        for worker in workers:
            worker.terminate()
            worker.join()


def arrivals(homes: list[Any]) -> Iterator[Any]:
    """What comes in on some connections until each has said it is done."""
    while homes:
        for home in wait(homes):
            assert isinstance(home, Connection)
            piece = receive(home)
            if isinstance(piece, Done):
                homes.remove(home)
            elif isinstance(piece, Exception):
                raise piece
            else:
                yield piece


def receive(home: Connection) -> Any:
    """The next piece from a worker."""
    try:
        return home.recv()
    except EOFError as problem:
        raise WorkerDied("a worker process ended before it was done.") from problem


def work(away: Connection, share: Share[Any, Any], order: object, jobs: int, job: int) -> None:
    """Make one share and send it home, or send what went wrong."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        for piece in share(order, jobs, job):
            away.send(piece)
        away.send(Done())
    except BrokenPipeError:
        pass
    except Exception as problem:
        away.send(problem)


@contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Let processes started meanwhile ignore Ctrl-C, which is the starter's to answer."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
