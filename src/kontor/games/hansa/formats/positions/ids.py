"""Conversion between the ids of positions as data and the numbers of the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kontor.core.position_fields import is_whole, listed, number_of, refuse, whole
from kontor.games.hansa.configuration import Configuration
from kontor.games.hansa.moves import tile_ids
from kontor.games.hansa.rules.pieces import BARRELS, TILE_TYPES, tile_of
from kontor.kernel.runtime.errors import shown

Counts = list[int]


class PositionIds:
    """The ids of ports, colours and tiles of one configuration, and their numbers."""

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self.players = configuration.players
        self.ports = configuration.board.ports
        self.colours = configuration.board.colours
        self.tile_ids = tile_ids(configuration.board)
        self.copies = configuration.board.copies()
        self.tiles_in_all = sum(self.copies) * len(self.colours)

    # from data to numbers

    def seat(self, value: Any, field: str) -> int:
        """Return a seat."""
        if not is_whole(value) or not 0 <= value < self.players:
            refuse(field, f"names {shown(value)}, which is no seat from 0 to {self.players - 1}")
        seat: int = value
        return seat

    def seat_key(self, key: str, field: str) -> int:
        """Return a seat that is the key of an object."""
        digit = len(key) == 1 and "0" <= key <= "9"
        return self.seat(int(key) if digit else key, field)

    def port(self, value: object, field: str) -> int:
        """Return the number of a port."""
        return number_of(value, self.ports, field, "port")

    def colour(self, value: object, field: str) -> int:
        """Return the number of a colour of goods."""
        return number_of(value, self.colours, field, "colour")

    def tile(self, value: object, field: str) -> int:
        """Return the type of a tile that is given as colour and barrels."""
        pair = listed(value, 2, field)
        if len(pair) != 2:
            refuse(field, "must name each tile by colour and barrels")
        return tile_of(self.colour(pair[0], field), whole(pair[1], 1, BARRELS, field))

    def tiles(self, value: object, field: str) -> Counts:
        """Return how many tiles of each type a list of tiles has."""
        counts = [0] * TILE_TYPES
        for item in listed(value, self.tiles_in_all, field):
            counts[self.tile(item, field)] += 1
        return counts

    def counted_tiles(self, value: object, field: str) -> Counts:
        """Return how many tiles of each type a list of colours, barrels and counts has."""
        counts = [0] * TILE_TYPES
        for item in listed(value, self.tiles_in_all, field):
            triple = listed(item, 3, field)
            if len(triple) != 3:
                refuse(field, "must name tiles by colour, barrels and how many")
            counts[self.tile(triple[:2], field)] += whole(triple[2], 0, self.tiles_in_all, field)
        return counts

    # from numbers to data

    def tile_json(self, tile: int) -> list[Any]:
        """Return a type of tile as data."""
        return list(self.tile_ids[tile])

    def tile_list_json(self, counts: Sequence[int]) -> list[Any]:
        """Return counts of tiles as a list of single tiles. [H-CMD-3]"""
        return [self.tile_json(tile) for tile, count in enumerate(counts) for _ in range(count)]

    def tile_counts_json(self, counts: Sequence[int]) -> list[Any]:
        """Return counts of tiles as a list of colour, barrels and count."""
        return [[*self.tile_ids[tile], count] for tile, count in enumerate(counts) if count]
