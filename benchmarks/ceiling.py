"""The search for the highest rate of moves at which a server meets its goals."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

FACTOR = 1.3  # by which the rate is raised until the goals are missed, or lowered until they are met
STEPS = 3  # how often the rest is halved
LEAST_RATE, MOST_ATTEMPTS = 1.0, 40
COLUMNS = ("asked", "moves/s", "p50 ms", "p99 ms", "server ms", "client ms", "database ms", "pauses", "longest ms")


@dataclass(frozen=True)
class Attempt:
    """A rate, what was measured at it, and the goals that were missed."""

    rate: float
    result: dict[str, Any]
    missed: list[str]


class CeilingSearch:
    """Raises the rate until the goals are missed, then halves the rest; every attempt is reported at once."""

    def __init__(self, measure: Callable[[float], Awaitable[Attempt]], report: Callable[[Attempt], None]) -> None:
        self.measure = measure
        self.report = report
        self.attempts: list[Attempt] = []

    @property
    def best(self) -> Attempt | None:
        """The attempt with the highest rate that met the goals."""
        return max((a for a in self.attempts if not a.missed), key=lambda attempt: attempt.rate, default=None)

    @property
    def lowest_missed(self) -> Attempt | None:
        """The attempt with the lowest rate that missed them."""
        return min((a for a in self.attempts if a.missed), key=lambda attempt: attempt.rate, default=None)

    async def run(self, rate: float) -> Attempt | None:
        """Return the best attempt, None if even the least rate misses the goals."""
        while (self.best is None or self.lowest_missed is None) and len(self.attempts) < MOST_ATTEMPTS:
            await self._try(rate)
            if self.best is None and rate <= LEAST_RATE:
                return None
            rate = self._next_rate(rate)
        for _ in range(STEPS):
            if self.best is not None and self.lowest_missed is not None:
                await self._try((self.best.rate * self.lowest_missed.rate) ** 0.5)
        return self.best

    def _next_rate(self, rate: float) -> float:
        """Return a higher rate, or a lower one that the server has shown to be possible."""
        if self.lowest_missed is None:
            return rate * FACTOR
        reached: float = self.lowest_missed.result["moves_per_second"]
        return max(LEAST_RATE, min(rate / FACTOR, reached))

    async def _try(self, rate: float) -> None:
        self.attempts.append(await self.measure(rate))
        self.report(self.attempts[-1])


def heading() -> str:
    """Return the heading of the table of attempts."""
    return " ".join(f"{name:>11}" for name in COLUMNS) + "  goals"


def row(attempt: Attempt) -> str:
    """Return an attempt as a row of the table."""
    result, cpu = attempt.result, attempt.result["cpu_ms"]
    rates = [attempt.rate, result["moves_per_second"], result["p50_ms"], result["p99_ms"]]
    costs = [cpu["server"], cpu["client"], cpu.get("database")]
    pauses = [result["pauses"], result["longest_pause_ms"]]
    cells = [f"{value:>11.1f}" for value in rates]
    cells += [f"{'-' if value is None else f'{value:.2f}':>11}" for value in costs]
    cells += [f"{value:>11g}" for value in pauses]
    return " ".join(cells) + "  " + ("; ".join(attempt.missed) or "met")
