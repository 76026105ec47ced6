"""The standing orders and the plan of a seat, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

Content = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SeatKey:
    """A seat of a table and the account that holds it."""

    table_id: str
    seat: int
    account_id: str


@dataclass(frozen=True, slots=True)
class OrderBook:
    """The standing orders of a seat: one by default, and one per space; version 0 was never written.

    An order is stored as data, with the piece it is for. `number` is the entry after which the default or
    `suspended` was changed last, and `answered` counts the decisions that orders made.
    """

    key: SeatKey
    version: int = 0
    suspended: bool = False
    number: int = 0
    default: Content | None = None
    orders: Mapping[str, Content] = field(default_factory=dict)
    answered: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether there is no order."""
        return self.default is None and not self.orders


@dataclass(frozen=True, slots=True)
class Plan:
    """The moves planned for the next turn of a seat; version 0 was never written."""

    key: SeatKey
    version: int = 0
    moves: tuple[str, ...] = ()


def emptied(book: OrderBook) -> OrderBook:
    """Return a book without orders, of the same version."""
    return replace(book, suspended=False, default=None, orders={})
