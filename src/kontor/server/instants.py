"""Moments in time: the wall clock for stamps, and a steady clock for everything that is measured."""

from __future__ import annotations

import time
from typing import Protocol


class TimeSource(Protocol):
    """Tells the time in milliseconds in two ways."""

    def wall(self) -> int:
        """Return the milliseconds since 1970, which jump when the system's clock is set."""
        ...

    def steady(self) -> int:
        """Return milliseconds since some moment of this process's choosing, which never jump."""
        ...


class SystemTime:
    """The clocks of the system; the steady one stands still while the machine sleeps."""

    def wall(self) -> int:
        """Return the milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def steady(self) -> int:
        """Return the milliseconds of the monotonic clock."""
        return time.monotonic_ns() // 1_000_000


source: TimeSource = SystemTime()


def now() -> int:
    """Milliseconds since 1970."""
    return source.wall()


def steady() -> int:
    """Return the milliseconds of a clock that never jumps; they mean something only within this process."""
    return source.steady()
