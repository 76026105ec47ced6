"""What the evaluation of a seat remembers: values that only posts, abilities, markers and points change."""

from __future__ import annotations

from array import array
from typing import Final

from kontor.games.teutonica.rules.layout import (
    ATTACHED,
    BAG,
    FRESH,
    HAND,
    MOST_ROUTES,
    SEAT_SIZE,
    SPECIAL,
    SUPPLY,
    UNUSED,
)
from kontor.games.teutonica.rules.pieces import MERCHANT, TRADER
from kontor.games.teutonica.rules.position import Position
from kontor.kernel.runtime.dialect import Cells, Ints, copy_cells, equal_cells

NO_SEAT: Final = -1
TRADER_AT_HAND: Final = 1  # flags of a route: a trader is on it or can be placed there
MERCHANT_AT_HAND: Final = 2
HAS_MERCHANT: Final = 4
HAS_MARKER: Final = 8
ROUTE_CASES: Final = 16


def route_case(p: Position, seat: int, route: int) -> int:
    """Return everything about the pieces and the marker of a route that the gain of creating it depends on."""
    is_free = p.free_on(route) > 0
    case = HAS_MARKER if p.marker_on(route) else 0
    if p.on_route(seat, MERCHANT, route):
        case += HAS_MERCHANT + MERCHANT_AT_HAND
    elif is_free and p.in_supply(seat, MERCHANT):
        case += MERCHANT_AT_HAND
    if p.on_route(seat, TRADER, route) or (is_free and p.in_supply(seat, TRADER)):
        case += TRADER_AT_HAND
    return case


class SeatMemo:
    """The lasting value of one seat and the gains of routes, valid while the cells that they depend on stay."""

    seat: int  # NO_SEAT if nothing is valid
    posts_version: int
    fresh: int
    seat_cells: Cells
    special_cells: Cells  # special spaces and favours
    attached_cells: Cells
    value: int
    version: int
    gains: Ints  # route * ROUTE_CASES + case -> gain
    gain_versions: Ints  # the version for which each gain was computed

    def __init__(self) -> None:
        self.seat = NO_SEAT
        self.posts_version = 0
        self.fresh = 0
        self.seat_cells = bytearray(SEAT_SIZE)
        self.special_cells = bytearray(BAG - SPECIAL)
        self.attached_cells = bytearray(HAND - ATTACHED)
        self.value = 0
        self.version = 0
        self.gains = array("i", bytes(4 * MOST_ROUTES * ROUTE_CASES))
        self.gain_versions = array("i", bytes(4 * MOST_ROUTES * ROUTE_CASES))

    def forget(self) -> None:
        """Make everything invalid."""
        self.seat = NO_SEAT

    def is_valid(self, p: Position, seat: int, posts_version: int) -> bool:
        """Return whether all cells are as they were noted; supply and stock may have changed."""
        if self.seat != seat or self.posts_version != posts_version or self.fresh != p.cells[FRESH]:
            return False
        first = p.seat(seat)
        return (
            equal_cells(p.cells, first, self.seat_cells, 0, SUPPLY)
            and equal_cells(p.cells, first + UNUSED, self.seat_cells, UNUSED, SEAT_SIZE - UNUSED)
            and equal_cells(p.cells, SPECIAL, self.special_cells, 0, BAG - SPECIAL)
            and equal_cells(p.cells, ATTACHED, self.attached_cells, 0, HAND - ATTACHED)
        )

    def note(self, p: Position, seat: int, posts_version: int, value: int) -> None:
        """Note the lasting value of a seat and the cells on which it depends."""
        self.seat = seat
        self.posts_version = posts_version
        self.fresh = p.cells[FRESH]
        copy_cells(self.seat_cells, 0, p.cells, p.seat(seat), SEAT_SIZE)
        copy_cells(self.special_cells, 0, p.cells, SPECIAL, BAG - SPECIAL)
        copy_cells(self.attached_cells, 0, p.cells, ATTACHED, HAND - ATTACHED)
        self.value = value
        self.version += 1
