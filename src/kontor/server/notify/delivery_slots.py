"""Delivery slots: which due deliveries are made now, fairly among accounts and receivers."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from kontor.server.store.outbox import Delivery, DueTarget

QUICK: Final = "quick"
NEW: Final = "new"
SLOW: Final = "slow"
MAIL: Final = "mail"
POOL_SIZES: Final = {QUICK: 16, NEW: 8, SLOW: 16, MAIL: 4}  # deliveries under way at the same time
PER_ACCOUNT: Final = {QUICK: 2, NEW: 2, SLOW: 1, MAIL: 1}
PER_HOST: Final = 4
MAX_KEYS: Final = 10_000


@dataclass(slots=True)
class Slot:
    """A delivery under way: in which pool, for which account and to which host."""

    pool: str
    account_id: str
    host: str


class DeliverySlots:
    """Pools of slots for deliveries, so that receivers that do not answer do not delay those that do.

    Webhooks that answered slowly the last time use the slow pool, and those that have never accepted a delivery the
    pool for new ones. Of waiting deliveries, those of the account that was served longest ago come first.
    """

    def __init__(self) -> None:
        self._slots: dict[str, Slot] = {}
        self._slow: OrderedDict[str, int] = OrderedDict()
        self._served: OrderedDict[str, int] = OrderedDict()
        self._count = 0

    def __len__(self) -> int:
        """Return how many deliveries are under way."""
        return len(self._slots)

    @property
    def busy(self) -> list[str]:
        """The targets with a delivery under way."""
        return list(self._slots)

    @property
    def full(self) -> bool:
        """Whether no pool has a free slot."""
        return all(self._free(pool) <= 0 for pool in POOL_SIZES)

    def assign(self, targets: Iterable[DueTarget]) -> list[DueTarget]:
        """Give slots to targets, and return those that got one."""
        waiting = sorted(targets, key=self._order)
        return [target for target in waiting if self._take(target)]

    def release(self, target: str) -> None:
        """Free the slot of a target."""
        self._slots.pop(target, None)

    def mark_slow(self, delivery: Delivery) -> bool:
        """Mark a receiver as slow, and return whether its delivery may go on, in the slow pool."""
        slot = self._slots[delivery.target]
        if slot.pool != MAIL:
            put(self._slow, delivery.target, 0)
        if slot.pool in (SLOW, MAIL):
            return True
        if not self._has_free(SLOW, slot.account_id, slot.host):
            return False
        slot.pool = SLOW
        return True

    def mark_quick(self, target: str) -> None:
        """Mark that a receiver has answered quickly."""
        self._slow.pop(target, None)

    def _take(self, target: DueTarget) -> bool:
        pool, host = self._pool(target), host_of(target)
        if not self._has_free(pool, target.account_id, host):
            return False
        self._slots[target.target] = Slot(pool, target.account_id, host)
        self._count += 1
        put(self._served, target.account_id, self._count)
        return True

    def _has_free(self, pool: str, account_id: str, host: str) -> bool:
        used = [slot for slot in self._slots.values() if slot.pool == pool]
        accounts, hosts = Counter(slot.account_id for slot in used), Counter(slot.host for slot in used)
        if accounts[account_id] >= PER_ACCOUNT[pool] or (host and hosts[host] >= PER_HOST):
            return False
        return self._free(pool) > 0

    def _free(self, pool: str) -> int:
        return POOL_SIZES[pool] - sum(slot.pool == pool for slot in self._slots.values())

    def _pool(self, target: DueTarget) -> str:
        if target.url is None:
            return MAIL
        if target.target in self._slow:
            return SLOW
        return QUICK if target.has_accepted else NEW

    def _order(self, target: DueTarget) -> tuple[int, int]:
        return self._served.get(target.account_id, 0), target.due_at


def host_of(target: DueTarget) -> str:
    """Return the host of a webhook; e-mail has none."""
    return "" if target.url is None else urlsplit(target.url).hostname or ""


def put(values: OrderedDict[str, int], key: str, value: int) -> None:
    """Set a value, and drop the oldest keys beyond MAX_KEYS."""
    values[key] = value
    values.move_to_end(key)
    while len(values) > MAX_KEYS:
        values.popitem(last=False)
