"""The base of every game's position: its cells, the legal moves listed for it, the events of the last move."""

from __future__ import annotations

from array import array
from typing import Final

from kontor.kernel.checksum import CHECKED_BYTES
from kontor.kernel.runtime.dialect import Cells, Ints, copy_cells, equal_cells

MOST_OFFERS: Final = 4096
MOST_EVENTS: Final = 64
EVENT_SIZE: Final = 4  # the type of an event and three numbers


class Snapshot:
    """A copy of a loaded position with its counts, which is restored faster than a position is loaded."""

    cells: Cells
    counts: Cells

    def __init__(self, p: BasePosition) -> None:
        self.cells = bytearray(p.store)
        self.counts = bytearray(p.count_size)
        p.save(self)


class BasePosition:
    """A position as an array of cells; the position class of a game adds the accessors of its rules."""

    players: int
    store: bytearray
    cells: Cells
    size: int  # of the cells
    count_size: int
    counts: Cells  # what a game derives from the cells and keeps up to date
    offers: Ints  # the legal moves, in ascending order
    offered: int  # how many there are
    up_to_date: bool  # whether the legal moves are those of the current cells
    event_cells: Ints
    event_count: int

    def __init__(self, size: int, players: int, counts: int) -> None:
        self.players = players
        self.store = bytearray(size + CHECKED_BYTES)
        self.cells = self.store
        self.size = len(self.store)
        self.count_size = counts
        self.counts = bytearray(counts)
        self.offers = array("i", bytes(4 * MOST_OFFERS))
        self.offered = 0
        self.up_to_date = False
        self.event_cells = array("i", [0] * (MOST_EVENTS * EVENT_SIZE))
        self.event_count = 0

    def load(self, position: bytearray) -> None:
        """Load a position without checking it; exported functions call `BaseEngine.load_checked` instead."""
        self.store[:] = position
        self.refresh_counts()

    def refresh_counts(self) -> None:
        """Recompute everything that is derived from the cells."""
        self.up_to_date = False
        self.compute_counts()

    def compute_counts(self) -> None:
        """Compute the counts that a game keeps beside the cells."""

    def save(self, snapshot: Snapshot) -> None:
        """Copy the loaded position into a snapshot."""
        copy_cells(snapshot.cells, 0, self.cells, 0, self.size)
        copy_cells(snapshot.counts, 0, self.counts, 0, self.count_size)

    def restore(self, snapshot: Snapshot) -> None:
        """Load the position of a snapshot."""
        copy_cells(self.cells, 0, snapshot.cells, 0, self.size)
        copy_cells(self.counts, 0, snapshot.counts, 0, self.count_size)
        self.up_to_date = False

    def equals(self, snapshot: Snapshot) -> bool:
        """Return whether the loaded position is that of a snapshot."""
        return equal_cells(self.cells, 0, snapshot.cells, 0, self.size)

    def offer(self, move: int) -> None:
        """Add a legal move; moves must be added in ascending order."""
        self.offers[self.offered] = move
        self.offered += 1

    def emit(self, event: int, a: int, b: int, c: int) -> None:
        """Add an event of the current move."""
        at = self.event_count * EVENT_SIZE
        if self.event_count < MOST_EVENTS:
            self.event_cells[at] = event
            self.event_cells[at + 1] = a
            self.event_cells[at + 2] = b
            self.event_cells[at + 3] = c
            self.event_count += 1


def offers_below(p: BasePosition, move: int) -> int:
    """Return how many offered moves have a lower number."""
    low, high = 0, p.offered
    while low < high:
        middle = (low + high) // 2
        if p.offers[middle] < move:
            low = middle + 1
        else:
            high = middle
    return low
