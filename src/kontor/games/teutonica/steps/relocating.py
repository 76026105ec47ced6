"""The sub-turn of a displaced player."""

from __future__ import annotations

from kontor.games.teutonica.arrivals import Arrivals
from kontor.games.teutonica.facts import PIECE_LIFTED, PIECE_RELOCATED
from kontor.games.teutonica.layout import HAND_COUNTRIES, HAND_PIECES
from kontor.games.teutonica.pieces import (
    EMPTY,
    KINDS,
    MERCHANT,
    NEUTRAL,
    TRADER,
    kind_of,
    owner_of,
    piece_of,
)
from kontor.games.teutonica.reasons import (
    CLOSED_TO_DISPLACED,
    CLOSED_TO_EXTRA,
    DISPLACED_COMES_FIRST,
    DISPLACED_IN_HAND,
    EXTRA_NOT_AT_SOURCE,
    EXTRA_NOT_OWN,
    EXTRA_PUT_DOWN_NOW,
    EXTRA_STRANDED,
    LAST_REFUGE,
    LEGAL,
    NEUTRAL_EXTRA_DUE,
    NEUTRAL_EXTRA_FROM_STOCK,
    NEUTRAL_EXTRA_IS_TRADER,
    NO_EXTRAS_LEFT,
    NOT_NEAREST_RING,
    OTHER_SOURCE_FIRST,
    RELOCATION_OCCUPIED,
    ROUTE_OF_DISPLACEMENT,
    SHIP_TAKES_MERCHANTS,
)
from kontor.games.teutonica.rings import may_leave, nearest_ring, refuges, ring, room_in_ring
from kontor.games.teutonica.steps.step import Step
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import DISPLACED, EXTRA_PUT, EXTRAS, FILLED, FROM_ROUTE, OWNER


def offers_extra(t: Table, owner: int, kind: int) -> bool:
    """Whether the due source holds a piece of the kind: stock, else supply. [HT-DSP-6, HT-P2N-3]"""
    if owner == NEUTRAL:
        return kind == TRADER
    if t.stock_size(owner):
        return t.in_stock(owner, kind) > 0
    return t.in_supply(owner, kind) > 0


def take_extra(t: Table, owner: int, kind: int) -> None:
    """Take an extra piece from the due source. [HT-DSP-6]"""
    if owner == NEUTRAL:
        return
    if t.stock_size(owner):
        t.add_to_stock(owner, kind, -1)
    else:
        t.add_to_supply(owner, kind, -1)


def spares_refuge(t: Table, owner: int, origin: int, displaced: int, space: int) -> bool:
    """Whether the displaced piece keeps a space when an extra takes this one. [HT-DSP-10]"""
    if displaced == 0 or refuges(t, owner, origin, displaced - 1) > 1:
        return True
    return room_in_ring(t, owner, origin, displaced - 1, -1, space) == 0


def bounds_refusal(t: Table, owner: int, origin: int, country: int, route: int) -> int:
    """Return why a piece may never go to a route, or LEGAL. [HT-DSP-9, HT-BRI-8, HT-BRI-9]"""
    if route == origin and ring(t, owner, origin, origin) == 0:
        return ROUTE_OF_DISPLACEMENT
    if not may_leave(t, t.board.country[origin], route):
        return CLOSED_TO_DISPLACED
    return LEGAL if may_leave(t, country, route) else CLOSED_TO_EXTRA


def relocation_refusal(t: Table, kind: int, country: int, space: int, nearest: int, is_displaced: bool) -> int:
    """Return why a displaced or extra piece may not go to a space, or LEGAL. [HT-DSP-8, HT-DSP-10]

    `country` is where an extra was lifted, or -1; `nearest` is the nearest ring with a space for the piece.
    """
    owner, origin, route = t.argument(OWNER), t.argument(FROM_ROUTE), t.board.route_of[space]
    if not t.is_free(space):
        return RELOCATION_OCCUPIED
    if not t.takes(space, kind):
        return SHIP_TAKES_MERCHANTS
    reason = bounds_refusal(t, owner, origin, country, route)
    if reason:
        return reason
    if nearest == 0 or ring(t, owner, origin, route) != nearest:
        return NOT_NEAREST_RING
    if is_displaced or spares_refuge(t, owner, origin, t.argument(DISPLACED), space):
        return LEGAL
    return LAST_REFUGE


def was_filled(t: Table, space: int) -> bool:
    """Whether the space was filled in this sub-turn. [HT-DSP-6]"""
    for n in range(3):
        if t.argument(FILLED + n) == space + 1:
            return True
    return False


def note_filled(t: Table, space: int) -> None:
    """Remember that a space was filled in this sub-turn."""
    n = 0
    while t.argument(FILLED + n):
        n += 1
    t.remember(FILLED + n, space + 1)


def close_if_done(t: Table) -> None:
    """End the sub-turn when nothing is left to put out. [HT-DSP-5]"""
    if t.argument(DISPLACED) == 0 and t.argument(EXTRAS) == 0:
        t.pop()


def extras_refusal(t: Table, displaced_first: bool) -> int:
    """Return why no extra may be put out now, or LEGAL. [HT-DSP-5, HT-DSP-10]"""
    if t.argument(EXTRAS) == 0:
        return NO_EXTRAS_LEFT
    return DISPLACED_COMES_FIRST if displaced_first and t.argument(DISPLACED) else LEGAL


class Relocating(Step):
    """Put the displaced piece back and extras out, each in its nearest ring. [HT-DSP-5, HT-DSP-7, HT-DSP-8]"""

    displaced_first: bool
    arrivals: Arrivals

    def __init__(self, first: int, size: int, displaced_first: bool, arrivals: Arrivals) -> None:
        super().__init__(first, size)
        self.displaced_first = displaced_first
        self.arrivals = arrivals

    def kind_refusal(self, t: Table, kind: int) -> int:
        """Return why no piece of the kind may be put out now, or LEGAL. [HT-DSP-5, HT-DSP-6, HT-DSP-10]"""
        if t.argument(DISPLACED) == kind + 1:
            return LEGAL
        reason = extras_refusal(t, self.displaced_first)
        if reason:
            return reason
        if offers_extra(t, t.argument(OWNER), kind):
            return LEGAL
        return NEUTRAL_EXTRA_IS_TRADER if t.argument(OWNER) == NEUTRAL else EXTRA_NOT_AT_SOURCE

    def refusal(self, t: Table, choice: int) -> int:
        space, kind = choice // KINDS, choice % KINDS
        reason = self.kind_refusal(t, kind)
        if reason:
            return reason
        nearest = nearest_ring(t, t.argument(OWNER), t.argument(FROM_ROUTE), kind, -1)
        return relocation_refusal(t, kind, -1, space, nearest, t.argument(DISPLACED) == kind + 1)

    def moves(self, t: Table) -> None:
        owner, origin, displaced = t.argument(OWNER), t.argument(FROM_ROUTE), t.argument(DISPLACED)
        rings_t = nearest_ring(t, owner, origin, TRADER, -1) if self.kind_refusal(t, TRADER) == LEGAL else 0
        rings_m = nearest_ring(t, owner, origin, MERCHANT, -1) if self.kind_refusal(t, MERCHANT) == LEGAL else 0
        for n in range(t.free_count):
            space = t.free_spaces[n]
            for kind in range(KINDS):
                nearest = rings_m if kind == MERCHANT else rings_t
                if (
                    nearest
                    and room_in_ring(t, owner, origin, kind, -1, space) == nearest
                    and (displaced == kind + 1 or spares_refuge(t, owner, origin, displaced, space))
                ):
                    t.offer(self.first + space * KINDS + kind)

    def apply(self, t: Table, choice: int) -> None:
        space, kind, owner = choice // KINDS, choice % KINDS, t.argument(OWNER)
        if t.argument(DISPLACED) == kind + 1:
            t.remember(DISPLACED, 0)
        else:
            take_extra(t, owner, kind)
            t.remember(EXTRAS, t.argument(EXTRAS) - 1)
        t.put(space, piece_of(owner, kind))
        t.tell(PIECE_RELOCATED, piece_of(owner, kind), space, 0)
        note_filled(t, space)
        close_if_done(t)
        self.arrivals.arrived(t, space)


class LiftingExtra(Step):
    """Lift an own piece from a route as an extra when stock and supply are empty. [HT-DSP-6, HT-DSP-11]"""

    displaced_first: bool

    def __init__(self, first: int, size: int, displaced_first: bool) -> None:
        super().__init__(first, size)
        self.displaced_first = displaced_first

    def source_refusal(self, t: Table) -> int:
        """Return why no piece may be lifted from any route, or LEGAL. [HT-DSP-6, HT-P2N-3]"""
        owner = t.argument(OWNER)
        if owner == NEUTRAL:
            return NEUTRAL_EXTRA_FROM_STOCK
        reason = extras_refusal(t, self.displaced_first)
        if reason:
            return reason
        return OTHER_SOURCE_FIRST if t.stock_size(owner) or t.supply_size(owner) else LEGAL

    def refusal(self, t: Table, choice: int) -> int:
        reason = self.source_refusal(t)
        if reason:
            return reason
        piece = t.piece_at(choice)
        if piece == EMPTY or owner_of(piece) != t.argument(OWNER):
            return EXTRA_NOT_OWN
        if was_filled(t, choice):
            return EXTRA_PUT_DOWN_NOW
        return LEGAL if self.has_goal(t, choice) else EXTRA_STRANDED

    def moves(self, t: Table) -> None:
        if self.source_refusal(t) == LEGAL:
            self.offer_legal(t, 0, self.size)

    def has_goal(self, t: Table, space: int) -> bool:
        """Whether the piece would have a legal space once lifted. [HT-DSP-11]"""
        piece = t.take_off(space)
        found = has_extra_space(t, kind_of(piece), t.board.country[t.board.route_of[space]])
        t.put(space, piece)
        return found

    def apply(self, t: Table, choice: int) -> None:
        decider, owner = t.decider(), t.argument(OWNER)
        origin, displaced = t.argument(FROM_ROUTE), t.argument(DISPLACED)
        t.remember(EXTRAS, t.argument(EXTRAS) - 1)
        piece = t.take_off(choice)
        t.tell(PIECE_LIFTED, piece, choice, 0)
        t.take_in_hand(piece, t.board.country[t.board.route_of[choice]])
        t.push(EXTRA_PUT, decider)
        t.remember(OWNER, owner)
        t.remember(FROM_ROUTE, origin)
        t.remember(DISPLACED, displaced)


def has_extra_space(t: Table, kind: int, country: int) -> bool:
    """Whether a lifted extra has any legal space. [HT-DSP-11]"""
    nearest = nearest_ring(t, t.argument(OWNER), t.argument(FROM_ROUTE), kind, country)
    for n in range(t.free_count):
        if relocation_refusal(t, kind, country, t.free_spaces[n], nearest, False) == LEGAL:
            return True
    return False


class PuttingExtra(Step):
    """Put the lifted own piece down in its nearest ring. [HT-DSP-11]"""

    def refusal(self, t: Table, choice: int) -> int:
        kind, country = kind_of(t.cells[HAND_PIECES]), t.cells[HAND_COUNTRIES]
        nearest = nearest_ring(t, t.argument(OWNER), t.argument(FROM_ROUTE), kind, country)
        return relocation_refusal(t, kind, country, choice, nearest, False)

    def apply(self, t: Table, choice: int) -> None:
        piece = t.cells[HAND_PIECES]
        t.drop_first_in_hand()
        t.put(choice, piece)
        t.tell(PIECE_RELOCATED, piece, choice, 0)
        t.pop()
        note_filled(t, choice)
        close_if_done(t)


class StoppingSubTurn(Step):
    """Put out no more extras, once the displaced piece is down. [HT-DSP-5, HT-DSP-7]"""

    neutral_must: bool

    def __init__(self, first: int, size: int, neutral_must: bool) -> None:
        super().__init__(first, size)
        self.neutral_must = neutral_must

    def refusal(self, t: Table, choice: int) -> int:
        if t.argument(DISPLACED):
            return DISPLACED_IN_HAND
        if not self.neutral_must or t.argument(OWNER) != NEUTRAL or t.argument(EXTRAS) == 0:
            return LEGAL
        has_space = nearest_ring(t, NEUTRAL, t.argument(FROM_ROUTE), TRADER, -1) > 0
        return NEUTRAL_EXTRA_DUE if has_space else LEGAL

    def apply(self, t: Table, choice: int) -> None:
        t.pop()
