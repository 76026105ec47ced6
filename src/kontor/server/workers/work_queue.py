"""The order of jobs for the worker processes: shares for the kinds of jobs, fairness between accounts.

Nothing here waits or reads a clock, so that equal calls give an equal order.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, TypeVar

Item = TypeVar("Item")

BRIEF_SECONDS: Final = 1.0  # a job expected to take longer leaves one process free
ACCOUNTS_KEPT: Final = 1000


class JobKind(StrEnum):
    """A kind of job with its own share of the worker processes."""

    BRIEF = "brief"
    LONG = "long"
    HINT = "hint"
    ANALYSIS = "analysis"
    BACKGROUND = "background"


SHARES: Final = {
    JobKind.BRIEF: 8.0,
    JobKind.LONG: 4.0,
    JobKind.HINT: 4.0,
    JobKind.ANALYSIS: 2.0,
    JobKind.BACKGROUND: 1.0,
}
STUDY: Final = frozenset({JobKind.HINT, JobKind.ANALYSIS})


@dataclass(frozen=True, eq=False)
class Job:
    """Work for a process: its kind, the account it counts for, and the seconds it is expected to take."""

    kind: JobKind
    account: str
    seconds: float


class FairOrder(Generic[Item]):
    """Orders items so that accounts get equal shares of work, however many items each of them has.

    This is self-clocked fair queueing: an item is due when its account would have paid for it at an equal rate.
    """

    def __init__(self) -> None:
        self._clock = 0.0
        self._added = 0
        self._paid_until: dict[str, float] = {}
        self._items: list[tuple[float, int, Item]] = []

    def __len__(self) -> int:
        """Return how many items wait."""
        return len(self._items)

    def __iter__(self) -> Iterator[Item]:
        """Iterate over the items, the next one first."""
        return (item for _, _, item in self._items)

    def add(self, item: Item, account: str, cost: float) -> None:
        """Add an item that counts for an account."""
        due = max(self._clock, self._paid_until.get(account, 0.0)) + cost
        self._paid_until[account] = due
        self._added += 1
        insort(self._items, (due, self._added, item))

    def first(self) -> Item:
        """Return the next item without removing it."""
        return self._items[0][2]

    def pop(self) -> Item:
        """Remove and return the next item."""
        self._clock, _, item = self._items.pop(0)
        if not self._items or len(self._paid_until) > ACCOUNTS_KEPT:
            self._paid_until = {account: due for account, due in self._paid_until.items() if due > self._clock}
        return item

    def remove(self, item: Item) -> None:
        """Remove an item that is no longer wanted."""
        self._items = [entry for entry in self._items if entry[2] is not item]


class WorkQueue:
    """Decides which job starts next on a number of processes.

    Kinds of work share the processes by `SHARES`, accounts share every kind equally. Long jobs leave one process
    free, so a brief decision waits for a brief one at most.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.running: set[Job] = set()
        self._queues: dict[JobKind, FairOrder[Job]] = {kind: FairOrder() for kind in JobKind}
        self._used = dict.fromkeys(JobKind, 0.0)
        self._clock = 0.0

    def __len__(self) -> int:
        """Return how many jobs wait or run."""
        return len(self.running) + sum(map(len, self._queues.values()))

    def waiting(self, kind: JobKind) -> int:
        """Return how many jobs of a kind wait."""
        return len(self._queues[kind])

    def count(self, kind: JobKind, account: str) -> int:
        """Return how many jobs of a kind wait or run for an account."""
        jobs = [*self._queues[kind], *(job for job in self.running if job.kind == kind)]
        return sum(job.account == account for job in jobs)

    def add(self, job: Job) -> None:
        """Add a job."""
        if not self._queues[job.kind]:
            self._used[job.kind] = max(self._used[job.kind], self._clock)
        self._queues[job.kind].add(job, job.account, job.seconds)

    def start(self) -> Job | None:
        """Return the job that starts now, or None if all have to wait."""
        busy = sorted((kind for kind in JobKind if self._queues[kind]), key=lambda kind: self._used[kind])
        kind = next((kind for kind in busy if self._may_run(self._queues[kind].first())), None)
        if kind is None:
            return None
        job = self._queues[kind].pop()
        self.running.add(job)
        self._clock = max(self._clock, self._used[kind])
        self._used[kind] += job.seconds / SHARES[kind]
        return job

    def finish(self, job: Job) -> None:
        """Remove a running or waiting job."""
        if job in self.running:
            self.running.remove(job)
        else:
            self._queues[job.kind].remove(job)

    def positions(self) -> dict[Job, int]:
        """Return for every waiting job how many of its kind come before it."""
        return {job: position for jobs in self._queues.values() for position, job in enumerate(jobs)}

    def position(self, job: Job) -> int | None:
        """Return how many jobs of its kind come before a waiting job, None if it does not wait."""
        return next((position for position, other in enumerate(self._queues[job.kind]) if other is job), None)

    def _may_run(self, job: Job) -> bool:
        """Return whether a process is free for a job of this kind and length."""
        running, half = self.running, max(1, self.workers // 2)
        if len(running) >= self.workers:
            return False
        if is_long(job) and sum(map(is_long, running)) >= max(1, self.workers - 1):
            return False
        if job.kind in STUDY:
            return sum(other.kind in STUDY for other in running) < half
        return job.kind is not JobKind.BACKGROUND or sum(other.kind is job.kind for other in running) < half


def is_long(job: Job) -> bool:
    """Return whether a job occupies its process longer than a person should wait for a brief one."""
    return job.seconds > BRIEF_SECONDS
