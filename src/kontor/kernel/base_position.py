"""What every game's table has: a position lying open, the moves offered in it, the facts of the last one."""

from __future__ import annotations

from array import array
from typing import Final

from kontor.kernel.checksum import CHECKED_BYTES
from kontor.kernel.runtime.dialect import Cells, Ints

MOST_OFFERS: Final = 4096
MOST_FACTS: Final = 64
FACT_SIZE: Final = 4  # the sort of a fact and three numbers


class BasePosition:
    """A position as a row of cells; a game's table adds the words of its rules."""

    players: int
    store: bytearray
    cells: Cells
    offers: Ints
    offered: int
    up_to_date: bool
    facts: Ints
    fact_count: int

    def __init__(self, size: int, players: int) -> None:
        self.players = players
        self.store = bytearray(size + CHECKED_BYTES)
        self.cells = self.store
        self.offers = array("i", [0] * MOST_OFFERS)
        self.offered = 0
        self.up_to_date = False
        self.facts = array("i", [0] * (MOST_FACTS * FACT_SIZE))
        self.fact_count = 0

    def load(self, position: bytearray) -> None:
        """Lay a position on the table without checking it; exported functions use `CoreEngine.opened`."""
        self.store[:] = position
        self.refresh_counts()

    def refresh_counts(self) -> None:
        """Derive everything from the cells again."""
        self.up_to_date = False
        self.survey()

    def survey(self) -> None:
        """Count what the table keeps count of besides the cells."""

    def offer(self, move: int) -> None:
        """Add a legal move; moves are offered in ascending order."""
        self.offers[self.offered] = move
        self.offered += 1

    def emit(self, fact: int, a: int, b: int, c: int) -> None:
        """Note a fact of the move under way."""
        at = self.fact_count * FACT_SIZE
        if self.fact_count < MOST_FACTS:
            self.facts[at] = fact
            self.facts[at + 1] = a
            self.facts[at + 2] = b
            self.facts[at + 3] = c
            self.fact_count += 1


def offers_below(p: BasePosition, move: int) -> int:
    """How many offered moves have a lower number."""
    low, high = 0, p.offered
    while low < high:
        middle = (low + high) // 2
        if p.offers[middle] < move:
            low = middle + 1
        else:
            high = middle
    return low
