"""B – Place."""

from __future__ import annotations

from kontor.games.teutonica.facts import PIECE_PLACED
from kontor.games.teutonica.pieces import KINDS, MERCHANT, TRADER, piece_of
from kontor.games.teutonica.reach import Reach
from kontor.games.teutonica.steps.step import Step
from kontor.games.teutonica.table import Table


class Placing(Step):
    """Put a tradesman of the supply on an empty space that accepts it. [HT-PLC-1, HT-PLC-2, HT-PLC-3]"""

    reach: Reach

    def __init__(self, first: int, reach: Reach) -> None:
        self.first = first
        self.reach = reach

    def moves(self, t: Table) -> None:
        if not t.may_act():
            return
        has_trader = t.in_supply(t.active(), TRADER) > 0
        has_merchant = t.in_supply(t.active(), MERCHANT) > 0
        if has_trader or has_merchant:
            for route in range(t.board.routes):
                if t.free_on(route) and self.reach.lies_open(t, route):
                    self.offer_route(t, route, has_trader, has_merchant)

    def offer_route(self, t: Table, route: int, has_trader: bool, has_merchant: bool) -> None:
        """Offer the empty spaces of a route; this is the busiest loop of all, so it counts by itself."""
        count = t.offered
        first, size = t.board.route_first[route], t.board.route_size[route]
        if has_trader and has_merchant and t.houses_free[route] == size:
            start = self.first + first * KINDS
            for n in range(size * KINDS):
                t.offers[count + n] = start + n
            t.offered = count + size * KINDS
            return
        for space in range(first, first + size):
            if t.is_free(space):
                move = self.first + space * KINDS
                if has_trader and t.board.is_ship[space] == 0:
                    t.offers[count] = move
                    count += 1
                if has_merchant:
                    t.offers[count] = move + 1
                    count += 1
        t.offered = count

    def apply(self, t: Table, choice: int) -> None:
        self.place(t, choice // KINDS, choice % KINDS)

    def place(self, t: Table, space: int, kind: int) -> None:
        """Put the piece down and pay the action."""
        seat = t.active()
        t.spend_action()
        self.reach.enter(t, t.board.route_of[space])
        t.add_to_supply(seat, kind, -1)
        t.put(space, piece_of(seat, kind))
        t.tell(PIECE_PLACED, piece_of(seat, kind), space, 0)
