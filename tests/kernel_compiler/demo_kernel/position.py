"""A position with a seeded stream of numbers."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Final

from kontor.kernel.runtime.dialect import Cells, Ints, UInt64

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


def scrambled(number: UInt64) -> UInt64:
    """Return a number of which every bit depends on all bits of the given one."""
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    return number ^ (number >> 31)


class Position:
    """Cells and a stream of numbers."""

    __slots__ = ("before", "cells", "rules", "state")

    cells: Cells
    state: UInt64
    rules: Rules
    before: Position | None

    def __init__(self, rules: Rules, seed: UInt64) -> None:
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

    def copy(self) -> Position:
        twin = Position(self.rules, 1)
        twin.cells[:] = self.cells
        twin.state = self.state
        twin.before = self
        return twin
