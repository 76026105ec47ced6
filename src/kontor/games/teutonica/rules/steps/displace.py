"""Action C, Displace."""

from __future__ import annotations

from kontor.games.teutonica.rules.fees import FEES, merchant_payments, mix_refusal, payments
from kontor.games.teutonica.rules.layout import SPACE_SETS, SPACES_IN_SET
from kontor.games.teutonica.rules.pieces import (
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
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import FEE_PAID, PIECE_DISPLACED, PIECE_PLACED
from kontor.games.teutonica.rules.reach import Reach
from kontor.games.teutonica.rules.reasons import (
    FEE_DIFFERS,
    FEE_LACKS_MERCHANTS,
    FEE_LACKS_TRADERS,
    FEE_UNPAYABLE,
    LEGAL,
    NO_RIVAL,
    NO_SPACE_FOR_DISPLACED,
    SHIP_TAKES_MERCHANTS,
)
from kontor.games.teutonica.rules.relocation_range import can_relocate, extra_pieces_due
from kontor.games.teutonica.rules.steps.step import Step, action_refusal
from kontor.games.teutonica.rules.tasks import DISPLACED, EXTRAS, FROM_ROUTE, OWNER, RELOCATION
from kontor.kernel.bit_sets import has_bit
from kontor.kernel.runtime.dialect import UInt64, lowest_bit


class DisplaceStep(Step):
    """Step that displaces a rival's piece and pays the fee. [HT-DSP-1, HT-DSP-2, HT-DSP-3, HT-DSP-4, HT-DSP-12]"""

    reach: Reach

    def __init__(self, first: int, size: int, reach: Reach) -> None:
        super().__init__(first, size)
        self.reach = reach

    def refusal(self, p: Position, choice: int) -> int:
        space, kind = choice // (KINDS * FEES), choice // FEES % KINDS
        reason = action_refusal(p)
        if reason:
            return reason
        piece = p.piece_at(space)
        if piece == EMPTY or owner_of(piece) == p.active():
            return NO_RIVAL
        if kind == TRADER and p.board.is_ship[space]:
            return SHIP_TAKES_MERCHANTS
        reason = self.reach.refusal(p, p.board.route_of[space])
        if reason:
            return reason
        reason = self.fee_refusal(p, kind, displacement_fee(kind_of(piece)), choice % FEES)
        if reason:
            return reason
        has_space = can_relocate(p, owner_of(piece), p.board.route_of[space], kind_of(piece))
        return LEGAL if has_space else NO_SPACE_FOR_DISPLACED

    def fee_refusal(self, p: Position, kind: int, fee: int, merchants: int) -> int:
        """Return why the fee cannot be paid with that many merchants, or LEGAL. [HT-DSP-2, HT-DSP-3]"""
        if p.supply_size(p.active()) <= fee:
            return FEE_UNPAYABLE
        if merchants > fee:
            return FEE_DIFFERS
        return mix_refusal(p, kind, fee, merchants, FEE_LACKS_TRADERS, FEE_LACKS_MERCHANTS)

    def moves(self, p: Position) -> None:
        if not p.may_act() or p.supply_size(p.active()) <= displacement_fee(TRADER):
            return
        routes = self.reach.routes(p)
        for_trader, for_merchant = payments(p, displacement_fee(TRADER)), payments(p, displacement_fee(MERCHANT))
        for part in range(SPACE_SETS):
            rivals: UInt64 = p.rival_spaces(p.active(), part)
            while rivals:
                space = part * SPACES_IN_SET + lowest_bit(rivals)
                rivals &= rivals - 1
                piece, route = p.piece_at(space), p.board.route_of[space]
                if has_bit(routes, route) and can_relocate(p, owner_of(piece), route, kind_of(piece)):
                    self.offer_payments(p, space, for_merchant if kind_of(piece) == MERCHANT else for_trader)

    def offer_payments(self, p: Position, space: int, ways: UInt64) -> None:
        """Offer each kind of piece that the space accepts with each combination of pieces as the fee. [HT-DSP-3]"""
        accepted = merchant_payments(ways) if p.board.is_ship[space] else ways
        p.offer_each(self.first + space * KINDS * FEES, accepted)

    def apply(self, p: Position, choice: int) -> None:
        seat, space, kind = p.active(), choice // (KINDS * FEES), choice // FEES % KINDS
        merchants = choice % FEES
        p.spend_action()
        self.reach.spend_permission(p, p.board.route_of[space])
        displaced = p.take_off(space)
        p.emit(PIECE_DISPLACED, displaced, space, seat)
        p.add_to_supply(seat, kind, -1)
        p.put(space, piece_of(seat, kind))
        p.emit(PIECE_PLACED, piece_of(seat, kind), space, 0)
        traders = displacement_fee(kind_of(displaced)) - merchants
        p.pay(seat, traders, merchants)
        p.emit(FEE_PAID, seat, traders, merchants)
        self.start_relocation(p, displaced, p.board.route_of[space])

    def start_relocation(self, p: Position, displaced: int, route: int) -> None:
        """Start the relocation; the other human decides it for a neutral trader. [HT-DSP-5, HT-P2N-3]"""
        owner = owner_of(displaced)
        decider = owner if owner != NEUTRAL else 1 - p.active()
        p.push(RELOCATION, decider)
        p.set_argument(OWNER, owner)
        p.set_argument(FROM_ROUTE, route)
        p.set_argument(DISPLACED, kind_of(displaced) + 1)
        p.set_argument(EXTRAS, extra_pieces_due(p, owner, kind_of(displaced)))
