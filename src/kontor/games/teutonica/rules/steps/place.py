"""Action B, Place."""

from __future__ import annotations

from kontor.games.teutonica.rules.pieces import KINDS, MERCHANT, TRADER, piece_of
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import PIECE_PLACED
from kontor.games.teutonica.rules.reach import Reach
from kontor.games.teutonica.rules.reasons import PLACE_OCCUPIED, SHIP_TAKES_MERCHANTS, SUPPLY_LACKS_KIND
from kontor.games.teutonica.rules.steps.step import Step, action_refusal
from kontor.kernel.bit_sets import has_bit
from kontor.kernel.runtime.dialect import UInt64


class PlaceStep(Step):
    """Step that places a tradesman of the supply on an empty space that accepts it. [HT-PLC-1, HT-PLC-2, HT-PLC-3]"""

    reach: Reach

    def __init__(self, first: int, size: int, reach: Reach) -> None:
        super().__init__(first, size)
        self.reach = reach

    def refusal(self, p: Position, choice: int) -> int:
        return self.piece_refusal(p, choice // KINDS, choice % KINDS)

    def piece_refusal(self, p: Position, space: int, kind: int) -> int:
        """Return why a piece of a kind may not be placed on a space, or LEGAL. [HT-PLC-1, HT-PLC-2, HT-PLC-3]"""
        reason = action_refusal(p)
        if reason:
            return reason
        if not p.is_free(space):
            return PLACE_OCCUPIED
        if not p.accepts(space, kind):
            return SHIP_TAKES_MERCHANTS
        if p.in_supply(p.active(), kind) == 0:
            return SUPPLY_LACKS_KIND
        return self.reach.refusal(p, p.board.route_of[space])

    def moves(self, p: Position) -> None:
        has_trader, has_merchant = p.in_supply(p.active(), TRADER) > 0, p.in_supply(p.active(), MERCHANT) > 0
        if not p.may_act() or not (has_trader or has_merchant):
            return
        routes = self.reach.routes(p)
        if routes != p.board.all_routes or p.board.ships:
            self.offer_accepted(p, routes, has_trader, has_merchant)
        elif has_trader and has_merchant:
            self.offer_both_kinds(p)
        else:
            self.offer_one_kind(p, MERCHANT if has_merchant else TRADER)

    def offer_accepted(self, p: Position, routes: UInt64, has_trader: bool, has_merchant: bool) -> None:
        """Offer the empty spaces of some routes to the kinds they accept; the next offer replaces a refused one."""
        first, count = self.first, p.offered
        for n in range(p.free_count()):
            space = p.free_space(n)
            if has_bit(routes, p.board.route_of[space]):
                p.offers[count] = first + space * KINDS + TRADER
                count += 1 if has_trader and p.board.is_ship[space] == 0 else 0
                p.offers[count] = first + space * KINDS + MERCHANT
                count += 1 if has_merchant else 0
        p.offered = count

    def offer_both_kinds(self, p: Position) -> None:
        """Offer every empty space to both kinds; writes the offers directly because it is the hottest loop."""
        first, count = self.first, p.offered
        for n in range(p.free_count()):
            move = first + p.free_space(n) * KINDS
            p.offers[count + 2 * n] = move
            p.offers[count + 2 * n + 1] = move + 1
        p.offered = count + 2 * p.free_count()

    def offer_one_kind(self, p: Position, kind: int) -> None:
        """Offer every empty space to one kind, writing the offers directly."""
        first, count = self.first + kind, p.offered
        for n in range(p.free_count()):
            p.offers[count + n] = first + p.free_space(n) * KINDS
        p.offered = count + p.free_count()

    def apply(self, p: Position, choice: int) -> None:
        self.place(p, choice // KINDS, choice % KINDS)

    def place(self, p: Position, space: int, kind: int) -> None:
        """Place the piece and spend the action."""
        seat = p.active()
        p.spend_action()
        self.reach.spend_permission(p, p.board.route_of[space])
        p.add_to_supply(seat, kind, -1)
        p.put(space, piece_of(seat, kind))
        p.emit(PIECE_PLACED, piece_of(seat, kind), space, 0)
