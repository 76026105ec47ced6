"""Promo markers: Swap Marker, Tribute and Block. [HT-PRO-1]"""

from __future__ import annotations

from typing import Final

from kontor.core.kernel import door
from kontor.games.teutonica.cities import Posts
from kontor.games.teutonica.facts import (
    FEE_PAID,
    MARKER_ATTACHED,
    MARKER_SWAPPED,
    MARKER_USED,
    TRIBUTE_TAKEN,
)
from kontor.games.teutonica.layout import ATTACHED, BEGUN, MOST_ATTACHED, UNUSED, USED
from kontor.games.teutonica.pieces import (
    BLOCK,
    KINDS,
    MARKER_TYPES,
    MERCHANT,
    SWAP_MARKER,
    TRADER,
    TRIBUTE,
)
from kontor.games.teutonica.reach import Reach
from kontor.games.teutonica.rules import Rules
from kontor.games.teutonica.steps.placing import Placing
from kontor.games.teutonica.steps.step import Step
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import ATTACHMENT, SWAPPING, TRIBUTE_REACTION, TURN

MOST_BLOCKS: Final = 2
BLOCK_FEES: Final = MOST_BLOCKS + 1  # merchants in the surcharge: none, one or two
MARKER: Final = 0  # argument of ATTACHMENT


@door
def promos(rules: Rules) -> Rules:
    """Add the three promo markers. [HT-PRO-1]"""
    rules.posts = TributePosts()
    rules.placing_reach = UnblockedReach(rules.reach)
    rules.steps.append((TURN, BlockedPlacing(rules.first["place-blocked"], rules.reach)))
    rules.uses.append(UsingSwap(rules.first["use-swap-marker"]))
    rules.uses.append(UsingAttachable(rules.first["use-tribute"], TRIBUTE))
    rules.uses.append(UsingAttachable(rules.first["use-block"], BLOCK))
    rules.steps.append((SWAPPING, Swapping(rules.first["swap"])))
    rules.steps.append((ATTACHMENT, Attaching(rules.first["attach"])))
    rules.steps.append((TRIBUTE_REACTION, TakingTribute(rules.first["react-tribute"])))
    return rules


def attached_route(t: Table, n: int) -> int:
    """The route of the n-th attached marker, or -1."""
    return t.cells[ATTACHED + 3 * n] - 1


def attached_marker(t: Table, n: int) -> int:
    """The type of the n-th attached marker."""
    return t.cells[ATTACHED + 3 * n + 1]


def attached_owner(t: Table, n: int) -> int:
    """The owner of the n-th attached marker."""
    return t.cells[ATTACHED + 3 * n + 2]


def blocks_on(t: Table, route: int) -> int:
    """How many Blocks lie on a route. [HT-PRO-4]"""
    count = 0
    for n in range(MOST_ATTACHED):
        if attached_route(t, n) == route and attached_marker(t, n) == BLOCK:
            count += 1
    return count


class UnblockedReach(Reach):
    """Routes without a Block, within the bounds of another reach. [HT-PRO-4]"""

    inner: Reach

    def __init__(self, inner: Reach) -> None:
        self.is_bounded = True
        self.inner = inner

    def may_enter(self, t: Table, route: int) -> bool:
        return blocks_on(t, route) == 0 and self.inner.lies_open(t, route)

    def enter(self, t: Table, route: int) -> None:
        self.inner.enter(t, route)


class BlockedPlacing(Placing):
    """Place on a route with Blocks: each costs one more piece from supply to stock. [HT-PRO-4]"""

    def moves(self, t: Table) -> None:
        if not t.may_act():
            return
        for space in range(t.board.spaces):
            route = t.board.route_of[space]
            fee = blocks_on(t, route)
            if fee and t.is_free(space) and self.reach.lies_open(t, route):
                self.offer_fees(t, space, fee)

    def offer_fees(self, t: Table, space: int, fee: int) -> None:
        """Offer each kind to place with each mix of the rest as the surcharge. [HT-PRO-4]"""
        for kind in range(KINDS):
            if t.in_supply(t.active(), kind) and t.takes(space, kind):
                traders = t.in_supply(t.active(), TRADER) - (1 if kind == TRADER else 0)
                merchants = t.in_supply(t.active(), MERCHANT) - (1 if kind == MERCHANT else 0)
                for paid in range(max(0, fee - traders), min(merchants, fee) + 1):
                    t.offer(self.first + (space * KINDS + kind) * BLOCK_FEES + paid)

    def apply(self, t: Table, choice: int) -> None:
        space, kind, merchants = choice // (KINDS * BLOCK_FEES), choice // BLOCK_FEES % KINDS, choice % BLOCK_FEES
        self.place(t, space, kind)
        traders = blocks_on(t, t.board.route_of[space]) - merchants
        t.pay(t.active(), traders, merchants)
        t.tell(FEE_PAID, t.active(), traders, merchants)


class TributePosts(Posts):
    """Every new post may bring tribute to the owners of Tributes beside its city. [HT-PRO-3]"""

    def announce(self, t: Table, city: int) -> None:
        for distance in range(t.players - 1, -1, -1):
            self.ask(t, (t.active() + distance) % t.players, city)

    def ask(self, t: Table, owner: int, city: int) -> None:
        """Let an owner react once per Tribute, the active seat first. [HT-DEC-4]"""
        for n in range(MOST_ATTACHED):
            if (
                attached_route(t, n) >= 0
                and attached_marker(t, n) == TRIBUTE
                and attached_owner(t, n) == owner
                and t.board.joins(attached_route(t, n), city)
                and t.stock_size(owner)
            ):
                t.push(TRIBUTE_REACTION, owner)


class TakingTribute(Step):
    """Move up to two pieces from stock to supply. [HT-PRO-3]"""

    def moves(self, t: Table) -> None:
        seat, choice = t.decider(), 0
        for traders in range(3):
            for merchants in range(3 - traders):
                if traders <= t.in_stock(seat, TRADER) and merchants <= t.in_stock(seat, MERCHANT):
                    t.offer(self.first + choice)
                choice += 1

    def apply(self, t: Table, choice: int) -> None:
        seat = t.decider()
        traders = 0 if choice < 3 else (1 if choice < 5 else 2)
        merchants = choice if choice < 3 else (choice - 3 if choice < 5 else 0)
        t.pop()
        t.draw_income(seat, traders, merchants)
        t.tell(TRIBUTE_TAKEN, seat, traders, merchants)


class UsingAttachable(Step):
    """Use Tribute or Block: it goes to a route with a trader of the supply. [HT-PRO-3, HT-PRO-4]"""

    marker: int

    def __init__(self, first: int, marker: int) -> None:
        self.first = first
        self.marker = marker

    def moves(self, t: Table) -> None:
        if t.unused(t.active(), self.marker) > 0 and t.in_supply(t.active(), TRADER):
            t.offer(self.first)

    def apply(self, t: Table, choice: int) -> None:
        t.push(ATTACHMENT, t.active())
        t.remember(MARKER, self.marker)


class Attaching(Step):
    """Attach the marker to any route. [HT-PRO-3, HT-PRO-4, HT-PRO-5]"""

    def moves(self, t: Table) -> None:
        for route in range(t.board.routes):
            t.offer(self.first + route)

    def apply(self, t: Table, choice: int) -> None:
        seat, marker = t.active(), t.argument(MARKER)
        t.pop()
        t.cells[t.seat(seat) + UNUSED + marker] -= 1
        t.cells[BEGUN] = 1
        t.add_to_supply(seat, TRADER, -1)
        self.insert(t, choice, marker, seat)
        t.tell(MARKER_ATTACHED, seat, marker, choice)

    def insert(self, t: Table, route: int, marker: int, owner: int) -> None:
        """Keep the attached markers in order, so that equal positions have equal bytes."""
        n = MOST_ATTACHED - 1
        key = (route * MARKER_TYPES + marker) * 8 + owner
        while n > 0 and (attached_route(t, n - 1) < 0 or self.key(t, n - 1) > key):
            for offset in range(3):
                t.cells[ATTACHED + 3 * n + offset] = t.cells[ATTACHED + 3 * n - 3 + offset]
            n -= 1
        t.cells[ATTACHED + 3 * n] = route + 1
        t.cells[ATTACHED + 3 * n + 1] = marker
        t.cells[ATTACHED + 3 * n + 2] = owner

    def key(self, t: Table, n: int) -> int:
        """The place of an attached marker in the order."""
        return (attached_route(t, n) * MARKER_TYPES + attached_marker(t, n)) * 8 + attached_owner(t, n)


class UsingSwap(Step):
    """Use Swap Marker, if an opponent has a used marker. [HT-PRO-2]"""

    def moves(self, t: Table) -> None:
        if t.unused(t.active(), SWAP_MARKER) <= 0:
            return
        for seat in range(t.players):
            for marker in range(MARKER_TYPES):
                if seat != t.active() and t.cells[t.seat(seat) + USED + marker]:
                    t.offer(self.first)
                    return

    def apply(self, t: Table, choice: int) -> None:
        t.push(SWAPPING, t.active())


class Swapping(Step):
    """Take a used marker of an opponent as unused; the Swap Marker goes there. [HT-PRO-2]"""

    def moves(self, t: Table) -> None:
        for seat in range(t.players):
            if seat != t.active():
                for marker in range(MARKER_TYPES):
                    if t.cells[t.seat(seat) + USED + marker]:
                        t.offer(self.first + seat * MARKER_TYPES + marker)

    def apply(self, t: Table, choice: int) -> None:
        seat, other, marker = t.active(), choice // MARKER_TYPES, choice % MARKER_TYPES
        t.pop()
        t.cells[t.seat(seat) + UNUSED + SWAP_MARKER] -= 1
        t.cells[t.seat(other) + USED + SWAP_MARKER] += 1
        t.cells[t.seat(other) + USED + marker] -= 1
        t.cells[t.seat(seat) + UNUSED + marker] += 1
        t.cells[BEGUN] = 1
        t.tell(MARKER_USED, seat, SWAP_MARKER, 0)
        t.tell(MARKER_SWAPPED, seat, other, marker)
