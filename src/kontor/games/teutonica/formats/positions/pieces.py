"""The pieces in a position that is being read: counting them, and completing supply and stock."""

from __future__ import annotations

from typing import Final

from kontor.core.game import PositionBytes
from kontor.core.position_fields import entries, listed, refuse, whole
from kontor.games.teutonica.formats.positions.terms import Tally, Terms
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


class PieceCount:
    """Where the pieces of the human seats are; what no field accounts for is in the stock. [HT-INV-1]"""

    def __init__(self, terms: Terms, position: PositionBytes) -> None:
        self.terms = terms
        self.position = position
        self.tally = Tally()
        self.supply: dict[int, Pair] = {}
        self.stock: dict[int, Pair] = {}

    def note(self, owner: int, kind: int, field: str) -> None:
        """Count a piece outside supply and stock; neutral traders are not limited."""
        if owner != NEUTRAL:
            self.tally.note((owner, kind), field)

    def note_piece(self, piece: int, field: str) -> None:
        """Count a piece given by its cell."""
        self.note(owner_of(piece), kind_of(piece), field)

    def read_supply(self, content: object) -> None:
        """Read the field `supply`."""
        self.supply = self.pairs(content, "supply")

    def read_stock(self, content: object) -> None:
        """Read the field `stock`."""
        self.stock = self.pairs(content, "stock")

    def pairs(self, content: object, field: str) -> dict[int, Pair]:
        """Traders and merchants by seat."""
        found = {}
        for key, value in entries(content, field).items():
            counts = listed(value, KINDS, field)
            if len(counts) != KINDS:
                refuse(field, "must have a number of traders and one of merchants for each seat")
            traders, merchants = (whole(n, 0, most, field) for n, most in zip(counts, PER_COLOUR, strict=True))
            found[self.terms.seat_key(key, field)] = (traders, merchants)
        return found

    def complete(self) -> None:
        """Fill in every supply and stock."""
        for seat in range(self.terms.players):
            for kind in range(KINDS):
                self.complete_seat(seat, kind)

    def complete_seat(self, seat: int, kind: int) -> None:
        """Split the pieces of a seat that stand nowhere between supply and stock. [HT-SET-7]"""
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
        """Refuse supply and stock that are not what the board leaves. [HT-INV-1]"""
        if supply < 0 or stock < 0 or supply + stock != free:
            field = "supply" if seat in self.supply else "stock"
            named = (supply if seat in self.supply else 0) + (stock if seat in self.stock else 0)
            what = KIND_NAMES[kind]
            refuse(field, f"gives seat {seat} {named} {what} where the other fields leave {free}", "HT-INV-1")

    def free(self, seat: int, kind: int) -> int:
        """The pieces of a kind that are left for supply and stock."""
        placed = self.tally.total((seat, kind))
        free = PER_COLOUR[kind] - ON_TRACK[kind] - self.on_desk(seat, kind) - placed
        if free < 0:
            field = self.tally.field_with_most((seat, kind))
            most = PER_COLOUR[kind]
            claim = f"and the like need {most - free} {KIND_NAMES[kind]} of seat {seat}, who has {most}"
            refuse(field, claim, "HT-INV-1")
        return free

    def on_desk(self, seat: int, kind: int) -> int:
        """The pieces of a kind that still cover abilities. [HT-SET-5]"""
        levels = layout.SEATS + seat * layout.SEAT_SIZE + layout.LEVELS
        return sum(
            highest_level(ability) - self.position[levels + ability]
            for ability in range(ABILITIES)
            if covered_by(ability) == kind
        )

    def traders_in_supply(self, seat: int) -> int:
        """The traders a seat can use at once."""
        return self.position[layout.SEATS + seat * layout.SEAT_SIZE + layout.SUPPLY + TRADER]
