"""How much slower this machine is now than the reference machine, so that one bound of time holds everywhere.

A fixed amount of work is timed right before what a test measures. Bounds are those of the reference machine, two
idle cores of an Intel Xeon at 2.5 GHz. They grow by the factor by which the fixed work takes longer.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

TRIES = 3
PYTHON_REFERENCE_MS = 13.0
PAGE_REFERENCE_MS = 28.0
PAGE_WORK = """() => {
  const began = performance.now();
  let sum = 0;
  for (let n = 0; n < 6_000_000; n += 1) sum = (Math.imul(sum, 31) + n) | 0;
  const box = document.createElement("div");
  for (let n = 0; n < 1000; n += 1) {
    box.append(Object.assign(document.createElement("p"), { textContent: `${n + sum}` }));
  }
  document.body.append(box);
  box.getBoundingClientRect();
  box.remove();
  return performance.now() - began;
}"""


def slowdown(measured: float, reference: float) -> float:
    """Return by which factor bounds grow when the fixed work took so long; at least 1."""
    return max(1.0, measured / reference)


def typical(measure: Callable[[], float]) -> float:
    """Return the median of a few measurements, after one that only warms up."""
    measure()
    return median(measure() for _ in range(TRIES))


def python_work_ms() -> float:
    """Do the fixed work of Python and return how many milliseconds it took."""
    began = time.perf_counter()
    words: dict[int, str] = {}
    for number in range(60_000):
        words[number % 997] = str(number * number)
    return 1000 * (time.perf_counter() - began)


def python_slowdown() -> float:
    """Return how much slower Python runs now than on the reference machine."""
    return slowdown(typical(python_work_ms), PYTHON_REFERENCE_MS)


def page_slowdown(blank: Page) -> float:
    """Return how much slower a blank page computes and lays out now than on the reference machine."""
    return slowdown(typical(lambda: float(blank.evaluate(PAGE_WORK))), PAGE_REFERENCE_MS)
