"""Calls that worker processes carry out, on this machine or on a cluster, and what comes of them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol

from kontor.arena.worker_status import ALARM_GRACE_SECONDS, WorkerStatus
from kontor.arena.workers import WorkerDied, WorkerFailure

NICENESS: Final = 10


@dataclass(frozen=True)
class Call:
    """A function with its arguments, and the seconds after which its process is killed."""

    work: Callable[..., Any]
    arguments: tuple[object, ...]
    seconds: float


@dataclass(frozen=True)
class Outcome:
    """The result of a call, or the name of the exception that prevented it."""

    value: Any = None
    problem: str | None = None


class WorkerLost(Exception):
    """The process of a call ended before the call did; the call can be repeated."""


class Workers(Protocol):
    """Processes that carry out calls."""

    @property
    def count(self) -> int:
        """How many calls run at the same time."""
        ...

    def start(self, on_change: Callable[[], None]) -> None:
        """Start; call a function whenever the count has changed."""
        ...

    async def run(self, call: Call) -> Outcome:
        """Return the outcome of a call, or raise WorkerLost; cancelling it ends the process of the call."""
        ...

    def close(self) -> None:
        """End all processes."""
        ...


class CallJob:
    """The job of a worker process of the server: it carries out one call after another, at low priority."""

    def start(self, status: WorkerStatus) -> Callable[[Call], Outcome]:
        """Lower the priority of a new process and return the function that carries out calls."""
        with contextlib.suppress(OSError):
            os.nice(NICENESS)

        def carry_out(call: Call) -> Outcome:
            # The alarm that an arena sends at the limit is not used here, so the grace after it is subtracted.
            status.begin_decision(call.seconds - ALARM_GRACE_SECONDS)
            try:
                return Outcome(call.work(*call.arguments))
            except Exception as problem:
                return Outcome(problem=type(problem).__name__)
            finally:
                status.end_decision()

        return carry_out

    def on_failure(self, item: Call, failure: WorkerFailure) -> Outcome:
        """Return the outcome of a call that took too long; a process that ended otherwise is lost."""
        if failure.limit_seconds is not None:
            return Outcome(problem=TimeoutError.__name__)
        raise WorkerDied(f"a worker process {failure.description}")
