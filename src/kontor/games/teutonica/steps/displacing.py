"""C – Displace."""

from __future__ import annotations

from kontor.games.teutonica.facts import FEE_PAID, PIECE_DISPLACED, PIECE_PLACED
from kontor.games.teutonica.fees import FEES, mix_refusal, offer_mixes
from kontor.games.teutonica.pieces import (
    EMPTY,
    KINDS,
    MERCHANT,
    NEUTRAL,
    TRADER,
    displacement_fee,
    kind_of,
    owner_of,
    piece_of,
)
from kontor.games.teutonica.reach import Reach
from kontor.games.teutonica.reasons import (
    FEE_DIFFERS,
    FEE_LACKS_MERCHANTS,
    FEE_LACKS_TRADERS,
    FEE_UNPAYABLE,
    LEGAL,
    NO_REFUGE,
    NO_RIVAL,
    SHIP_TAKES_MERCHANTS,
)
from kontor.games.teutonica.rings import extras_due, refuges
from kontor.games.teutonica.steps.step import Step, action_refusal
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import DISPLACED, EXTRAS, FROM_ROUTE, OWNER, RELOCATION


class Displacing(Step):
    """Take a rival's space and pay its toll. [HT-DSP-1, HT-DSP-2, HT-DSP-3, HT-DSP-4, HT-DSP-12]"""

    reach: Reach

    def __init__(self, first: int, size: int, reach: Reach) -> None:
        super().__init__(first, size)
        self.reach = reach

    def refusal(self, t: Table, choice: int) -> int:
        space, kind = choice // (KINDS * FEES), choice // FEES % KINDS
        reason = action_refusal(t)
        if reason:
            return reason
        piece = t.piece_at(space)
        if piece == EMPTY or owner_of(piece) == t.active():
            return NO_RIVAL
        if kind == TRADER and t.board.is_ship[space]:
            return SHIP_TAKES_MERCHANTS
        reason = self.reach.refusal(t, t.board.route_of[space])
        if reason:
            return reason
        reason = self.fee_refusal(t, kind, displacement_fee(kind_of(piece)), choice % FEES)
        if reason:
            return reason
        room = refuges(t, owner_of(piece), t.board.route_of[space], kind_of(piece))
        return LEGAL if room else NO_REFUGE

    def fee_refusal(self, t: Table, kind: int, fee: int, merchants: int) -> int:
        """Return why the fee cannot be paid with so many merchants, or LEGAL. [HT-DSP-2, HT-DSP-3]"""
        if t.supply_size(t.active()) <= fee:
            return FEE_UNPAYABLE
        if merchants > fee:
            return FEE_DIFFERS
        return mix_refusal(t, kind, fee, merchants, FEE_LACKS_TRADERS, FEE_LACKS_MERCHANTS)

    def moves(self, t: Table) -> None:
        seat = t.active()
        if not t.may_act() or t.supply_size(seat) <= displacement_fee(TRADER):
            return
        for route in range(t.board.routes):
            if t.rivals_on(seat, route) and self.reach.lies_open(t, route):
                first = t.board.route_first[route]
                for space in range(first, first + t.board.route_size[route]):
                    piece = t.piece_at(space)
                    if piece != EMPTY and owner_of(piece) != seat and self.may_displace(t, route, piece):
                        self.offer_pieces(t, space, displacement_fee(kind_of(piece)))

    def may_displace(self, t: Table, route: int, piece: int) -> bool:
        """Whether the fee can be met and the piece be put back. [HT-DSP-2, HT-DSP-12]"""
        kind = kind_of(piece)
        return t.supply_size(t.active()) > displacement_fee(kind) and refuges(t, owner_of(piece), route, kind) > 0

    def offer_pieces(self, t: Table, space: int, fee: int) -> None:
        """Offer each kind to put down with each mix of the rest as the fee. [HT-DSP-3]"""
        for kind in range(KINDS):
            if t.in_supply(t.active(), kind) and (kind == MERCHANT or t.board.is_ship[space] == 0):
                offer_mixes(t, self.first + (space * KINDS + kind) * FEES, kind, fee)

    def apply(self, t: Table, choice: int) -> None:
        seat, space, kind = t.active(), choice // (KINDS * FEES), choice // FEES % KINDS
        merchants = choice % FEES
        t.spend_action()
        self.reach.enter(t, t.board.route_of[space])
        displaced = t.take_off(space)
        t.tell(PIECE_DISPLACED, displaced, space, seat)
        t.add_to_supply(seat, kind, -1)
        t.put(space, piece_of(seat, kind))
        t.tell(PIECE_PLACED, piece_of(seat, kind), space, 0)
        traders = displacement_fee(kind_of(displaced)) - merchants
        t.pay(seat, traders, merchants)
        t.tell(FEE_PAID, seat, traders, merchants)
        self.open_sub_turn(t, displaced, t.board.route_of[space])

    def open_sub_turn(self, t: Table, displaced: int, route: int) -> None:
        """Hand over to the displaced player; for neutral traders to the other human. [HT-DSP-5, HT-P2N-3]"""
        owner = owner_of(displaced)
        decider = owner if owner != NEUTRAL else 1 - t.active()
        t.push(RELOCATION, decider)
        t.remember(OWNER, owner)
        t.remember(FROM_ROUTE, route)
        t.remember(DISPLACED, kind_of(displaced) + 1)
        t.remember(EXTRAS, extras_due(t, owner, kind_of(displaced)))
