"""Limits: how often somebody may ask, and for how much."""

from __future__ import annotations

import time
from collections import OrderedDict

from kontor.server.service.refusals import TooMuch
from kontor.server.settings import Settings
from kontor.server.store.accounts import Account

MOST_REMEMBERED = 20_000
WEIGHT = 50_000  # so many bytes, sent or asked for, count as one more request


class Buckets:
    """A bucket of tokens per caller, which fills up at a steady rate; who finds it empty is told to wait."""

    def __init__(self, rate: float, size: float) -> None:
        self.rate = rate
        self.size = size
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> None:
        """Take a token, or refuse with the time until there is one."""
        level = self._level(key)
        self._keep(key, level - 1 if level >= 1 else level)
        if level < 1:
            raise TooMuch("You ask too often; wait a moment and go on more slowly.", (1 - level) / self.rate)

    def spend(self, key: str, tokens: int) -> None:
        """Take tokens for what was done already, even if none are left."""
        self._keep(key, max(self._level(key) - tokens, -self.size))

    def _level(self, key: str) -> float:
        level, since = self._levels.get(key, (self.size, 0.0))
        return min(self.size, level + (time.monotonic() - since) * self.rate)

    def _keep(self, key: str, level: float) -> None:
        self._levels[key] = (level, time.monotonic())
        self._levels.move_to_end(key)
        if len(self._levels) > MOST_REMEMBERED:
            self._levels.popitem(last=False)


class Limits:
    """The limits of a node: per account, and per address only for those who have none."""

    def __init__(self, settings: Settings) -> None:
        self.attempts = Buckets(settings.passwords_per_minute / 60, max(3.0, settings.passwords_per_minute))
        self.hints = Buckets(settings.hints_per_minute / 60, max(3.0, settings.hints_per_minute))
        self.computer_tables = Buckets(settings.computer_tables_per_hour / 3600, settings.computer_tables_per_hour)
        self._callers = Buckets(settings.requests_per_second, settings.requests_at_once)
        self._strangers = Buckets(settings.strangers_per_second, settings.strangers_at_once)

    def take(self, account: Account | None, address: str) -> None:
        """Let somebody ask, or refuse."""
        if account is None:
            self._strangers.take(address)
        else:
            self._callers.take(account.id)

    def weigh(self, account: Account | None, address: str, size: int) -> None:
        """Count much that was sent or asked for as several requests."""
        if size < WEIGHT:
            return
        if account is None:
            self._strangers.spend(address, size // WEIGHT)
        else:
            self._callers.spend(account.id, size // WEIGHT)
