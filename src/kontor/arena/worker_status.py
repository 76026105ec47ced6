"""The status of a worker process, in shared memory that outlives it."""

from __future__ import annotations

import time
from ctypes import Structure, c_double, c_int
from multiprocessing.sharedctypes import RawValue

MAX_MOVES = 1 << 20
ALARM_GRACE_SECONDS = 5.0


class SharedStatus(Structure):
    """The layout of the shared memory; pages that are never written cost nothing."""

    _fields_ = (("deadline", c_double), ("limit_seconds", c_double), ("count", c_int), ("moves", c_int * MAX_MOVES))


class WorkerStatus:
    """The moves of the game in progress, and the deadline of the agent that is deciding."""

    def __init__(self) -> None:
        self.shared = RawValue(SharedStatus)

    def start_game(self) -> None:
        """Forget the moves of the previous game."""
        self.shared.count = 0

    def record_move(self, move: int) -> None:
        """Add a move of the game in progress."""
        if self.shared.count < MAX_MOVES:
            self.shared.moves[self.shared.count] = move
        self.shared.count += 1

    def begin_decision(self, limit_seconds: float) -> None:
        """Set the deadline of a decision that an alarm interrupts after so many seconds."""
        self.shared.limit_seconds = limit_seconds
        self.shared.deadline = time.monotonic() + limit_seconds + ALARM_GRACE_SECONDS

    def end_decision(self) -> None:
        """Clear the deadline."""
        self.shared.deadline = 0.0

    @property
    def limit_seconds(self) -> float:
        """The seconds after which the alarm interrupts the agent that is deciding."""
        return float(self.shared.limit_seconds)

    def moves(self) -> list[int] | None:
        """Return the moves before the decision in progress, or None if there is none or too many moves were made."""
        count = self.shared.count
        return self.shared.moves[:count] if self.shared.deadline and count <= MAX_MOVES else None

    def is_overdue(self) -> bool:
        """Return whether an agent is still deciding although its alarm is due."""
        return bool(0 < self.shared.deadline < time.monotonic())
