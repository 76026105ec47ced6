"""Where the tiles of a position are, and where those go that no field accounts for. [H-INV-3]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from kontor.core.position_fields import entries, listed, refuse, whole
from kontor.games.hansa.formats.positions.terms import Counts, Terms
from kontor.games.hansa.rules.pieces import PILES_IN_ALL, TILE_TYPES, barrels_of, colour_of


def split(count: int) -> Counts:
    """The sizes of the five piles that so many tiles make; too few for five are the last pile. [H-SETUP-4]"""
    if count < PILES_IN_ALL:
        return [*[0] * (PILES_IN_ALL - 1), count]
    return [count // PILES_IN_ALL + int(pile < count % PILES_IN_ALL) for pile in range(PILES_IN_ALL)]


def lowered(piles: Counts, count: int) -> Counts:
    """The piles after tiles were taken, the first pile first, until so many are left. [H-STOCK-6]"""
    taken = sum(piles) - count
    left = []
    for size in piles:
        left.append(size - min(size, taken))
        taken -= min(size, taken)
    return left


def dealt(rest: Counts, count: int) -> Counts:
    """So many of the tiles at hand: one of each type in turn."""
    bag, left = [0] * TILE_TYPES, list(rest)
    tile = 0
    while count:
        if left[tile]:
            left[tile] -= 1
            bag[tile] += 1
            count -= 1
        tile = (tile + 1) % TILE_TYPES
    return bag


class Tiles:
    """The tiles of a position: those its fields name, then all."""

    def __init__(self, terms: Terms, content: Mapping[str, Any], is_setup: bool) -> None:
        self.terms = terms
        self.content = content
        self.is_setup = is_setup
        self.stored = self.read_warehouses()
        self.held = self.read_desks("held")
        self.sold = self.read_desks("sold")
        self.sale = terms.tiles(content.get("sale", []), "sale")
        self.named = {
            field: terms.counted_tiles(content[field], field) for field in ("bag", "out") if field in content
        }
        self.left_out = self.read_left_out()
        self.check_left_out()
        self.check_counts()
        self.piles, self.bag, self.out = [0] * PILES_IN_ALL, [0] * TILE_TYPES, [0] * TILE_TYPES
        self.share_out()

    # what the fields name

    def read_warehouses(self) -> Counts:
        """The type plus one of the tile in each warehouse, in filling order. [H-BOARD-6]"""
        slots = self.terms.configuration.board.slots
        stored = [0] * len(slots)
        for name, row in entries(self.content.get("warehouses", {}), "warehouses").items():
            port = self.terms.port(name, "warehouses")
            for n, item in enumerate(listed(row, slots.count(port), "warehouses")):
                if item is not None:
                    stored[slots.index(port) + n] = self.terms.tile(item, "warehouses") + 1
        return stored

    def read_desks(self, field: str) -> list[Counts]:
        """The tiles in front of each seat."""
        desks = [[0] * TILE_TYPES for _ in range(self.terms.players)]
        for key, row in entries(self.content.get(field, {}), field).items():
            desks[self.terms.seat_key(key, field)] = self.terms.tiles(row, field)
        return desks

    def fields(self) -> Iterator[tuple[str, Counts]]:
        """Every field that holds tiles, with its tiles by type."""
        yield "warehouses", [self.stored.count(tile + 1) for tile in range(TILE_TYPES)]
        yield from (("held", desk) for desk in self.held)
        yield from (("sold", desk) for desk in self.sold)
        yield from self.named.items()

    def read_left_out(self) -> list[int]:
        """The colours left out: the named ones, or the last that no field names. [H-SETUP-1]"""
        wanted = self.terms.configuration.board.left_out(self.terms.players)
        if "removed_colours" in self.content:
            return self.read_removed(wanted)
        if self.is_setup:
            return []
        unused = [n for n, colour in enumerate(self.terms.colours) if colour not in self.due() and not self.names(n)]
        if len(unused) < wanted:
            refuse("removed_colours", "cannot be filled in: too many colours have tiles", "H-SETUP-1")
        return unused[len(unused) - wanted :]

    def due(self) -> list[Any]:
        """The colours of which somebody has to lose a tile."""
        losses = listed(self.content.get("pending_losses", []), self.terms.tiles_in_all, "pending_losses")
        return [loss[1] for loss in losses if isinstance(loss, list | tuple) and len(loss) == 2]

    def read_removed(self, wanted: int) -> list[int]:
        """The colours that the field names, as many as the players demand. [H-SETUP-1]"""
        field = "removed_colours"
        colours = [self.terms.colour(item, field) for item in listed(self.content[field], wanted, field)]
        if len(set(colours)) < len(colours):
            refuse(field, "names a colour twice")
        if len(colours) < wanted and not self.is_setup:
            refuse(field, f"must name {wanted} colours with {self.terms.players} players", "H-SETUP-1")
        return colours

    def names(self, colour: int) -> bool:
        """Whether some field has tiles of a colour."""
        return any(count and colour_of(tile) == colour for _, row in self.fields() for tile, count in enumerate(row))

    # what must hold

    def check_left_out(self) -> None:
        """No tile of a colour left out is in the game. [H-SETUP-1]"""
        for field, row in self.fields():
            for tile, count in enumerate(row):
                if count and colour_of(tile) in self.left_out:
                    colour = self.terms.colours[colour_of(tile)]
                    refuse(field, f"has {colour} tiles, which are left out", "H-SETUP-1")

    def check_counts(self) -> None:
        """No type has more tiles than there are. [H-COMP-1, H-INV-3]"""
        for tile in range(TILE_TYPES):
            rows = [(row[tile], field) for field, row in self.fields()]
            if sum(count for count, _ in rows) > self.terms.copies[barrels_of(tile) - 1]:
                name = "-".join(map(str, self.terms.tile_ids[tile]))
                refuse(max(rows)[1], f"leaves more {name} tiles than there are", "H-INV-3")

    def rest(self) -> Counts:
        """The tiles of the game that no field accounts for."""
        rest = []
        for tile in range(TILE_TYPES):
            whole_set = 0 if colour_of(tile) in self.left_out else self.terms.copies[barrels_of(tile) - 1]
            rest.append(whole_set - sum(row[tile] for _, row in self.fields()))
        return rest

    # where the rest goes

    def share_out(self) -> None:
        """Settle piles, bag and tiles out of the game. [H-STATE-6, H-STATE-9]"""
        rest = self.rest()
        self.bag = self.named["bag"] if "bag" in self.named else self.fill_bag(rest)
        left = rest if "bag" in self.named else [a - b for a, b in zip(rest, self.bag, strict=True)]
        if sum(left) and ("out" in self.named or self.is_setup):
            field = "bag" if "bag" in self.named else "piles"
            refuse(field, f"leaves {sum(left)} tiles unaccounted for", "H-INV-3")
        self.out = self.named.get("out", left)
        self.piles = self.read_piles(sum(self.bag))

    def fill_bag(self, rest: Counts) -> Counts:
        """The tiles nobody has seen, when the field does not name them."""
        if self.is_setup or ("out" in self.named and "piles" not in self.content):
            return rest
        wanted = sum(self.named_piles()) if "piles" in self.content else min(self.at_start(), sum(rest))
        if wanted > sum(rest):
            refuse("piles", f"have {wanted} tiles where {sum(rest)} can be", "H-INV-3")
        return dealt(rest, wanted)

    def at_start(self) -> int:
        """The tiles in the piles after the set-up. [H-SETUP-4]"""
        colours = len(self.terms.colours) - len(self.left_out)
        return colours * sum(self.terms.copies) - len(self.stored)

    def named_piles(self) -> Counts:
        """The sizes that the field names; a pile is begun only when all before it are used up. [H-INV-4]"""
        row = listed(self.content["piles"], PILES_IN_ALL, "piles")
        if len(row) < PILES_IN_ALL:
            refuse("piles", f"must have {PILES_IN_ALL} sizes", "H-BOARD-7")
        sizes = [whole(size, 0, self.terms.tiles_in_all, "piles") for size in row]
        if any(before and not after for before, after in pairwise(sizes)):
            refuse("piles", "have an empty one behind one that is not", "H-INV-4")
        return sizes

    def read_piles(self, in_bag: int) -> Counts:
        """The sizes of the piles, which the tiles of the bag make up. [H-STATE-6]"""
        if "piles" not in self.content:
            start = self.at_start()
            if self.is_setup:
                return [0] * PILES_IN_ALL
            return split(in_bag) if "bag" in self.named or in_bag > start else lowered(split(start), in_bag)
        sizes = self.named_piles()
        if sum(sizes) != (0 if self.is_setup else in_bag):
            refuse("piles", f"have {sum(sizes)} tiles, the bag has {in_bag}", "H-STATE-6")
        return sizes
