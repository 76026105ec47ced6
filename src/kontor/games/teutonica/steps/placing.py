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

    def may_place_on(self, t: Table, route: int) -> bool:
        """Whether a piece may be placed on the route for nothing but the action."""
        return self.reach.may_enter(t, route)

    def moves(self, t: Table) -> None:
        if not t.may_act():
            return
        seat = t.active()
        has_trader, has_merchant = t.in_supply(seat, TRADER) > 0, t.in_supply(seat, MERCHANT) > 0
        if not (has_trader or has_merchant):
            return
        for route in range(t.board.routes):
            if t.free_on(route) and self.may_place_on(t, route):
                first = t.board.route_first[route]
                for space in range(first, first + t.board.route_size[route]):
                    if t.is_free(space):
                        if has_trader and t.board.is_ship[space] == 0:
                            t.offer(self.first + space * KINDS)
                        if has_merchant:
                            t.offer(self.first + space * KINDS + 1)

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
