"""Password hashing in threads, with limits per network address and name."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property, partial
from typing import Any, Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from kontor.server.errors import LimitExceeded
from kontor.server.ids import new_secret
from kontor.server.limits import TokenBuckets

THREADS: Final = 2
MAX_WAITING: Final = 8
"""Passwords of one address that are checked or wait for it."""
NAMES_PER_ADDRESS: Final = 6
"""The factor between the attempts at one name and at all names together that one address has."""
FAILURES_FACTOR: Final = 10
"""The factor between the attempts of one address and the failures of all addresses that delay a name."""
DELAY_SECONDS: Final = 2.0

Result = TypeVar("Result")
Job = tuple[Callable[[], Any], asyncio.Future[Any]]


class HashQueue:
    """Runs slow work in threads, at most one job per address at a time, and the addresses in turn."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "passwords")
        self._pending: Counter[str] = Counter()
        self._jobs: OrderedDict[str, deque[Job]] = OrderedDict()
        self._running: set[str] = set()

    async def run(self, address: str, work: Callable[[], Result], delay: float = 0.0) -> Result:
        """Return the result of work, or raise LimitExceeded if too many jobs of the same address wait."""
        if self._pending[address] >= MAX_WAITING:
            raise LimitExceeded("Too many passwords from your address are being checked; try again in a moment.")
        self._pending[address] += 1
        try:
            if delay:
                await asyncio.sleep(delay)
            result: Result = await self._queued(address, work)
            return result
        finally:
            self._pending[address] -= 1
            if not self._pending[address]:
                del self._pending[address]

    def _queued(self, address: str, work: Callable[[], Result]) -> asyncio.Future[Result]:
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._jobs.setdefault(address, deque()).append((work, done))
        self._start()
        return done

    def _start(self) -> None:
        """Start as many jobs as there are free threads."""
        for address in list(self._jobs):
            if len(self._running) >= THREADS:
                return
            if address not in self._running:
                self._start_next(address)

    def _start_next(self, address: str) -> None:
        """Start the next job of an address, which is the last in turn afterwards."""
        jobs = self._jobs.pop(address)
        work, done = jobs.popleft()
        if jobs:
            self._jobs[address] = jobs
        if done.cancelled():
            self._start()
            return
        self._running.add(address)
        loop, job = done.get_loop(), self._threads.submit(work)
        job.add_done_callback(lambda job: loop.call_soon_threadsafe(self._end, address, job, done))

    def _end(self, address: str, job: Future[Any], done: asyncio.Future[Any]) -> None:
        self._running.discard(address)
        self._start()
        if done.cancelled():
            return
        problem = job.exception()
        if problem is None:
            done.set_result(job.result())
        else:
            done.set_exception(problem)


class Passwords:
    """Hashes and checks passwords, and limits the attempts.

    An attacker at one address uses up the attempts of that address only. Many failures for one name from many
    addresses delay further attempts at that name, and never reject them.
    """

    def __init__(self, per_minute: float) -> None:
        self._hasher = PasswordHasher()
        self._queue = HashQueue()
        size = max(3.0, per_minute)
        self._attempts = TokenBuckets(per_minute / 60, size)
        self._addresses = TokenBuckets(NAMES_PER_ADDRESS * per_minute / 60, NAMES_PER_ADDRESS * size)
        self._failures = TokenBuckets(FAILURES_FACTOR * per_minute / 60, FAILURES_FACTOR * size)

    async def fits(self, login: str, known: str | None, password: str, address: str) -> bool:
        """Return whether a password matches its hash; an unknown account takes as long as a known one."""
        self._take(login, address)
        delay = DELAY_SECONDS if self._failures.is_empty(login) else 0.0
        fits = await self._queue.run(address, partial(self._verify, known, password), delay)
        if not fits:
            self._failures.spend(login, 1)
        return fits

    async def hashed(self, login: str, password: str, address: str) -> str:
        """Return the hash of a new password."""
        self._take(login, address)
        return await self._queue.run(address, partial(self._hasher.hash, password))

    def _take(self, login: str, address: str) -> None:
        self._addresses.take(address)
        self._attempts.take(f"{address} {login}")

    def _verify(self, known: str | None, password: str) -> bool:
        try:
            return self._hasher.verify(known or self._unusable, password) and known is not None
        except (VerifyMismatchError, InvalidHashError):
            return False

    @cached_property
    def _unusable(self) -> str:
        """The hash of a random password, checked for unknown accounts."""
        return self._hasher.hash(new_secret())
