"""Counting of the pieces of a position, and filling in supply and stock."""

from __future__ import annotations

from typing import Final

from kontor.core.position_fields import entries, listed, refuse, whole
from kontor.core.values import PositionBytes
from kontor.games.teutonica.formats.positions.ids import FieldCounts, PositionIds
from kontor.games.teutonica.rules import layout
from kontor.games.teutonica.rules.pieces import (
    ABILITIES,
    KINDS,
    MERCHANTS_PER_COLOUR,
    NEUTRAL,
    TRADER,
    TRADERS_PER_COLOUR,
    covered_by,
    highest_level,
    kind_of,
    owner_of,
)

PER_COLOUR: Final = (TRADERS_PER_COLOUR, MERCHANTS_PER_COLOUR)
KIND_NAMES: Final = ("traders", "merchants")
ON_TRACK: Final = (1, 0)

Pair = tuple[int, int]


class PieceCounter:
    """Counter of the pieces of the human seats; pieces that no field names are in the stock. [HT-INV-1]"""

    def __init__(self, ids: PositionIds, position: PositionBytes) -> None:
        self.ids = ids
        self.position = position
        self.tally = FieldCounts()
        self.supply: dict[int, Pair] = {}
        self.stock: dict[int, Pair] = {}

    def note(self, owner: int, kind: int, field: str) -> None:
        """Count a piece outside supply and stock; the number of neutral traders is not limited."""
        if owner != NEUTRAL:
            self.tally.note((owner, kind), field)

    def note_piece(self, piece: int, field: str) -> None:
        """Count a piece given by its cell value."""
        self.note(owner_of(piece), kind_of(piece), field)

    def read_supply(self, content: object) -> None:
        """Read the field `supply`."""
        self.supply = self.pairs(content, "supply")

    def read_stock(self, content: object) -> None:
        """Read the field `stock`."""
        self.stock = self.pairs(content, "stock")

    def pairs(self, content: object, field: str) -> dict[int, Pair]:
        """Return the numbers of traders and merchants by seat."""
        found = {}
        for key, value in entries(content, field).items():
            counts = listed(value, KINDS, field)
            if len(counts) != KINDS:
                refuse(field, "must have a number of traders and one of merchants for each seat")
            traders, merchants = (whole(n, 0, most, field) for n, most in zip(counts, PER_COLOUR, strict=True))
            found[self.ids.seat_key(key, field)] = (traders, merchants)
        return found

    def complete(self) -> None:
        """Fill in every supply and stock."""
        for seat in range(self.ids.players):
            for kind in range(KINDS):
                self.complete_seat(seat, kind)

    def complete_seat(self, seat: int, kind: int) -> None:
        """Divide the pieces of a seat that are not on the board between supply and stock. [HT-SET-7]"""
        at = layout.SEATS + seat * layout.SEAT_SIZE
        free = self.free(seat, kind)
        if seat in self.supply:
            supply = self.supply[seat][kind]
        elif seat in self.stock:
            supply = free - self.stock[seat][kind]
        else:
            supply = min(self.position[at + layout.SUPPLY + kind], free)
        stock = self.stock[seat][kind] if seat in self.stock else free - supply
        self.check_fit(seat, kind, supply, stock, free)
        self.position[at + layout.SUPPLY + kind] = supply
        self.position[at + layout.STOCK + kind] = stock

    def check_fit(self, seat: int, kind: int, supply: int, stock: int, free: int) -> None:
        """Reject a supply and stock that do not match the pieces left by the other fields. [HT-INV-1]"""
        if supply < 0 or stock < 0 or supply + stock != free:
            field = "supply" if seat in self.supply else "stock"
            named = (supply if seat in self.supply else 0) + (stock if seat in self.stock else 0)
            what = KIND_NAMES[kind]
            refuse(field, f"gives seat {seat} {named} {what} where the other fields leave {free}", "HT-INV-1")

    def free(self, seat: int, kind: int) -> int:
        """Return the number of pieces of a kind left for supply and stock."""
        placed = self.tally.total((seat, kind))
        free = PER_COLOUR[kind] - ON_TRACK[kind] - self.on_desk(seat, kind) - placed
        if free < 0:
            field = self.tally.field_with_most((seat, kind))
            most = PER_COLOUR[kind]
            claim = f"and the like need {most - free} {KIND_NAMES[kind]} of seat {seat}, who has {most}"
            refuse(field, claim, "HT-INV-1")
        return free

    def on_desk(self, seat: int, kind: int) -> int:
        """Return the number of pieces of a kind that still cover abilities. [HT-SET-5]"""
        levels = layout.SEATS + seat * layout.SEAT_SIZE + layout.LEVELS
        return sum(
            highest_level(ability) - self.position[levels + ability]
            for ability in range(ABILITIES)
            if covered_by(ability) == kind
        )

    def traders_in_supply(self, seat: int) -> int:
        """Return the number of traders in the supply of a seat."""
        return self.position[layout.SEATS + seat * layout.SEAT_SIZE + layout.SUPPLY + TRADER]
