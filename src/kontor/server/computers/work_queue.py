"""The order of work for the worker processes: shares for the kinds of work, fairness between accounts.

Nothing here waits or looks at a clock, so that equal calls give an equal order.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, TypeVar

Item = TypeVar("Item")

BRIEF_SECONDS: Final = 1.0  # work expected to take longer leaves one process free
ACCOUNTS_KEPT: Final = 1000


class Lane(StrEnum):
    """A kind of work with its own share of the worker processes."""

    BRIEF = "brief"
    LONG = "long"
    HINT = "hint"
    ANALYSIS = "analysis"
    BACKGROUND = "background"


SHARES: Final = {Lane.BRIEF: 8.0, Lane.LONG: 4.0, Lane.HINT: 4.0, Lane.ANALYSIS: 2.0, Lane.BACKGROUND: 1.0}
STUDY: Final = frozenset({Lane.HINT, Lane.ANALYSIS})


@dataclass(frozen=True, eq=False)
class Job:
    """Work for a process: its kind, the account that pays for it, and the seconds it is expected to take."""

    lane: Lane
    account: str
    seconds: float


class FairOrder(Generic[Item]):
    """Orders items so that accounts get equal work done, however many items each of them has.

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
        """Add an item that an account pays for."""
        due = max(self._clock, self._paid_until.get(account, 0.0)) + cost
        self._paid_until[account] = due
        self._added += 1
        insort(self._items, (due, self._added, item))

    def first(self) -> Item:
        """Return the next item and leave it in place."""
        return self._items[0][2]

    def pop(self) -> Item:
        """Take the next item out."""
        self._clock, _, item = self._items.pop(0)
        if not self._items or len(self._paid_until) > ACCOUNTS_KEPT:
            self._paid_until = {account: due for account, due in self._paid_until.items() if due > self._clock}
        return item

    def remove(self, item: Item) -> None:
        """Take out an item that is no longer wanted."""
        self._items = [entry for entry in self._items if entry[2] is not item]


class WorkQueue:
    """Decides which job starts next on a number of processes.

    Kinds of work share the processes by `SHARES`, accounts share every kind equally. Long jobs leave one process
    free, so a brief decision waits for a brief one at most.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.running: set[Job] = set()
        self._lanes: dict[Lane, FairOrder[Job]] = {lane: FairOrder() for lane in Lane}
        self._used = dict.fromkeys(Lane, 0.0)
        self._clock = 0.0

    def __len__(self) -> int:
        """Return how many jobs wait or run."""
        return len(self.running) + sum(map(len, self._lanes.values()))

    def waiting(self, lane: Lane) -> int:
        """Return how many jobs of a kind wait."""
        return len(self._lanes[lane])

    def count(self, lane: Lane, account: str) -> int:
        """Return how many jobs of a kind wait or run for an account."""
        jobs = [*self._lanes[lane], *(job for job in self.running if job.lane == lane)]
        return sum(job.account == account for job in jobs)

    def add(self, job: Job) -> None:
        """Let a job wait for its turn."""
        if not self._lanes[job.lane]:
            self._used[job.lane] = max(self._used[job.lane], self._clock)
        self._lanes[job.lane].add(job, job.account, job.seconds)

    def start(self) -> Job | None:
        """Return the job that starts now, or None if all have to wait."""
        busy = sorted((lane for lane in Lane if self._lanes[lane]), key=lambda lane: self._used[lane])
        lane = next((lane for lane in busy if self._may_run(self._lanes[lane].first())), None)
        if lane is None:
            return None
        job = self._lanes[lane].pop()
        self.running.add(job)
        self._clock = max(self._clock, self._used[lane])
        self._used[lane] += job.seconds / SHARES[lane]
        return job

    def finish(self, job: Job) -> None:
        """Give up the process of a running job, or the place of a waiting one."""
        if job in self.running:
            self.running.remove(job)
        else:
            self._lanes[job.lane].remove(job)

    def places(self) -> dict[Job, int]:
        """Return for every waiting job how many of its kind come before it."""
        return {job: place for jobs in self._lanes.values() for place, job in enumerate(jobs)}

    def place(self, job: Job) -> int | None:
        """Return how many jobs of its kind come before a waiting job, None if it does not wait."""
        return next((place for place, other in enumerate(self._lanes[job.lane]) if other is job), None)

    def _may_run(self, job: Job) -> bool:
        """Return whether a process is free for a job of this kind and length."""
        running, half = self.running, max(1, self.workers // 2)
        if len(running) >= self.workers:
            return False
        if is_long(job) and sum(map(is_long, running)) >= max(1, self.workers - 1):
            return False
        if job.lane in STUDY:
            return sum(other.lane in STUDY for other in running) < half
        return job.lane is not Lane.BACKGROUND or sum(other.lane is job.lane for other in running) < half


def is_long(job: Job) -> bool:
    """Return whether a job keeps its process longer than a person should wait for a brief one."""
    return job.seconds > BRIEF_SECONDS
