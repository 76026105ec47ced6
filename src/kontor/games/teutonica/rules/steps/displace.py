"""Action C, Displace."""

from __future__ import annotations

from kontor.games.teutonica.rules.fees import FEES, mix_refusal, offer_mixes
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
from kontor.games.teutonica.rules.relocation_range import count_relocation_spaces, extra_pieces_due
from kontor.games.teutonica.rules.steps.step import Step, action_refusal
from kontor.games.teutonica.rules.tasks import DISPLACED, EXTRAS, FROM_ROUTE, OWNER, RELOCATION


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
        spaces = count_relocation_spaces(p, owner_of(piece), p.board.route_of[space], kind_of(piece))
        return LEGAL if spaces else NO_SPACE_FOR_DISPLACED

    def fee_refusal(self, p: Position, kind: int, fee: int, merchants: int) -> int:
        """Return why the fee cannot be paid with that many merchants, or LEGAL. [HT-DSP-2, HT-DSP-3]"""
        if p.supply_size(p.active()) <= fee:
            return FEE_UNPAYABLE
        if merchants > fee:
            return FEE_DIFFERS
        return mix_refusal(p, kind, fee, merchants, FEE_LACKS_TRADERS, FEE_LACKS_MERCHANTS)

    def moves(self, p: Position) -> None:
        seat = p.active()
        if not p.may_act() or p.supply_size(seat) <= displacement_fee(TRADER):
            return
        for route in range(p.board.routes):
            if p.rivals_on(seat, route) and self.reach.is_open(p, route):
                first = p.board.route_first[route]
                for space in range(first, first + p.board.route_size[route]):
                    piece = p.piece_at(space)
                    if piece != EMPTY and owner_of(piece) != seat and self.may_displace(p, route, piece):
                        self.offer_pieces(p, space, displacement_fee(kind_of(piece)))

    def may_displace(self, p: Position, route: int, piece: int) -> bool:
        """Return whether the fee can be paid and the piece can be relocated. [HT-DSP-2, HT-DSP-12]"""
        kind = kind_of(piece)
        return (
            p.supply_size(p.active()) > displacement_fee(kind)
            and count_relocation_spaces(p, owner_of(piece), route, kind) > 0
        )

    def offer_pieces(self, p: Position, space: int, fee: int) -> None:
        """Offer each kind of piece with each combination of pieces as the fee. [HT-DSP-3]"""
        for kind in range(KINDS):
            if p.in_supply(p.active(), kind) and (kind == MERCHANT or p.board.is_ship[space] == 0):
                offer_mixes(p, self.first + (space * KINDS + kind) * FEES, kind, fee)

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
