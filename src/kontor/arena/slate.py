"""Slates: what a worker process is doing, in memory that outlives it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import Structure, c_double, c_int
from multiprocessing.sharedctypes import RawValue

MOST_MOVES = 1 << 20
UNHEARD = 5.0


class Chalk(Structure):
    """The memory of a slate; pages that nothing is written on cost nothing."""

    _fields_ = (("deadline", c_double), ("limit", c_double), ("count", c_int), ("moves", c_int * MOST_MOVES))


class Slate:
    """The moves of the game that a worker plays, and until when the agent that thinks may do so."""

    def __init__(self) -> None:
        self.chalk = RawValue(Chalk)

    def wipe(self) -> None:
        """Begin a game."""
        self.chalk.count = 0

    def note(self, move: int) -> None:
        """Write down a move."""
        if self.chalk.count < MOST_MOVES:
            self.chalk.moves[self.chalk.count] = move
        self.chalk.count += 1

    @contextmanager
    def deciding(self, limit: float) -> Iterator[None]:
        """An agent thinks, and an alarm wakes it after so many seconds."""
        self.chalk.limit = limit
        self.chalk.deadline = time.monotonic() + limit + UNHEARD
        try:
            yield
        finally:
            self.chalk.deadline = 0.0

    @property
    def limit(self) -> float:
        """The seconds after which the agent that thinks is to be woken."""
        return float(self.chalk.limit)

    def moves(self) -> list[int] | None:
        """The moves that led to the decision under way, if there is one and all of them are known."""
        count = self.chalk.count
        return self.chalk.moves[:count] if self.chalk.deadline and count <= MOST_MOVES else None

    def is_overdue(self) -> bool:
        """Whether an agent thinks whom its alarm did not wake."""
        return bool(0 < self.chalk.deadline < time.monotonic())
