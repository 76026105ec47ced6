"""Worker processes: each makes one piece of an errand after another, and is replaced when it is lost."""

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
from kontor.arena.slate import Slate

_Item = TypeVar("_Item")
_Piece = TypeVar("_Piece")
_ItemIn = TypeVar("_ItemIn", contravariant=True)
_PieceOut = TypeVar("_PieceOut", covariant=True)

LOOK = 1.0


class WorkerDied(ArenaError):
    """A worker process that was lost, and nobody knows which agent is to blame."""


@dataclass(frozen=True)
class Loss:
    """How a worker process was lost: its end in words, the moves before the decision under way, the limit broken."""

    how: str
    moves: list[int] | None = None
    limit: float | None = None


class Errand(Protocol[_ItemIn, _PieceOut]):
    """Work that can be sent to other processes and done there item by item."""

    def begin(self, slate: Slate) -> Callable[[_ItemIn], _PieceOut]:
        """Make ready in a worker process, and return what makes the piece of an item."""
        ...

    def lost(self, item: _ItemIn, loss: Loss) -> _PieceOut:
        """The piece of an item whose worker was lost, or WorkerDied."""
        ...


class Engine(Protocol):
    """Makes the pieces of all items, so many at once, as they are finished; leaving early ends what it started."""

    def __call__(
        self, errand: Errand[_Item, _Piece], items: Iterable[_Item], jobs: int
    ) -> Generator[_Piece, None, None]: ...


def shares(errand: Errand[_Item, _Piece], items: Iterable[_Item], jobs: int) -> Generator[_Piece, None, None]:
    """The engine of this machine: every job is a worker process."""
    rest = iter(items)
    workers: list[Worker[_Item, _Piece]] = []
    try:
        for item in islice(rest, jobs):
            workers.append(Worker(errand))
            workers[-1].give(item)
        yield from arrivals(workers, rest)
    finally:
        for worker in workers:
            worker.end()


def arrivals(workers: list[Worker[_Item, _Piece]], rest: Iterator[_Item]) -> Generator[_Piece, None, None]:
    """What workers make until nothing is left to give them."""
    busy = list(workers)
    while busy:
        wait([worker.home for worker in busy], LOOK)
        for worker in [each for each in busy if each.is_due()]:
            piece = worker.take()
            try:
                worker.give(next(rest))
            except StopIteration:
                busy.remove(worker)
            yield piece


class Worker(Generic[_Item, _Piece]):
    """One worker process after another, each watched while it makes the piece of an item."""

    def __init__(self, errand: Errand[_Item, _Piece]) -> None:
        self.errand = errand
        self.start()

    def start(self) -> None:
        """Start a process."""
        context = get_context("spawn")
        self.slate = Slate()
        self.home, away = context.Pipe()
        self.process = context.Process(target=work, args=(away, self.errand, self.slate), daemon=True)
        with interrupts_ignored(), program_left_out():
            self.process.start()
        away.close()

    def give(self, item: _Item) -> None:
        """Let the process make the piece of an item, or another one if it has ended."""
        if not self.process.is_alive():
            self.start()
        self.item = item
        with suppress(BrokenPipeError):  # that it died is found out when the piece is taken
            self.home.send(item)

    def make(self, item: _Item) -> _Piece:
        """The piece of an item."""
        self.give(item)
        while not self.is_due():
            wait([self.home], LOOK)
        return self.take()

    def is_due(self) -> bool:
        """Whether there is a piece to take, or will never be."""
        return self.home.poll() or not self.process.is_alive() or self.slate.is_overdue()

    def take(self) -> _Piece:
        """The piece, or what stands for it if the process is lost; raises what the process raised."""
        try:
            piece = self.home.recv() if self.home.poll() else None
        except (EOFError, OSError):
            piece = None
        if piece is None:
            return self.lost()
        if isinstance(piece, Exception):
            raise piece
        taken: _Piece = piece
        return taken

    def lost(self) -> _Piece:
        """What stands for a piece whose process died or has to be ended."""
        # The moves are read before the deadline: a decision that just ends is not taken for the one after it.
        moves, is_overdue, limit = self.slate.moves(), self.slate.is_overdue(), self.slate.limit
        how = self.end()
        loss = Loss(how, moves, limit) if is_overdue else Loss(how, self.slate.moves())
        return self.errand.lost(self.item, loss)

    def end(self) -> str:
        """End the process, and say how it ended."""
        self.process.kill()
        self.process.join()
        self.home.close()
        code = self.process.exitcode or 0
        return f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"


def work(away: Connection[Any, Any], errand: Errand[Any, Any], slate: Slate) -> None:
    """Make pieces and send them home, or send what went wrong, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)  # what an agent prints must not stand among our results
    threading.Thread(target=leave_with_parent, daemon=True).start()
    try:
        make = errand.begin(slate)
        while True:
            away.send(make(away.recv()))
    except (EOFError, BrokenPipeError):
        pass
    except Exception as problem:
        away.send(problem)


def leave_with_parent() -> None:
    """End this process when the one that started it ends, whatever an agent is thinking about."""
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


@contextmanager
def program_left_out() -> Iterator[None]:
    """Let processes started meanwhile not run the program of this one: it may be a whole game, or Ray."""
    program = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = program


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
