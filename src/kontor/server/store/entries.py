"""Entries of the log of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from kontor.server.store.order_book import OrderBook

MOVE: Final = "move"
CHANCE: Final = "chance"
UNDO: Final = "undo"
SEAT: Final = "seat"
END: Final = "end"

PLAYER: Final = "player"
HOST: Final = "host"
COMPUTER: Final = "computer"
CLOCK: Final = "clock"
ORDER: Final = "order"
VOTE: Final = "vote"
OPERATOR: Final = "operator"
RECORD: Final = "record"
NATURE: Final = "chance"


class Entry(NamedTuple):
    """An entry of a log: what was done, for which seat, by whom, and when.

    An undo has a length instead of words: that of the move line to which it returns. The words of a seat change are
    a JSON object that says who plays the seat from now on. An `end` ends the game because the time of its seat has
    run out; without a seat, because an operator has closed the table or, by the clock, because too few players
    came in time. `spent` is the time in milliseconds that the entry takes from the clock of the seat to move.
    """

    number: int
    kind: str
    seat: int | None
    by: str
    words: str
    at: int
    length: int | None = None
    spent: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended for every seat: its place from 1, which several may share, and its points by score line."""

    places: Sequence[int]
    lines: Sequence[Mapping[str, int]]


class EntryBatch(NamedTuple):
    """Entries that are written in one transaction, with the seat to move and the end of the game after them.

    A batch that ends a game has its outcome, which is written into `results` in the same transaction. A record that
    was over already has none.
    `summary` is what lists show of the game after them; without it the summary is computed when a list needs it.
    `orders` are the standing orders that made some of the moves, as they are after that;
    the entries are written only if nobody has changed the orders meanwhile. With a `version`, they are written only
    if it is still that of the table, so that no other node has changed its seats.
    """

    table_id: str
    entries: Sequence[Entry]
    to_move: int | None
    ended_by: str | None
    outcome: Outcome | None = None
    summary: dict[str, Any] | None = None
    orders: OrderBook | None = None
    version: int | None = None

    @property
    def is_plain(self) -> bool:
        """Whether the batch changes nothing but the log and what the row of the table repeats of it."""
        return self.ended_by is None and self.orders is None and self.summary is None

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return self.entries[-1].number
