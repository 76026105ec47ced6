"""How Python's garbage collector runs in a server: rarely, and without looking at what lives long.

Almost everything a server creates is freed at once by its reference count; the collector only finds cycles. With the
defaults of Python it looks at all tables in memory again and again, which stops the server for a quarter of a second.
"""

from __future__ import annotations

import gc
from typing import Any, Final

THRESHOLDS: Final = (20_000, 20, 20)  # new objects, and collections of the generation before
FULL_EVERY: Final = 50  # collections of the oldest generation, of which one looks at everything
OLDEST: Final = 2


class CollectorTuning:
    """Excludes what has survived a full collection from the next ones, except from every fiftieth."""

    def __init__(self) -> None:
        self._collections = 0

    def start(self) -> None:
        """Exclude everything that exists now, and collect less often."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)
        gc.callbacks.append(self._on_collection)

    def _on_collection(self, phase: str, info: dict[str, Any]) -> None:
        if info["generation"] != OLDEST:
            return
        if phase == "stop":
            gc.freeze()
            return
        self._collections += 1
        if self._collections % FULL_EVERY == 0:
            gc.unfreeze()
