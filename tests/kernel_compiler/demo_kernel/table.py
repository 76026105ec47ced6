"""A table with a seeded stream of numbers."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from kontor.kernel.runtime.dialect import Cells, Ints, Wide

if TYPE_CHECKING:
    from .play import Rules

MASK: Final = (1 << 64) - 1
ROWS: Final = 3
SIZE: Final = 4 * ROWS
NOWHERE: Final = -1
COLOURS: Final = ("red", "blue")
COLOUR_COUNT: Final = len(COLOURS)
SQUARES: Ints = array("i", [n * n for n in range(SIZE)])
Place = int


def scrambled(number: Wide) -> Wide:
    """Bits that depend on all bits of a number."""
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    return number ^ (number >> 31)


class Table:
    """Cells and a stream of numbers."""

    __slots__ = ("before", "cells", "rules", "state")

    cells: Cells
    state: Wide
    rules: Rules
    before: Table | None

    def __init__(self, rules: Rules, seed: Wide) -> None:
        self.cells = bytearray(SIZE)
        self.state = scrambled(seed)
        self.rules = rules
        self.before = None

    def below(self, bound: int) -> int:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) & MASK
        return ((self.state >> 33) * bound) >> 31

    def add(self, place: Place, number: int = 1) -> None:
        assert place > NOWHERE
        self.cells[place] = (self.cells[place] + number) & 255

    def copy(self) -> Table:
        twin = Table(self.rules, 1)
        twin.cells[:] = self.cells
        twin.state = self.state
        twin.before = self
        return twin
