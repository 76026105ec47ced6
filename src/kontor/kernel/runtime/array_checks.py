"""Checks of the arrays that a kernel reads and writes without bounds checks."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

CELL_VALUES = 256
MOST_COLUMNS = 1 << 20
CLOSE_CELLS = 32  # so few cells without features are compared with those around them
MOST_INDEX = (1 << 31) - 1  # the highest C int
FORMATS = {"B": ("B",), "i": ("i", "l")}  # numpy names 32 bits 'l' on some machines
SIZES = {"B": 1, "i": 4}
TABLE_NAMES = ("sizes", "cells", "codes", "firsts", "stack", "pairs", "category_maps")


def check_batch_rows(rows: Any, games: int, width: int, moves: int) -> list[Any]:
    """Return the six rows of a batch if each is writable and long enough for all games."""
    names = ("observations", "terminal_observations", "masks", "seats", "states", "hints")
    lengths = (games * width, games * width, games * moves, games, games, games)
    if not isinstance(rows, Sequence) or isinstance(rows, str | bytes | bytearray) or len(rows) != len(names):
        raise TypeError(f"the rows of a batch must be a list of {len(names)} arrays: {', '.join(names)}.")
    if max(lengths) > MOST_INDEX:
        raise ValueError(f"{games} games are too many for one batch: divide them among several.")
    for name, row, length in zip(names, rows, lengths, strict=True):
        check_row(name, row, length, "B" if name in names[:3] else "i")
    return list(rows)


def checked_moves(chosen: Any) -> Any:
    """Return a view of an array of moves, which holds plain numbers also if the array is one of numpy."""
    check_row("moves", chosen, 0, "i", True)
    return memoryview(chosen)


def check_row(name: str, row: Any, length: int, kind: str, is_input: bool = False) -> None:
    """Raise an exception unless a row is a writable, contiguous array of a type with at least `length` numbers."""
    try:
        view = memoryview(row)
    except TypeError:
        raise TypeError(f"the row {name!r} must be an array, not {type(row).__name__}.") from None
    if view.format not in FORMATS[kind] or view.itemsize != SIZES[kind] or view.ndim != 1 or not view.c_contiguous:
        raise TypeError(f"the row {name!r} must be a contiguous array of type {kind!r} with one dimension.")
    if view.readonly and not is_input:
        raise TypeError(f"the row {name!r} cannot be written to: give a writable array.")
    if len(view) < length:
        raise ValueError(f"the row {name!r} has {len(view)} numbers: give at least {length}.")


def checked_tables(tables: Any, players: int, size: int) -> dict[str, array[int]]:
    """Return a copy of an observer's tables if every index in them stays inside its array."""
    if not isinstance(tables, Mapping) or set(tables) != set(TABLE_NAMES):
        raise ValueError(f"the tables of an observer must be named {', '.join(TABLE_NAMES)}.")
    for name in TABLE_NAMES:
        if not isinstance(tables[name], array) or tables[name].typecode != "i":
            raise TypeError(f"the table {name!r} must be an array of type 'i'.")
    copied = {name: array("i", tables[name]) for name in TABLE_NAMES}
    if not (sizes_fit(copied, players) and features_fit(copied, size) and pairs_fit(copied, size)):
        raise ValueError(
            "the tables of an observer do not fit this game: take them from the observation spec of the game."
        )
    return copied


def feature_entries(tables: Mapping[str, array[int]]) -> tuple[int, array[int]]:
    """Return one array with cell, code and first column of every feature of every seat.

    The fixed features that show a category to every seat come first; their number is returned beside the array.
    """
    players, _, fixed, features = tables["sizes"]
    cells, codes, firsts = tables["cells"], tables["codes"], tables["firsts"]
    mapped = {n for n in range(fixed) if all(codes[seat * features + n] >= 0 for seat in range(players))}
    order = sorted(range(features), key=lambda n: n not in mapped)
    rows = [
        (cells[seat * features + n], codes[seat * features + n], firsts[n]) for seat in range(players) for n in order
    ]
    return len(mapped), array("i", chain.from_iterable(rows))


def entries_by_cell(
    tables: Mapping[str, array[int]], entries: array[int], size: int
) -> tuple[array[int], array[int]]:
    """Return the numbers of the fixed entries by seat and cell, and where those of each cell of a seat begin."""
    players, _, fixed, features = tables["sizes"]
    numbers, starts = array("i"), array("i")
    for seat in range(players):
        cells: list[list[int]] = [[] for _ in range(size)]
        for n in range(seat * features, seat * features + fixed):
            cells[entries[3 * n]].append(n)
        for found in cells:
            starts.append(len(numbers))
            numbers.extend(found)
    starts.append(len(numbers))
    return numbers, starts


def shown_ranges(tables: Mapping[str, array[int]]) -> array[int]:
    """Return the ranges of cells with fixed features: the first cell of each and the cell after its last."""
    players, _, fixed, features = tables["sizes"]
    cells = {tables["cells"][seat * features + n] for seat in range(players) for n in range(fixed)}
    ranges: list[list[int]] = []
    for cell in sorted(cells):
        if ranges and cell - ranges[-1][1] < CLOSE_CELLS:
            ranges[-1][1] = cell + 1
        else:
            ranges.append([cell, cell + 1])
    return array("i", chain.from_iterable(ranges))


def stack_ends(tables: Mapping[str, array[int]]) -> array[int]:
    """Return for every number of frames on the stack the column after those that show them."""
    players, _, fixed, features = tables["sizes"]
    ends = array("i", [first_stack_column(tables)])
    for feature in range(fixed, features):
        codes = (tables["codes"][seat * features + feature] for seat in range(players))
        columns = (1 if code < 0 else max(tables["category_maps"][code : code + CELL_VALUES]) for code in codes)
        end = max(ends[-1], tables["firsts"][feature] + max(columns))
        if (feature - fixed) % max(tables["stack"][2], 1):
            ends[-1] = end
        else:
            ends.append(end)
    return ends


def first_stack_column(tables: Mapping[str, array[int]]) -> int:
    """Return the first of the last columns, which show the stack and the pairs."""
    _, width, fixed, _ = tables["sizes"]
    return min([width, *tables["firsts"][fixed:], *tables["pairs"][2:3]])


def sizes_fit(tables: Mapping[str, array[int]], players: int) -> bool:
    """Return whether the tables have the lengths that `sizes` states."""
    if len(tables["sizes"]) != 4 or len(tables["stack"]) != 3 or len(tables["pairs"]) not in (0, 4 + players):
        return False
    seats, width, fixed, features = tables["sizes"]
    rows = players * features
    return (
        seats == players
        and 0 <= fixed <= features
        and players <= width <= MOST_COLUMNS
        and len(tables["firsts"]) == features
        and len(tables["cells"]) == len(tables["codes"]) == rows
    )


def features_fit(tables: Mapping[str, array[int]], size: int) -> bool:
    """Return whether every feature reads a cell of the position and writes into the row."""
    _, _, fixed, features = tables["sizes"]
    if not all(0 <= number < size for number in tables["stack"]):
        return False
    for n, cell in enumerate(tables["cells"]):
        feature = n % features
        # The cell of a stack feature is relative to the end of the frames; the observer checks the sum.
        least = 0 if feature < fixed else -size
        code, first = tables["codes"][n], tables["firsts"][feature]
        if not least <= cell < size or not category_map_fits(tables, code, first):
            return False
    return True


def category_map_fits(tables: Mapping[str, array[int]], code: int, first: int) -> bool:
    """Return whether a code writes any value inside the row, from its first column on."""
    room = tables["sizes"][1] - first
    if code < 0:
        return code > -CELL_VALUES and first >= 0 and room > 0
    category_maps = tables["category_maps"][code : code + CELL_VALUES]
    return first >= 0 and len(category_maps) == CELL_VALUES and min(category_maps) >= 0 and max(category_maps) <= room


def pairs_fit(tables: Mapping[str, array[int]], size: int) -> bool:
    """Return whether the pairs are inside the position and the row."""
    if not tables["pairs"]:
        return True
    count, first, at, columns, *codes = tables["pairs"]
    room = tables["sizes"][1] - at
    if not (0 <= count < size and 0 <= first < size and at >= 0 and 0 < columns <= room):
        return False
    rows = [tables["category_maps"][code : code + CELL_VALUES] for code in codes]
    return all(
        code >= 0 and len(row) == CELL_VALUES and min(row) >= 0 and max(row) <= columns
        for code, row in zip(codes, rows, strict=True)
    )
