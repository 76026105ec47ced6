"""Module promo-markers: Swap Marker, Tribute and Block. [HT-PRO-1]"""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.rules.cities import Posts
from kontor.games.teutonica.rules.fees import FEES, mix_refusal
from kontor.games.teutonica.rules.layout import ATTACHED, BEGUN, MOST_ATTACHED, UNUSED, USED
from kontor.games.teutonica.rules.pieces import (
    BLOCK,
    BLOCK_FEE,
    KINDS,
    MARKER_TYPES,
    MERCHANT,
    SWAP_MARKER,
    TRADER,
    TRIBUTE,
    TRIBUTE_PIECES,
)
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import (
    FEE_PAID,
    MARKER_ATTACHED,
    MARKER_SWAPPED,
    MARKER_USED,
    TRIBUTE_TAKEN,
)
from kontor.games.teutonica.rules.reach import Reach
from kontor.games.teutonica.rules.reasons import (
    BLOCK_NEEDS_TRADER,
    LEGAL,
    NOTHING_TO_SWAP,
    SURCHARGE_DIFFERS,
    SURCHARGE_LACKS_MERCHANTS,
    SURCHARGE_LACKS_TRADERS,
    SURCHARGE_UNPAYABLE,
    SWAP_NO_OPPONENT,
    SWAP_NOT_USED,
    TRIBUTE_LACKS_MERCHANTS,
    TRIBUTE_LACKS_TRADERS,
    TRIBUTE_NEEDS_TRADER,
)
from kontor.games.teutonica.rules.rule_set import RuleSet
from kontor.games.teutonica.rules.steps.place import PlaceStep
from kontor.games.teutonica.rules.steps.step import Step, marker_refusal
from kontor.games.teutonica.rules.steps.use_marker import MarkerStep
from kontor.games.teutonica.rules.tasks import ATTACHMENT, SWAPPING, TRIBUTE_REACTION
from kontor.kernel.bit_sets import with_bit
from kontor.kernel.runtime.dialect import UInt64, exported

MARKER: Final = 0  # argument of ATTACHMENT


@exported
def add_promo_markers(rules: RuleSet) -> RuleSet:
    """Add the three promo markers. [HT-PRO-1]"""
    rules.posts = TributePosts()
    rules.placing_reach = UnblockedReach(rules.reach)
    first, size = rules.first, rules.size
    rules.uses.append(SwapMarkerStep(first["use-swap-marker"], size["use-swap-marker"], SWAP_MARKER))
    rules.uses.append(AttachableMarkerStep(first["use-tribute"], size["use-tribute"], TRIBUTE))
    rules.uses.append(AttachableMarkerStep(first["use-block"], size["use-block"], BLOCK))
    rules.steps.append((SWAPPING, SwapStep(first["swap"], size["swap"])))
    rules.steps.append((ATTACHMENT, AttachStep(first["attach"], size["attach"])))
    rules.steps.append((TRIBUTE_REACTION, TributeStep(first["react-tribute"], size["react-tribute"])))
    return rules


def attached_route(p: Position, n: int) -> int:
    """Return the route of the n-th attached marker, or -1."""
    return p.cells[ATTACHED + 3 * n] - 1


def attached_marker(p: Position, n: int) -> int:
    """Return the type of the n-th attached marker."""
    return p.cells[ATTACHED + 3 * n + 1]


def attached_owner(p: Position, n: int) -> int:
    """Return the owner of the n-th attached marker."""
    return p.cells[ATTACHED + 3 * n + 2]


def blocks_on(p: Position, route: int) -> int:
    """Return the number of Blocks on a route. [HT-PRO-4]"""
    count = 0
    for n in range(MOST_ATTACHED):
        if attached_route(p, n) == route and attached_marker(p, n) == BLOCK:
            count += 1
    return count


def surcharge(p: Position, route: int) -> int:
    """Return the number of pieces that Place on a route costs in addition to the piece placed. [HT-PRO-4]"""
    return blocks_on(p, route) * BLOCK_FEE


class UnblockedReach(Reach):
    """Reach limited to routes without a Block. [HT-PRO-4]"""

    inner: Reach

    def __init__(self, inner: Reach) -> None:
        self.inner = inner

    def routes(self, p: Position) -> UInt64:
        found: UInt64 = self.inner.routes(p)
        for n in range(MOST_ATTACHED):
            if attached_route(p, n) >= 0 and attached_marker(p, n) == BLOCK:
                found = with_bit(found, attached_route(p, n), False)
        return found

    def refusal(self, p: Position, route: int) -> int:
        reason = self.inner.refusal(p, route)
        if reason:
            return reason
        return SURCHARGE_DIFFERS if blocks_on(p, route) else LEGAL

    def spend_permission(self, p: Position, route: int) -> None:
        self.inner.spend_permission(p, route)


class PlaceWithSurchargeStep(PlaceStep):
    """Step that places on a route with Blocks; each costs one more piece from supply to stock. [HT-PRO-4]

    Games without promo markers have the step too: it gives the reason that no surcharge is due.
    """

    def refusal(self, p: Position, choice: int) -> int:
        space, kind, merchants = choice // (KINDS * FEES), choice // FEES % KINDS, choice % FEES
        reason = self.piece_refusal(p, space, kind)
        if reason:
            return reason
        fee = surcharge(p, p.board.route_of[space])
        if fee == 0 or merchants > fee:
            return SURCHARGE_DIFFERS
        if p.supply_size(p.active()) <= fee:
            return SURCHARGE_UNPAYABLE
        return mix_refusal(p, kind, fee, merchants, SURCHARGE_LACKS_TRADERS, SURCHARGE_LACKS_MERCHANTS)

    def moves(self, p: Position) -> None:
        if p.cells[ATTACHED] == 0 or not p.may_act():
            return
        for n in range(p.free_count()):
            space = p.free_space(n)
            if blocks_on(p, p.board.route_of[space]):
                self.offer_legal(p, space * KINDS * FEES, (space + 1) * KINDS * FEES)

    def apply(self, p: Position, choice: int) -> None:
        space, kind, merchants = choice // (KINDS * FEES), choice // FEES % KINDS, choice % FEES
        self.place(p, space, kind)
        traders = surcharge(p, p.board.route_of[space]) - merchants
        p.pay(p.active(), traders, merchants)
        p.emit(FEE_PAID, p.active(), traders, merchants)


class TributePosts(Posts):
    """Posts that let the owners of Tributes next to the city react to every new post. [HT-PRO-3]"""

    def post_established(self, p: Position, city: int) -> None:
        for distance in range(p.players - 1, -1, -1):
            self.offer_tribute(p, (p.active() + distance) % p.players, city)

    def offer_tribute(self, p: Position, owner: int, city: int) -> None:
        """Open one reaction per Tribute of the owner. [HT-DEC-4]"""
        for n in range(MOST_ATTACHED):
            if (
                attached_route(p, n) >= 0
                and attached_marker(p, n) == TRIBUTE
                and attached_owner(p, n) == owner
                and p.board.joins(attached_route(p, n), city)
                and p.stock_size(owner)
            ):
                p.push(TRIBUTE_REACTION, owner)


def tribute_of(choice: int) -> tuple[int, int]:
    """Return the traders and merchants of a tribute, in the order of the move list."""
    traders, row = 0, TRIBUTE_PIECES + 1
    while choice >= row:
        choice -= row
        row -= 1
        traders += 1
    return traders, choice


class TributeStep(Step):
    """Step that moves up to two pieces from stock to supply; with an empty stock nothing more is asked. [HT-PRO-3]"""

    def refusal(self, p: Position, choice: int) -> int:
        traders, merchants = tribute_of(choice)
        if traders > p.in_stock(p.decider(), TRADER):
            return TRIBUTE_LACKS_TRADERS
        return TRIBUTE_LACKS_MERCHANTS if merchants > p.in_stock(p.decider(), MERCHANT) else LEGAL

    def apply(self, p: Position, choice: int) -> None:
        seat = p.decider()
        traders, merchants = tribute_of(choice)
        p.pop()
        p.draw_income(seat, traders, merchants)
        p.emit(TRIBUTE_TAKEN, seat, traders, merchants)
        while p.task() == TRIBUTE_REACTION and p.stock_size(p.decider()) == 0:
            p.pop()


class AttachableMarkerStep(MarkerStep):
    """Step of Tribute and Block: attach the marker with a trader of the supply. [HT-PRO-3, HT-PRO-4]"""

    def refusal(self, p: Position, choice: int) -> int:
        reason = marker_refusal(p, self.marker)
        if reason or p.in_supply(p.active(), TRADER):
            return reason
        return TRIBUTE_NEEDS_TRADER if self.marker == TRIBUTE else BLOCK_NEEDS_TRADER

    def apply(self, p: Position, choice: int) -> None:
        p.push(ATTACHMENT, p.active())
        p.set_argument(MARKER, self.marker)


class AttachStep(Step):
    """Step that attaches the marker to a route. [HT-PRO-3, HT-PRO-4, HT-PRO-5]"""

    def apply(self, p: Position, choice: int) -> None:
        seat, marker = p.active(), p.argument(MARKER)
        p.pop()
        p.cells[p.seat(seat) + UNUSED + marker] -= 1
        p.cells[BEGUN] = 1
        p.add_to_supply(seat, TRADER, -1)
        self.insert(p, choice, marker, seat)
        p.emit(MARKER_ATTACHED, seat, marker, choice)

    def insert(self, p: Position, route: int, marker: int, owner: int) -> None:
        """Insert an attached marker in sorted order, so that equal positions have equal bytes."""
        n = MOST_ATTACHED - 1
        key = (route * MARKER_TYPES + marker) * 8 + owner
        while n > 0 and (attached_route(p, n - 1) < 0 or self.key(p, n - 1) > key):
            for offset in range(3):
                p.cells[ATTACHED + 3 * n + offset] = p.cells[ATTACHED + 3 * n - 3 + offset]
            n -= 1
        p.cells[ATTACHED + 3 * n] = route + 1
        p.cells[ATTACHED + 3 * n + 1] = marker
        p.cells[ATTACHED + 3 * n + 2] = owner

    def key(self, p: Position, n: int) -> int:
        """Return the sort key of an attached marker."""
        return (attached_route(p, n) * MARKER_TYPES + attached_marker(p, n)) * 8 + attached_owner(p, n)


def swap_refusal(p: Position, seat: int, marker: int) -> int:
    """Return why the active seat cannot take that used marker of a seat, or LEGAL. [HT-PRO-2]"""
    if seat == p.active() or seat >= p.players:
        return SWAP_NO_OPPONENT
    return LEGAL if p.cells[p.seat(seat) + USED + marker] else SWAP_NOT_USED


class SwapMarkerStep(MarkerStep):
    """Step of Swap Marker: choose to swap, if an opponent has a used marker. [HT-PRO-2]"""

    def refusal(self, p: Position, choice: int) -> int:
        reason = marker_refusal(p, self.marker)
        if reason:
            return reason
        for seat in range(p.players):
            for marker in range(MARKER_TYPES):
                if swap_refusal(p, seat, marker) == LEGAL:
                    return LEGAL
        return NOTHING_TO_SWAP

    def apply(self, p: Position, choice: int) -> None:
        p.push(SWAPPING, p.active())


class SwapStep(Step):
    """Step that takes a used marker of an opponent as unused in exchange for the Swap Marker. [HT-PRO-2]"""

    def refusal(self, p: Position, choice: int) -> int:
        return swap_refusal(p, choice // MARKER_TYPES, choice % MARKER_TYPES)

    def apply(self, p: Position, choice: int) -> None:
        seat, other, marker = p.active(), choice // MARKER_TYPES, choice % MARKER_TYPES
        p.pop()
        p.cells[p.seat(seat) + UNUSED + SWAP_MARKER] -= 1
        p.cells[p.seat(other) + USED + SWAP_MARKER] += 1
        p.cells[p.seat(other) + USED + marker] -= 1
        p.cells[p.seat(seat) + UNUSED + marker] += 1
        p.cells[BEGUN] = 1
        p.emit(MARKER_USED, seat, SWAP_MARKER, 0)
        p.emit(MARKER_SWAPPED, seat, other, marker)
