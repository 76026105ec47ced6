"""Checks of the arrays that a kernel reads and writes without looking at their ends."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any

CELL_VALUES = 256
MOST_FEATURES = 1 << 20
MOST_INDEX = (1 << 31) - 1  # what a kernel can count to
FORMATS = {"B": ("B",), "i": ("i", "l")}  # numpy names 32 bits 'l' on some machines
SIZES = {"B": 1, "i": 4}
TABLE_NAMES = ("sizes", "cells", "codes", "firsts", "stack", "pile", "meanings")


def check_batch_rows(rows: Any, games: int, width: int, moves: int) -> list[Any]:
    """Return the five rows of a batch if each is writable and long enough for all games."""
    names = ("observations", "masks", "seats", "states", "hints")
    lengths = (games * width, games * moves, games, games, games)
    if not isinstance(rows, Sequence) or isinstance(rows, str | bytes | bytearray) or len(rows) != len(names):
        raise TypeError(f"the rows of a batch must be a list of {len(names)} arrays: {', '.join(names)}.")
    if max(lengths) > MOST_INDEX:
        raise ValueError(f"{games} games are too many for one batch: divide them among several.")
    for name, row, length in zip(names, rows, lengths, strict=True):
        check_row(name, row, length, "B" if name in names[:2] else "i")
    return list(rows)


def check_row(name: str, row: Any, length: int, kind: str, is_input: bool = False) -> None:
    """Raise an exception unless a row is a writable, contiguous array of the kind with room for so many numbers."""
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
    if not (sizes_fit(copied, players) and sights_fit(copied, size) and pile_fits(copied, size)):
        raise ValueError("the tables of an observer do not fit this game: take them from the outlook of the game.")
    return copied


def sizes_fit(tables: Mapping[str, array[int]], players: int) -> bool:
    """Whether the tables have the lengths that their sizes name."""
    if len(tables["sizes"]) != 4 or len(tables["stack"]) != 3 or len(tables["pile"]) not in (0, 4 + players):
        return False
    seats, width, fixed, sights = tables["sizes"]
    looks = players * sights
    return (
        seats == players
        and 0 <= fixed <= sights
        and players <= width <= MOST_FEATURES
        and len(tables["firsts"]) == sights
        and len(tables["cells"]) == len(tables["codes"]) == looks
    )


def sights_fit(tables: Mapping[str, array[int]], size: int) -> bool:
    """Whether every sight looks at a cell of the position and writes into the row."""
    _, _, fixed, sights = tables["sizes"]
    if not all(0 <= number < size for number in tables["stack"]):
        return False
    for look, cell in enumerate(tables["cells"]):
        sight = look % sights
        # A sight of the stack counts from the end of the frames; the observer compares where it ends up.
        least = 0 if sight < fixed else -size
        if not least <= cell < size or not meaning_fits(tables, tables["codes"][look], tables["firsts"][sight]):
            return False
    return True


def meaning_fits(tables: Mapping[str, array[int]], code: int, first: int) -> bool:
    """Whether what a code makes of any value lies inside the row from a feature on."""
    room = tables["sizes"][1] - first
    if code < 0:
        return code > -CELL_VALUES and first >= 0 and room > 0
    meanings = tables["meanings"][code : code + CELL_VALUES]
    return first >= 0 and len(meanings) == CELL_VALUES and min(meanings) >= 0 and max(meanings) <= room


def pile_fits(tables: Mapping[str, array[int]], size: int) -> bool:
    """Whether the pile lies inside the position and the row."""
    if not tables["pile"]:
        return True
    count, first, at, features, *codes = tables["pile"]
    room = tables["sizes"][1] - at
    if not (0 <= count < size and 0 <= first < size and at >= 0 and 0 < features <= room):
        return False
    rows = [tables["meanings"][code : code + CELL_VALUES] for code in codes]
    return all(
        code >= 0 and len(row) == CELL_VALUES and min(row) >= 0 and max(row) <= features
        for code, row in zip(codes, rows, strict=True)
    )
