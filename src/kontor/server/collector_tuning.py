"""How Python's garbage collector runs in a server: often enough, and without looking at what lives long.

Almost everything a server creates is freed at once by its reference count; the collector only finds cycles. With the
defaults of Python it looks at all tables in memory again and again, which stops the server for a quarter of a second.
"""

from __future__ import annotations

import gc
from typing import Any, Final

THRESHOLDS: Final = (5_000, 40, 50)  # new objects, and collections of the generation before
OLDEST: Final = 2


class CollectorTuning:
    """Excludes what has survived a collection from the next ones, except from those of everything.

    A collection then looks at the newest objects only, which takes some milliseconds. After ten million new objects
    one looks at everything, so that cycles which were in use during a collection are found too.
    """

    def start(self) -> None:
        """Exclude everything that exists now, and collect less often."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)
        gc.callbacks.append(self._on_collection)

    def _on_collection(self, phase: str, info: dict[str, Any]) -> None:
        if phase == "stop":
            gc.freeze()
        elif info["generation"] == OLDEST:
            gc.unfreeze()
