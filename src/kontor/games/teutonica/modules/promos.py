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
from kontor.games.teutonica.fees import FEES, mix_refusal
from kontor.games.teutonica.layout import ATTACHED, BEGUN, MOST_ATTACHED, UNUSED, USED
from kontor.games.teutonica.pieces import (
    BLOCK,
    BLOCK_FEE,
    KINDS,
    MARKER_TYPES,
    MERCHANT,
    SWAP_MARKER,
    TRADER,
    TRIBUTE,
)
from kontor.games.teutonica.reach import Reach
from kontor.games.teutonica.reasons import (
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
from kontor.games.teutonica.rules import Rules
from kontor.games.teutonica.steps.placing import Placing
from kontor.games.teutonica.steps.step import Step, marker_refusal
from kontor.games.teutonica.steps.using import UsingMarker
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import ATTACHMENT, SWAPPING, TRIBUTE_REACTION

MARKER: Final = 0  # argument of ATTACHMENT


@door
def promos(rules: Rules) -> Rules:
    """Add the three promo markers. [HT-PRO-1]"""
    rules.posts = TributePosts()
    rules.placing_reach = UnblockedReach(rules.reach)
    first, size = rules.first, rules.size
    rules.uses.append(UsingSwap(first["use-swap-marker"], size["use-swap-marker"], SWAP_MARKER))
    rules.uses.append(UsingAttachable(first["use-tribute"], size["use-tribute"], TRIBUTE))
    rules.uses.append(UsingAttachable(first["use-block"], size["use-block"], BLOCK))
    rules.steps.append((SWAPPING, Swapping(first["swap"], size["swap"])))
    rules.steps.append((ATTACHMENT, Attaching(first["attach"], size["attach"])))
    rules.steps.append((TRIBUTE_REACTION, TakingTribute(first["react-tribute"], size["react-tribute"])))
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


def surcharge(t: Table, route: int) -> int:
    """How many pieces Place on a route costs besides the piece itself. [HT-PRO-4]"""
    return blocks_on(t, route) * BLOCK_FEE


class UnblockedReach(Reach):
    """Routes without a Block, within the bounds of another reach. [HT-PRO-4]"""

    inner: Reach

    def __init__(self, inner: Reach) -> None:
        self.is_bounded = True
        self.inner = inner

    def refusal(self, t: Table, route: int) -> int:
        reason = self.inner.refusal(t, route)
        if reason:
            return reason
        return SURCHARGE_DIFFERS if blocks_on(t, route) else LEGAL

    def enter(self, t: Table, route: int) -> None:
        self.inner.enter(t, route)


class BlockedPlacing(Placing):
    """Place on a route with Blocks: each costs one more piece from supply to stock. [HT-PRO-4]

    Games without promo markers have the step too: it says that no surcharge is due.
    """

    def refusal(self, t: Table, choice: int) -> int:
        space, kind, merchants = choice // (KINDS * FEES), choice // FEES % KINDS, choice % FEES
        reason = self.piece_refusal(t, space, kind)
        if reason:
            return reason
        fee = surcharge(t, t.board.route_of[space])
        if fee == 0 or merchants > fee:
            return SURCHARGE_DIFFERS
        if t.supply_size(t.active()) <= fee:
            return SURCHARGE_UNPAYABLE
        return mix_refusal(t, kind, fee, merchants, SURCHARGE_LACKS_TRADERS, SURCHARGE_LACKS_MERCHANTS)

    def moves(self, t: Table) -> None:
        if t.cells[ATTACHED] == 0 or not t.may_act():
            return
        for n in range(t.free_count):
            space = t.free_spaces[n]
            if blocks_on(t, t.board.route_of[space]):
                self.offer_legal(t, space * KINDS * FEES, (space + 1) * KINDS * FEES)

    def apply(self, t: Table, choice: int) -> None:
        space, kind, merchants = choice // (KINDS * FEES), choice // FEES % KINDS, choice % FEES
        self.place(t, space, kind)
        traders = surcharge(t, t.board.route_of[space]) - merchants
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


def tribute_of(choice: int) -> tuple[int, int]:
    """The traders and merchants of a tribute, in the order of the move list."""
    if choice < 3:
        return 0, choice
    return (1, choice - 3) if choice < 5 else (2, 0)


class TakingTribute(Step):
    """Move up to two pieces from stock to supply. [HT-PRO-3]"""

    def refusal(self, t: Table, choice: int) -> int:
        traders, merchants = tribute_of(choice)
        if traders > t.in_stock(t.decider(), TRADER):
            return TRIBUTE_LACKS_TRADERS
        return TRIBUTE_LACKS_MERCHANTS if merchants > t.in_stock(t.decider(), MERCHANT) else LEGAL

    def apply(self, t: Table, choice: int) -> None:
        seat = t.decider()
        traders, merchants = tribute_of(choice)
        t.pop()
        t.draw_income(seat, traders, merchants)
        t.tell(TRIBUTE_TAKEN, seat, traders, merchants)


class UsingAttachable(UsingMarker):
    """Use Tribute or Block: it goes to a route with a trader of the supply. [HT-PRO-3, HT-PRO-4]"""

    def refusal(self, t: Table, choice: int) -> int:
        reason = marker_refusal(t, self.marker)
        if reason or t.in_supply(t.active(), TRADER):
            return reason
        return TRIBUTE_NEEDS_TRADER if self.marker == TRIBUTE else BLOCK_NEEDS_TRADER

    def apply(self, t: Table, choice: int) -> None:
        t.push(ATTACHMENT, t.active())
        t.remember(MARKER, self.marker)


class Attaching(Step):
    """Attach the marker to any route. [HT-PRO-3, HT-PRO-4, HT-PRO-5]"""

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


def swap_refusal(t: Table, seat: int, marker: int) -> int:
    """Return why the active seat cannot take such a used marker of a seat, or LEGAL. [HT-PRO-2]"""
    if seat == t.active() or seat >= t.players:
        return SWAP_NO_OPPONENT
    return LEGAL if t.cells[t.seat(seat) + USED + marker] else SWAP_NOT_USED


class UsingSwap(UsingMarker):
    """Use Swap Marker, if an opponent has a used marker. [HT-PRO-2]"""

    def refusal(self, t: Table, choice: int) -> int:
        reason = marker_refusal(t, self.marker)
        if reason:
            return reason
        for seat in range(t.players):
            for marker in range(MARKER_TYPES):
                if swap_refusal(t, seat, marker) == LEGAL:
                    return LEGAL
        return NOTHING_TO_SWAP

    def apply(self, t: Table, choice: int) -> None:
        t.push(SWAPPING, t.active())


class Swapping(Step):
    """Take a used marker of an opponent as unused; the Swap Marker goes there. [HT-PRO-2]"""

    def refusal(self, t: Table, choice: int) -> int:
        return swap_refusal(t, choice // MARKER_TYPES, choice % MARKER_TYPES)

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
