"""The base of every game's position: its cells, the legal moves listed for it, the events of the last move."""

from __future__ import annotations

from array import array
from typing import Final

from kontor.kernel.checksum import CHECKED_BYTES
from kontor.kernel.runtime.dialect import (
    BitSets,
    Cells,
    Ints,
    UInt64,
    copy_cells,
    copy_sets,
    equal_cells,
    lowest_bit,
)

MOST_OFFERS: Final = 4096
MOST_EVENTS: Final = 64
EVENT_SIZE: Final = 4  # the type of an event and three numbers


class Snapshots:
    """Copies of loaded positions with their counts and sets, which are restored faster than a position is loaded.

    Those of many games lie one after the other, so that a processor fetches the next one in time.
    """

    cells: Cells
    counts: Cells
    sets: BitSets

    def __init__(self, p: BasePosition, number: int) -> None:
        self.cells = bytearray(number * p.size)
        self.counts = bytearray(number * p.count_size)
        self.sets = array("Q", bytes(8 * number * p.set_count))
        for n in range(number):
            p.save(self, n)


class BasePosition:
    """A position as an array of cells; the position class of a game adds the accessors of its rules."""

    players: int
    store: bytearray
    cells: Cells
    size: int  # of the cells
    count_size: int
    counts: Cells  # what a game derives from the cells and keeps up to date
    set_count: int
    sets: BitSets  # also derived
    offers: Ints  # the legal moves, in ascending order
    offered: int  # how many there are
    weights: Ints  # those of the legal moves, once the engine has listed them
    up_to_date: bool  # whether the legal moves are those of the current cells
    event_cells: Ints
    event_count: int

    def __init__(self, size: int, players: int, counts: int, sets: int) -> None:
        self.players = players
        self.store = bytearray(size + CHECKED_BYTES)
        self.cells = self.store
        self.size = len(self.store)
        self.count_size = counts
        self.counts = bytearray(counts)
        self.set_count = sets
        self.sets = array("Q", bytes(8 * sets))
        self.offers = array("i", bytes(4 * MOST_OFFERS))
        self.offered = 0
        self.weights = array("i", bytes(4 * MOST_OFFERS))
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
        """Compute the counts and sets that a game keeps beside the cells."""

    def save(self, snapshots: Snapshots, n: int = 0) -> None:
        """Copy the loaded position into a snapshot."""
        copy_cells(snapshots.cells, n * self.size, self.cells, 0, self.size)
        copy_cells(snapshots.counts, n * self.count_size, self.counts, 0, self.count_size)
        copy_sets(snapshots.sets, n * self.set_count, self.sets, 0, self.set_count)

    def restore(self, snapshots: Snapshots, n: int = 0) -> None:
        """Load the position of a snapshot."""
        copy_cells(self.cells, 0, snapshots.cells, n * self.size, self.size)
        copy_cells(self.counts, 0, snapshots.counts, n * self.count_size, self.count_size)
        copy_sets(self.sets, 0, snapshots.sets, n * self.set_count, self.set_count)
        self.up_to_date = False

    def equals(self, snapshots: Snapshots) -> bool:
        """Return whether the loaded position is that of the first snapshot."""
        return equal_cells(self.cells, 0, snapshots.cells, 0, self.size)

    def offer(self, move: int) -> None:
        """Add a legal move; moves must be added in ascending order."""
        self.offers[self.offered] = move
        self.offered += 1

    def offer_each(self, first: int, numbers: UInt64) -> None:
        """Add the legal moves that have a number of a set after the first move."""
        offered = self.offered
        while numbers:
            self.offers[offered] = first + lowest_bit(numbers)
            offered += 1
            numbers &= numbers - 1
        self.offered = offered

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
    below, left = 0, p.offered
    while left > 1:  # a sum instead of a branch, which a processor could not predict
        half = left // 2
        below += half if p.offers[below + half - 1] < move else 0
        left -= half
    return below + 1 if left and p.offers[below] < move else below
