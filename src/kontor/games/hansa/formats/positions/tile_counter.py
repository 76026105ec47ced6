"""The tiles of a position: those of its fields, and the distribution of the remaining ones. [H-INV-3]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from kontor.core.position_fields import entries, listed, refuse, whole
from kontor.games.hansa.formats.positions.ids import Counts, PositionIds
from kontor.games.hansa.rules.pieces import PILES_IN_ALL, TILE_TYPES, barrels_of, colour_of


def split(count: int) -> Counts:
    """Return the sizes of five piles of `count` tiles; fewer than five tiles are the last pile. [H-SETUP-4]"""
    if count < PILES_IN_ALL:
        return [*[0] * (PILES_IN_ALL - 1), count]
    return [count // PILES_IN_ALL + int(pile < count % PILES_IN_ALL) for pile in range(PILES_IN_ALL)]


def lowered(piles: Counts, count: int) -> Counts:
    """Return the piles after tiles were taken, the first pile first, until `count` are left. [H-STOCK-6]"""
    taken = sum(piles) - count
    left = []
    for size in piles:
        left.append(size - min(size, taken))
        taken -= min(size, taken)
    return left


def one_of_each_in_turn(rest: Counts, count: int) -> Counts:
    """Return `count` of the remaining tiles, one of each type in turn."""
    bag, left = [0] * TILE_TYPES, list(rest)
    tile = 0
    while count:
        if left[tile]:
            left[tile] -= 1
            bag[tile] += 1
            count -= 1
        tile = (tile + 1) % TILE_TYPES
    return bag


class TileCounter:
    """The number of tiles of each type in every part of a position."""

    def __init__(self, ids: PositionIds, content: Mapping[str, Any], is_setup: bool) -> None:
        self.ids = ids
        self.content = content
        self.is_setup = is_setup
        self.stored = self.read_warehouses()
        self.held = self.read_seat_tiles("held")
        self.sold = self.read_seat_tiles("sold")
        self.sale = ids.tiles(content.get("sale", []), "sale")
        self.named = {field: ids.counted_tiles(content[field], field) for field in ("bag", "out") if field in content}
        self.left_out = self.read_left_out()
        self.check_left_out()
        self.check_counts()
        self.piles, self.bag, self.out = [0] * PILES_IN_ALL, [0] * TILE_TYPES, [0] * TILE_TYPES
        self.distribute_rest()

    # the fields

    def read_warehouses(self) -> Counts:
        """Return the type plus one of the tile in each warehouse, in filling order. [H-BOARD-6]"""
        slots = self.ids.configuration.board.slots
        stored = [0] * len(slots)
        for name, row in entries(self.content.get("warehouses", {}), "warehouses").items():
            port = self.ids.port(name, "warehouses")
            for n, item in enumerate(listed(row, slots.count(port), "warehouses")):
                if item is not None:
                    stored[slots.index(port) + n] = self.ids.tile(item, "warehouses") + 1
        return stored

    def read_seat_tiles(self, field: str) -> list[Counts]:
        """Return the tiles of each seat."""
        seat_tiles = [[0] * TILE_TYPES for _ in range(self.ids.players)]
        for key, row in entries(self.content.get(field, {}), field).items():
            seat_tiles[self.ids.seat_key(key, field)] = self.ids.tiles(row, field)
        return seat_tiles

    def fields(self) -> Iterator[tuple[str, Counts]]:
        """Yield every field that contains tiles, with its tiles by type."""
        yield "warehouses", [self.stored.count(tile + 1) for tile in range(TILE_TYPES)]
        yield from (("held", row) for row in self.held)
        yield from (("sold", row) for row in self.sold)
        yield from self.named.items()

    def read_left_out(self) -> list[int]:
        """Return the colours left out: those of the field, or the last ones that no field names. [H-SETUP-1]"""
        wanted = self.ids.configuration.board.left_out(self.ids.players)
        if "removed_colours" in self.content:
            return self.read_removed(wanted)
        if self.is_setup:
            return []
        unused = [
            n
            for n, colour in enumerate(self.ids.colours)
            if colour not in self.colours_to_lose() and not self.has_colour(n)
        ]
        if len(unused) < wanted:
            refuse("removed_colours", "cannot be filled in: too many colours have tiles", "H-SETUP-1")
        return unused[len(unused) - wanted :]

    def colours_to_lose(self) -> list[Any]:
        """Return the colours of which a seat has to lose a tile."""
        losses = listed(self.content.get("pending_losses", []), self.ids.tiles_in_all, "pending_losses")
        return [loss[1] for loss in losses if isinstance(loss, list | tuple) and len(loss) == 2]

    def read_removed(self, wanted: int) -> list[int]:
        """Return the colours of the field, as many as the player count requires. [H-SETUP-1]"""
        field = "removed_colours"
        colours = [self.ids.colour(item, field) for item in listed(self.content[field], wanted, field)]
        if len(set(colours)) < len(colours):
            refuse(field, "names a colour twice")
        if len(colours) < wanted and not self.is_setup:
            refuse(field, f"must name {wanted} colours with {self.ids.players} players", "H-SETUP-1")
        return colours

    def has_colour(self, colour: int) -> bool:
        """Return whether a field has tiles of a colour."""
        return any(count and colour_of(tile) == colour for _, row in self.fields() for tile, count in enumerate(row))

    # checks

    def check_left_out(self) -> None:
        """Check that no field has a tile of a colour that is left out. [H-SETUP-1]"""
        for field, row in self.fields():
            for tile, count in enumerate(row):
                if count and colour_of(tile) in self.left_out:
                    colour = self.ids.colours[colour_of(tile)]
                    refuse(field, f"has {colour} tiles, which are left out", "H-SETUP-1")

    def check_counts(self) -> None:
        """Check that the fields have no more tiles of a type than exist. [H-COMP-1, H-INV-3]"""
        for tile in range(TILE_TYPES):
            rows = [(row[tile], field) for field, row in self.fields()]
            if sum(count for count, _ in rows) > self.ids.copies[barrels_of(tile) - 1]:
                name = "-".join(map(str, self.ids.tile_ids[tile]))
                refuse(max(rows)[1], f"has more {name} tiles than exist", "H-INV-3")

    def rest(self) -> Counts:
        """Return the tiles of the game that no field contains."""
        rest = []
        for tile in range(TILE_TYPES):
            whole_set = 0 if colour_of(tile) in self.left_out else self.ids.copies[barrels_of(tile) - 1]
            rest.append(whole_set - sum(row[tile] for _, row in self.fields()))
        return rest

    # the remaining tiles

    def distribute_rest(self) -> None:
        """Set bag, tiles out of the game and piles. [H-STATE-6, H-STATE-9]"""
        rest = self.rest()
        self.bag = self.named["bag"] if "bag" in self.named else self.fill_bag(rest)
        left = rest if "bag" in self.named else [a - b for a, b in zip(rest, self.bag, strict=True)]
        if sum(left) and ("out" in self.named or self.is_setup):
            field = "bag" if "bag" in self.named else "piles"
            refuse(field, f"leaves {sum(left)} tiles unaccounted for", "H-INV-3")
        self.out = self.named.get("out", left)
        self.piles = self.read_piles(sum(self.bag))

    def fill_bag(self, rest: Counts) -> Counts:
        """Return the face-down tiles without their field."""
        if self.is_setup or ("out" in self.named and "piles" not in self.content):
            return rest
        wanted = sum(self.named_piles()) if "piles" in self.content else min(self.at_start(), sum(rest))
        if wanted > sum(rest):
            refuse("piles", f"have {wanted} tiles, but only {sum(rest)} are left", "H-INV-3")
        return one_of_each_in_turn(rest, wanted)

    def at_start(self) -> int:
        """Return the number of tiles in the piles after the set-up. [H-SETUP-4]"""
        colours = len(self.ids.colours) - len(self.left_out)
        return colours * sum(self.ids.copies) - len(self.stored)

    def named_piles(self) -> Counts:
        """Return the sizes of the field; tiles are taken from a pile only when all before it are empty. [H-INV-4]"""
        row = listed(self.content["piles"], PILES_IN_ALL, "piles")
        if len(row) < PILES_IN_ALL:
            refuse("piles", f"must have {PILES_IN_ALL} sizes", "H-BOARD-7")
        sizes = [whole(size, 0, self.ids.tiles_in_all, "piles") for size in row]
        if any(before and not after for before, after in pairwise(sizes)):
            refuse("piles", "have an empty pile after one that is not empty", "H-INV-4")
        return sizes

    def read_piles(self, in_bag: int) -> Counts:
        """Return the sizes of the piles, which contain the tiles of the bag. [H-STATE-6]"""
        if "piles" not in self.content:
            start = self.at_start()
            if self.is_setup:
                return [0] * PILES_IN_ALL
            return split(in_bag) if "bag" in self.named or in_bag > start else lowered(split(start), in_bag)
        sizes = self.named_piles()
        if sum(sizes) != (0 if self.is_setup else in_bag):
            refuse("piles", f"have {sum(sizes)} tiles, the bag has {in_bag}", "H-STATE-6")
        return sizes
