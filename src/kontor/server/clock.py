"""The clocks of the server: the wall clock for time stamps, and a steady clock for durations."""

from __future__ import annotations

import time
from typing import Protocol


class TimeSource(Protocol):
    """A wall clock and a steady clock, both in milliseconds."""

    def wall(self) -> int:
        """Return the milliseconds since 1970, which jump when the clock of the system is set."""
        ...

    def steady(self) -> int:
        """Return the milliseconds since an arbitrary moment, which never jump."""
        ...


class SystemTime:
    """The clocks of the system; the steady one stops while the machine sleeps."""

    def wall(self) -> int:
        """Return the milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def steady(self) -> int:
        """Return the milliseconds of the monotonic clock."""
        return time.monotonic_ns() // 1_000_000


source: TimeSource = SystemTime()


def now() -> int:
    """Return the milliseconds since 1970."""
    return source.wall()


def steady() -> int:
    """Return the milliseconds of a clock that never jumps; only differences within one process are meaningful."""
    return source.steady()
