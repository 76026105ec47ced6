"""Observations: what a seat sees of a position, written as a row of small numbers.

An observer works from the tables of an `ObservationSpec` and knows no rules.
"""

from __future__ import annotations

from typing import Any

from kontor.kernel.arguments import checked_number
from kontor.kernel.base_position import BasePosition
from kontor.kernel.engine import BaseEngine
from kontor.kernel.runtime.array_checks import (
    checked_tables,
    entries_by_cell,
    feature_entries,
    first_stack_column,
    shown_ranges,
    stack_ends,
)
from kontor.kernel.runtime.dialect import Cells, Ints, equal_cells, exported, first_difference


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


def write_categories(
    position: Cells, entries: Ints, category_maps: Ints, first: int, end: int, row: Cells, at: int
) -> None:
    """Write the features of some entries that all show a category, without a branch, which is hard to predict."""
    for n in range(first, end):
        category = category_maps[entries[3 * n + 1] + position[entries[3 * n]]]
        is_shown = 1 if category > 0 else 0
        row[at + entries[3 * n + 2] + category - is_shown] = is_shown  # or a 0 into a column that is 0 already


def write_features(
    position: Cells, entries: Ints, category_maps: Ints, first: int, end: int, row: Cells, at: int
) -> None:
    """Write the features of some entries."""
    for n in range(first, end):
        write_value(position[entries[3 * n]], entries[3 * n + 1], category_maps, row, at + entries[3 * n + 2])


def rewrite_features(
    value: int,
    before: int,
    entries: Ints,
    category_maps: Ints,
    numbers: Ints,
    first: int,
    end: int,
    row: Cells,
    at: int,
) -> None:
    """Replace the features of a cell, whose entries are `numbers[first:end]`, after the cell has changed."""
    for k in range(first, end):
        n = numbers[k]
        code, column = entries[3 * n + 1], at + entries[3 * n + 2]
        if code >= 0 and category_maps[code + before]:
            row[column + category_maps[code + before] - 1] = 0
        write_value(value, code, category_maps, row, column)


class Observer:
    """Writes the observations of seats."""

    engine: BaseEngine
    players: int
    width: int  # columns of an observation
    mapped: int  # features whose cell is always the same and shows a category to every seat; they come first
    fixed: int  # features whose cell is always the same; those of the stack follow
    features: int
    # The entry seat * features + feature holds three numbers: the cell, the start of its category map (negative: the
    # maximum of an amount), and the first column.
    entries: Ints
    by_cell: Ints  # the numbers of the fixed entries in the order of seats and cells
    cell_starts: Ints  # seat * cells + cell -> where those of a cell begin in `by_cell`
    ranges: Ints  # of cells with fixed features: the first cell of each and the cell after its last
    stack_column: int  # first column of the stack; its columns and those of the pairs are the last ones
    stack_ends: Ints  # frames on the stack -> the column after theirs
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
        self.mapped, self.entries = feature_entries(tables)
        self.by_cell, self.cell_starts = entries_by_cell(tables, self.entries, len(engine.base_position.store))
        self.ranges = shown_ranges(tables)
        self.stack_column = first_stack_column(tables)
        self.stack_ends = stack_ends(tables)
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
        offset = seat * self.features
        clear(row, at, at + self.width)
        row[at + seat] = 1
        # Arrays are arguments: a compiled method would load an attribute again after every cell that is written.
        write_categories(p.cells, self.entries, self.category_maps, offset, offset + self.mapped, row, at)
        write_features(p.cells, self.entries, self.category_maps, offset + self.mapped, offset + self.fixed, row, at)
        self.write_stack(p.cells, self.entries, self.category_maps, offset, row, at)
        if len(self.pairs):
            self.write_pairs(p.cells, self.pairs[4 + seat], row, at)

    def update(self, p: BasePosition, shown: Cells, start: int, seat: int, row: Cells, at: int) -> None:
        """Write the observation of a seat into a row that shows it the position in some cells from `start` on."""
        offset = seat * p.size
        for n in range(0, len(self.ranges), 2):
            cell, end = self.ranges[n], self.ranges[n + 1]
            while True:
                cell += first_difference(p.cells, cell, shown, start + cell, end - cell)
                if cell == end:
                    break
                low, high = self.cell_starts[offset + cell], self.cell_starts[offset + cell + 1]
                value, before = p.cells[cell], shown[start + cell]
                rewrite_features(value, before, self.entries, self.category_maps, self.by_cell, low, high, row, at)
                cell += 1
        self.update_last_columns(p, shown, start, seat, row, at)

    def update_last_columns(self, p: BasePosition, shown: Cells, start: int, seat: int, row: Cells, at: int) -> None:
        """Write the stack again, and the pairs if they differ from those of the position shown."""
        frames = min(shown[start + self.stack_depth], len(self.stack_ends) - 1)
        clear(row, at + self.stack_column, at + self.stack_ends[frames])
        self.write_stack(p.cells, self.entries, self.category_maps, seat * self.features, row, at)
        if len(self.pairs) and not self.has_equal_pairs(p, shown, start):
            clear(row, at + self.pairs[2], at + self.width)
            self.write_pairs(p.cells, self.pairs[4 + seat], row, at)

    def has_equal_pairs(self, p: BasePosition, shown: Cells, start: int) -> bool:
        """Return whether the pairs of the position are those of the position shown."""
        count, first = p.cells[self.pairs[0]], self.pairs[1]
        size = min(2 * count, p.size - first)
        return count == shown[start + self.pairs[0]] and equal_cells(p.cells, first, shown, start + first, size)

    def write_stack(
        self, position: Cells, entries: Ints, category_maps: Ints, offset: int, row: Cells, at: int
    ) -> None:
        """Write the frames of the stack, the topmost first, up to the lowest frame."""
        end = position[self.stack_depth] * self.frame_size
        for n in range(offset + self.fixed, offset + self.features):
            cell = entries[3 * n] + end
            if cell < self.stack_first:
                return
            if cell < len(position):
                write_value(position[cell], entries[3 * n + 1], category_maps, row, at + entries[3 * n + 2])

    def write_pairs(self, position: Cells, code: int, row: Cells, at: int) -> None:
        """Count the pairs of every place and category."""
        places = (self.width - self.pairs[2]) // self.pairs[3]
        for n in range(min(position[self.pairs[0]], (len(position) - self.pairs[1]) // 2)):
            cell = self.pairs[1] + 2 * n
            category = self.category_maps[code + position[cell + 1]]
            if category and 0 < position[cell] <= places:
                row[at + self.pairs[2] + (position[cell] - 1) * self.pairs[3] + category - 1] += 1
