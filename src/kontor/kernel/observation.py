"""Observing: what a seat sees of a position, written as a row of small numbers.

An observer is made of the tables of an `Outlook` and knows no rules.
"""

from __future__ import annotations

from typing import Any

from kontor.kernel.arguments import checked_number
from kontor.kernel.base_position import BasePosition
from kontor.kernel.engine import BaseEngine
from kontor.kernel.runtime.array_checks import checked_tables
from kontor.kernel.runtime.dialect import Cells, Ints, exported


def clear(row: Cells, first: int, end: int) -> None:
    """Put nothing into some cells of a row."""
    for n in range(first, end):
        row[n] = 0


def note(value: int, code: int, meanings: Ints, row: Cells, at: int) -> None:
    """Write what a value means, from the first feature of its sight on."""
    if code < 0:
        row[at] = min(value, -code)
    elif meanings[code + value]:
        row[at + meanings[code + value] - 1] = 1


class Observer:
    """Writes what the seats see of the position on the table."""

    engine: BaseEngine
    players: int
    width: int
    fixed: int  # sights that always lie in the same cell; those of the stack follow
    sights: int
    cells: Ints  # seat * sights + sight -> the cell it looks at
    codes: Ints  # seat * sights + sight -> where its meanings begin, or the most of an amount, negative
    firsts: Ints  # sight -> its first feature
    stack_depth: int
    stack_first: int
    frame_size: int
    pile: Ints  # cell of its count, its first cell, its first feature, features per place, meanings by seat
    meanings: Ints

    def __init__(self, engine: BaseEngine, given: dict[str, Ints]) -> None:
        tables = checked_tables(given, engine.base_position.players, len(engine.base_position.store))
        self.engine = engine
        self.players, self.width, self.fixed, self.sights = tables["sizes"]
        self.stack_depth, self.stack_first, self.frame_size = tables["stack"]
        self.cells = tables["cells"]
        self.codes = tables["codes"]
        self.firsts = tables["firsts"]
        self.pile = tables["pile"]
        self.meanings = tables["meanings"]

    @exported
    def row(self, position: bytearray, seat: Any) -> bytearray:
        """What a seat sees of a position."""
        number: int = checked_number(seat, 0, self.players - 1, "the seat")
        p = self.engine.opened(position)
        row = bytearray(self.width)
        self.write(p, number, row, 0)
        return row

    def write(self, p: BasePosition, seat: int, row: Cells, at: int) -> None:
        """Write what a seat sees of the position on the table into a row, from a place on."""
        clear(row, at, at + self.width)
        row[at + seat] = 1
        self.write_fixed(p.cells, seat * self.sights, row, at)
        self.write_stack(p.cells, seat * self.sights, row, at)
        if len(self.pile):
            self.write_pile(p.cells, self.pile[4 + seat], row, at)

    def write_fixed(self, lying: Cells, looks: int, row: Cells, at: int) -> None:
        """Write what always lies in the same cell."""
        # Rows are local here and below: a compiler would load them again after every cell that is written.
        cells: Ints = self.cells
        codes: Ints = self.codes
        firsts: Ints = self.firsts
        meanings: Ints = self.meanings
        for n in range(self.fixed):
            note(lying[cells[looks + n]], codes[looks + n], meanings, row, at + firsts[n])

    def write_stack(self, lying: Cells, looks: int, row: Cells, at: int) -> None:
        """Write the frames of the stack, the topmost first."""
        cells: Ints = self.cells
        codes: Ints = self.codes
        firsts: Ints = self.firsts
        meanings: Ints = self.meanings
        end = lying[self.stack_depth] * self.frame_size
        beginning = self.stack_first
        for n in range(self.fixed, self.sights):
            cell = cells[looks + n] + end
            if beginning <= cell < len(lying):
                note(lying[cell], codes[looks + n], meanings, row, at + firsts[n])

    def write_pile(self, lying: Cells, code: int, row: Cells, at: int) -> None:
        """Count what lies where in the pile."""
        places = (self.width - self.pile[2]) // self.pile[3]
        for n in range(min(lying[self.pile[0]], (len(lying) - self.pile[1]) // 2)):
            cell = self.pile[1] + 2 * n
            meaning = self.meanings[code + lying[cell + 1]]
            if meaning and 0 < lying[cell] <= places:
                row[at + self.pile[2] + (lying[cell] - 1) * self.pile[3] + meaning - 1] += 1
