"""Observations: what a seat sees of a position, written as a row of small numbers.

An observer works from the tables of an `ObservationSpec` and knows no rules.
"""

from __future__ import annotations

from typing import Any

from kontor.kernel.arguments import checked_number
from kontor.kernel.base_position import BasePosition
from kontor.kernel.engine import BaseEngine
from kontor.kernel.runtime.array_checks import checked_tables
from kontor.kernel.runtime.dialect import Cells, Ints, exported


def clear(row: Cells, first: int, end: int) -> None:
    """Set the cells of a row from `first` to `end - 1` to 0."""
    for n in range(first, end):
        row[n] = 0


def write_value(value: int, code: int, category_maps: Ints, row: Cells, at: int) -> None:
    """Write the value of a cell into the columns of its feature: an amount, or a 1 in the column of its category."""
    if code < 0:
        row[at] = min(value, -code)
    elif category_maps[code + value]:
        row[at + category_maps[code + value] - 1] = 1


class Observer:
    """Writes the observations of seats."""

    engine: BaseEngine
    players: int
    width: int  # columns of an observation
    fixed: int  # features whose cell is always the same; those of the stack follow
    features: int
    cells: Ints  # seat * features + feature -> its cell
    codes: Ints  # seat * features + feature -> start of its category map, or the maximum of an amount, negative
    firsts: Ints  # feature -> its first column
    stack_depth: int
    stack_first: int
    frame_size: int
    pairs: Ints  # cell of the count, first cell, first column, columns per place, category map of every seat
    category_maps: Ints

    def __init__(self, engine: BaseEngine, given: dict[str, Ints]) -> None:
        tables = checked_tables(given, engine.base_position.players, len(engine.base_position.store))
        self.engine = engine
        self.players, self.width, self.fixed, self.features = tables["sizes"]
        self.stack_depth, self.stack_first, self.frame_size = tables["stack"]
        self.cells = tables["cells"]
        self.codes = tables["codes"]
        self.firsts = tables["firsts"]
        self.pairs = tables["pairs"]
        self.category_maps = tables["category_maps"]

    @exported
    def row(self, position: bytearray, seat: Any) -> bytearray:
        """Return the observation of a seat in a position."""
        number: int = checked_number(seat, 0, self.players - 1, "the seat")
        p = self.engine.load_checked(position)
        row = bytearray(self.width)
        self.write(p, number, row, 0)
        return row

    def write(self, p: BasePosition, seat: int, row: Cells, at: int) -> None:
        """Write the observation of a seat in the loaded position into a row, from an index on."""
        clear(row, at, at + self.width)
        row[at + seat] = 1
        self.write_fixed(p.cells, seat * self.features, row, at)
        self.write_stack(p.cells, seat * self.features, row, at)
        if len(self.pairs):
            self.write_pairs(p.cells, self.pairs[4 + seat], row, at)

    def write_fixed(self, position: Cells, offset: int, row: Cells, at: int) -> None:
        """Write the features whose cell is always the same."""
        # Arrays are local here and below: a compiler would load them again after every cell that is written.
        cells: Ints = self.cells
        codes: Ints = self.codes
        firsts: Ints = self.firsts
        category_maps: Ints = self.category_maps
        for n in range(self.fixed):
            write_value(position[cells[offset + n]], codes[offset + n], category_maps, row, at + firsts[n])

    def write_stack(self, position: Cells, offset: int, row: Cells, at: int) -> None:
        """Write the frames of the stack, the topmost first."""
        cells: Ints = self.cells
        codes: Ints = self.codes
        firsts: Ints = self.firsts
        category_maps: Ints = self.category_maps
        end = position[self.stack_depth] * self.frame_size
        lowest = self.stack_first
        for n in range(self.fixed, self.features):
            cell = cells[offset + n] + end
            if lowest <= cell < len(position):
                write_value(position[cell], codes[offset + n], category_maps, row, at + firsts[n])

    def write_pairs(self, position: Cells, code: int, row: Cells, at: int) -> None:
        """Count the pairs of every place and category."""
        places = (self.width - self.pairs[2]) // self.pairs[3]
        for n in range(min(position[self.pairs[0]], (len(position) - self.pairs[1]) // 2)):
            cell = self.pairs[1] + 2 * n
            category = self.category_maps[code + position[cell + 1]]
            if category and 0 < position[cell] <= places:
                row[at + self.pairs[2] + (position[cell] - 1) * self.pairs[3] + category - 1] += 1
