"""B – Place."""

from __future__ import annotations

from kontor.games.teutonica.facts import PIECE_PLACED
from kontor.games.teutonica.pieces import KINDS, MERCHANT, TRADER, piece_of
from kontor.games.teutonica.reach import Reach
from kontor.games.teutonica.reasons import PLACE_OCCUPIED, SHIP_TAKES_MERCHANTS, SUPPLY_LACKS_KIND
from kontor.games.teutonica.steps.step import Step, action_refusal
from kontor.games.teutonica.table import Table


class Placing(Step):
    """Put a tradesman of the supply on an empty space that accepts it. [HT-PLC-1, HT-PLC-2, HT-PLC-3]"""

    reach: Reach

    def __init__(self, first: int, size: int, reach: Reach) -> None:
        super().__init__(first, size)
        self.reach = reach

    def refusal(self, t: Table, choice: int) -> int:
        return self.piece_refusal(t, choice // KINDS, choice % KINDS)

    def piece_refusal(self, t: Table, space: int, kind: int) -> int:
        """Return why a piece of a kind may not be placed on a space, or LEGAL. [HT-PLC-1, HT-PLC-2, HT-PLC-3]"""
        reason = action_refusal(t)
        if reason:
            return reason
        if not t.is_free(space):
            return PLACE_OCCUPIED
        if not t.takes(space, kind):
            return SHIP_TAKES_MERCHANTS
        if t.in_supply(t.active(), kind) == 0:
            return SUPPLY_LACKS_KIND
        return self.reach.refusal(t, t.board.route_of[space])

    def moves(self, t: Table) -> None:
        has_trader, has_merchant = t.in_supply(t.active(), TRADER) > 0, t.in_supply(t.active(), MERCHANT) > 0
        if not t.may_act() or not (has_trader or has_merchant):
            return
        if self.reach.is_bounded or t.board.ships:
            self.offer_accepting(t, has_trader, has_merchant)
        elif has_trader and has_merchant:
            self.offer_both_kinds(t)
        else:
            self.offer_one_kind(t, MERCHANT if has_merchant else TRADER)

    def offer_accepting(self, t: Table, has_trader: bool, has_merchant: bool) -> None:
        """Offer the empty spaces within reach, each to the kinds it accepts; the spaces of a route are neighbours."""
        route, is_open = -1, False
        for n in range(t.free_count):
            space = t.free_spaces[n]
            if t.board.route_of[space] != route:
                route = t.board.route_of[space]
                is_open = self.reach.lies_open(t, route)
            if is_open:
                if has_trader and t.board.is_ship[space] == 0:
                    t.offer(self.first + space * KINDS + TRADER)
                if has_merchant:
                    t.offer(self.first + space * KINDS + MERCHANT)

    def offer_both_kinds(self, t: Table) -> None:
        """Offer every empty space to both kinds; the busiest loop of all, so it writes the offers itself."""
        first, count = self.first, t.offered
        for n in range(t.free_count):
            move = first + t.free_spaces[n] * KINDS
            t.offers[count + 2 * n] = move
            t.offers[count + 2 * n + 1] = move + 1
        t.offered = count + 2 * t.free_count

    def offer_one_kind(self, t: Table, kind: int) -> None:
        """Offer every empty space to one kind, in the same way."""
        first, count = self.first + kind, t.offered
        for n in range(t.free_count):
            t.offers[count + n] = first + t.free_spaces[n] * KINDS
        t.offered = count + t.free_count

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
