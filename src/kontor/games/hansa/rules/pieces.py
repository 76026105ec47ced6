"""Goods tiles as numbers: six colours with one to three barrels."""

from __future__ import annotations

from typing import Final

COLOURS: Final = 6
BARRELS: Final = 3
TILE_TYPES: Final = COLOURS * BARRELS
MOST_SEATS: Final = 4
PILES_IN_ALL: Final = 5


def tile_of(colour: int, barrels: int) -> int:
    """Return the type of a tile; tiles of the same colour and barrels are interchangeable. [H-COMP-6]"""
    return colour * BARRELS + barrels - 1


def colour_of(tile: int) -> int:
    """Return the colour of a tile."""
    return tile // BARRELS


def barrels_of(tile: int) -> int:
    """Return the barrels on a tile, one to three."""
    return tile % BARRELS + 1
