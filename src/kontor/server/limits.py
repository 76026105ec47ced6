"""Limits: how often somebody may ask."""

from __future__ import annotations

import time
from collections import OrderedDict

from kontor.server.service.refusals import TooMuch

MOST_REMEMBERED = 20_000


class Buckets:
    """A bucket of tokens per caller, which fills up at a steady rate; who finds it empty is told to wait."""

    def __init__(self, rate: float, size: float) -> None:
        self.rate = rate
        self.size = size
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> None:
        """Take a token, or refuse with the time until there is one."""
        moment = time.monotonic()
        level, since = self._levels.pop(key, (self.size, moment))
        level = min(self.size, level + (moment - since) * self.rate)
        self._levels[key] = (max(level - 1, 0) if level >= 1 else level, moment)
        if len(self._levels) > MOST_REMEMBERED:
            self._levels.popitem(last=False)
        if level < 1:
            raise TooMuch("You ask too often; wait a moment and go on more slowly.", (1 - level) / self.rate)
