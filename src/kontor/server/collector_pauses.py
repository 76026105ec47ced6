"""How long Python's garbage collector stops this process, as a metric.

The collector runs in the middle of any code, also while a lock of the metrics library is held, so its pauses are
counted in plain numbers and read when metrics are requested.
"""

from __future__ import annotations

import gc
import time
from typing import Any, Final

from kontor.server.plain_metrics import PlainHistogram

TEXT: Final = "Seconds for which the garbage collector stopped the process"
LIMITS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)  # seconds


class CollectorPauses(PlainHistogram):
    """Counts the pauses of the garbage collector while it is started."""

    def __init__(self) -> None:
        super().__init__("kontor_collector_pause_seconds", TEXT, LIMITS)
        self.pauses = self.of()
        self._began = 0.0

    def start(self) -> None:
        """Count from now on."""
        gc.callbacks.append(self._on_collection)

    def stop(self) -> None:
        """Count no longer."""
        if self._on_collection in gc.callbacks:
            gc.callbacks.remove(self._on_collection)

    def _on_collection(self, phase: str, _: dict[str, Any]) -> None:
        moment = time.perf_counter()
        if phase == "start":
            self._began = moment
        else:
            self.pauses.observe(moment - self._began)
