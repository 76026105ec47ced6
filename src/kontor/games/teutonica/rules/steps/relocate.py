"""Relocation: the sub-turn in which a displaced player relocates the piece and places extra pieces."""

from __future__ import annotations

from kontor.games.teutonica.rules.hooks import PieceHook
from kontor.games.teutonica.rules.layout import HAND_COUNTRIES, HAND_PIECES
from kontor.games.teutonica.rules.pieces import EMPTY, KINDS, MERCHANT, NEUTRAL, TRADER, kind_of, owner_of, piece_of
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import PIECE_LIFTED, PIECE_RELOCATED
from kontor.games.teutonica.rules.reasons import (
    CLOSED_TO_DISPLACED,
    CLOSED_TO_EXTRA,
    DISPLACED_COMES_FIRST,
    DISPLACED_IN_HAND,
    EXTRA_NOT_AT_SOURCE,
    EXTRA_NOT_OWN,
    EXTRA_PUT_DOWN_NOW,
    EXTRA_WITHOUT_SPACE,
    LAST_SPACE_FOR_DISPLACED,
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
from kontor.games.teutonica.rules.relocation_range import (
    count_relocation_spaces,
    may_go_to_route,
    nearest_ring,
    ring,
    ring_of_space,
)
from kontor.games.teutonica.rules.steps.step import Step
from kontor.games.teutonica.rules.tasks import DISPLACED, EXTRA_PUT, EXTRAS, FILLED, FROM_ROUTE, OWNER


def has_extra(p: Position, owner: int, kind: int) -> bool:
    """Return whether the source of extra pieces, stock or else supply, has the kind. [HT-DSP-6, HT-P2N-3]"""
    if owner == NEUTRAL:
        return kind == TRADER
    if p.stock_size(owner):
        return p.in_stock(owner, kind) > 0
    return p.in_supply(owner, kind) > 0


def take_extra(p: Position, owner: int, kind: int) -> None:
    """Take an extra piece from its source. [HT-DSP-6]"""
    if owner == NEUTRAL:
        return
    if p.stock_size(owner):
        p.add_to_stock(owner, kind, -1)
    else:
        p.add_to_supply(owner, kind, -1)


def leaves_space_for_displaced(p: Position, owner: int, origin: int, displaced: int, space: int) -> bool:
    """Return whether the displaced piece keeps a space if an extra piece takes this one. [HT-DSP-10]"""
    if displaced == 0 or count_relocation_spaces(p, owner, origin, displaced - 1) > 1:
        return True
    return ring_of_space(p, owner, origin, displaced - 1, -1, space) == 0


def bounds_refusal(p: Position, owner: int, origin: int, country: int, route: int) -> int:
    """Return why no piece may be relocated to a route, or LEGAL. [HT-DSP-9, HT-BRI-8, HT-BRI-9]"""
    if route == origin and ring(p, owner, origin, origin) == 0:
        return ROUTE_OF_DISPLACEMENT
    if not may_go_to_route(p, p.board.country[origin], route):
        return CLOSED_TO_DISPLACED
    return LEGAL if may_go_to_route(p, country, route) else CLOSED_TO_EXTRA


def relocation_refusal(p: Position, kind: int, country: int, space: int, nearest: int, is_displaced: bool) -> int:
    """Return why a displaced or extra piece may not go to a space, or LEGAL. [HT-DSP-8, HT-DSP-10]

    `country` is where an extra piece was lifted, or -1; `nearest` is the nearest ring with a space for the piece.
    """
    owner, origin, route = p.argument(OWNER), p.argument(FROM_ROUTE), p.board.route_of[space]
    if not p.is_free(space):
        return RELOCATION_OCCUPIED
    if not p.accepts(space, kind):
        return SHIP_TAKES_MERCHANTS
    reason = bounds_refusal(p, owner, origin, country, route)
    if reason:
        return reason
    if nearest == 0 or ring(p, owner, origin, route) != nearest:
        return NOT_NEAREST_RING
    if is_displaced or leaves_space_for_displaced(p, owner, origin, p.argument(DISPLACED), space):
        return LEGAL
    return LAST_SPACE_FOR_DISPLACED


def was_filled(p: Position, space: int) -> bool:
    """Return whether the space was filled in this sub-turn. [HT-DSP-6]"""
    for n in range(3):
        if p.argument(FILLED + n) == space + 1:
            return True
    return False


def note_filled(p: Position, space: int) -> None:
    """Store that a space was filled in this sub-turn."""
    n = 0
    while p.argument(FILLED + n):
        n += 1
    p.set_argument(FILLED + n, space + 1)


def close_if_done(p: Position) -> None:
    """End the sub-turn if no piece is left to place. [HT-DSP-5]"""
    if p.argument(DISPLACED) == 0 and p.argument(EXTRAS) == 0:
        p.pop()


def extras_refusal(p: Position, displaced_first: bool) -> int:
    """Return why no extra piece may be placed now, or LEGAL. [HT-DSP-5, HT-DSP-10]"""
    if p.argument(EXTRAS) == 0:
        return NO_EXTRAS_LEFT
    return DISPLACED_COMES_FIRST if displaced_first and p.argument(DISPLACED) else LEGAL


class RelocateStep(Step):
    """Step that places the displaced and extra pieces, each in its nearest ring. [HT-DSP-5, HT-DSP-7, HT-DSP-8]"""

    displaced_first: bool
    piece_hook: PieceHook

    def __init__(self, first: int, size: int, displaced_first: bool, piece_hook: PieceHook) -> None:
        super().__init__(first, size)
        self.displaced_first = displaced_first
        self.piece_hook = piece_hook

    def kind_refusal(self, p: Position, kind: int) -> int:
        """Return why no piece of the kind may be placed now, or LEGAL. [HT-DSP-5, HT-DSP-6, HT-DSP-10]"""
        if p.argument(DISPLACED) == kind + 1:
            return LEGAL
        reason = extras_refusal(p, self.displaced_first)
        if reason:
            return reason
        if has_extra(p, p.argument(OWNER), kind):
            return LEGAL
        return NEUTRAL_EXTRA_IS_TRADER if p.argument(OWNER) == NEUTRAL else EXTRA_NOT_AT_SOURCE

    def refusal(self, p: Position, choice: int) -> int:
        space, kind = choice // KINDS, choice % KINDS
        reason = self.kind_refusal(p, kind)
        if reason:
            return reason
        nearest = nearest_ring(p, p.argument(OWNER), p.argument(FROM_ROUTE), kind, -1)
        return relocation_refusal(p, kind, -1, space, nearest, p.argument(DISPLACED) == kind + 1)

    def moves(self, p: Position) -> None:
        owner, origin, displaced = p.argument(OWNER), p.argument(FROM_ROUTE), p.argument(DISPLACED)
        rings_t = nearest_ring(p, owner, origin, TRADER, -1) if self.kind_refusal(p, TRADER) == LEGAL else 0
        rings_m = nearest_ring(p, owner, origin, MERCHANT, -1) if self.kind_refusal(p, MERCHANT) == LEGAL else 0
        for n in range(p.free_count()):
            space = p.free_space(n)
            for kind in range(KINDS):
                nearest = rings_m if kind == MERCHANT else rings_t
                if (
                    nearest
                    and ring_of_space(p, owner, origin, kind, -1, space) == nearest
                    and (displaced == kind + 1 or leaves_space_for_displaced(p, owner, origin, displaced, space))
                ):
                    p.offer(self.first + space * KINDS + kind)

    def apply(self, p: Position, choice: int) -> None:
        space, kind, owner = choice // KINDS, choice % KINDS, p.argument(OWNER)
        if p.argument(DISPLACED) == kind + 1:
            p.set_argument(DISPLACED, 0)
        else:
            take_extra(p, owner, kind)
            p.set_argument(EXTRAS, p.argument(EXTRAS) - 1)
        p.put(space, piece_of(owner, kind))
        p.emit(PIECE_RELOCATED, piece_of(owner, kind), space, 0)
        note_filled(p, space)
        close_if_done(p)
        self.piece_hook.piece_placed(p, space)


class LiftExtraStep(Step):
    """Step that lifts an own piece as an extra piece when stock and supply are empty. [HT-DSP-6, HT-DSP-11]"""

    displaced_first: bool

    def __init__(self, first: int, size: int, displaced_first: bool) -> None:
        super().__init__(first, size)
        self.displaced_first = displaced_first

    def source_refusal(self, p: Position) -> int:
        """Return why no piece may be lifted from any route, or LEGAL. [HT-DSP-6, HT-P2N-3]"""
        owner = p.argument(OWNER)
        if owner == NEUTRAL:
            return NEUTRAL_EXTRA_FROM_STOCK
        reason = extras_refusal(p, self.displaced_first)
        if reason:
            return reason
        return OTHER_SOURCE_FIRST if p.stock_size(owner) or p.supply_size(owner) else LEGAL

    def refusal(self, p: Position, choice: int) -> int:
        reason = self.source_refusal(p)
        if reason:
            return reason
        piece = p.piece_at(choice)
        if piece == EMPTY or owner_of(piece) != p.argument(OWNER):
            return EXTRA_NOT_OWN
        if was_filled(p, choice):
            return EXTRA_PUT_DOWN_NOW
        return LEGAL if self.has_destination(p, choice) else EXTRA_WITHOUT_SPACE

    def moves(self, p: Position) -> None:
        if self.source_refusal(p) == LEGAL:
            self.offer_legal(p, 0, self.size)

    def has_destination(self, p: Position, space: int) -> bool:
        """Return whether the piece would have a legal space after lifting. [HT-DSP-11]"""
        piece = p.take_off(space)
        found = has_extra_space(p, kind_of(piece), p.board.country[p.board.route_of[space]])
        p.put(space, piece)
        return found

    def apply(self, p: Position, choice: int) -> None:
        decider, owner = p.decider(), p.argument(OWNER)
        origin, displaced = p.argument(FROM_ROUTE), p.argument(DISPLACED)
        p.set_argument(EXTRAS, p.argument(EXTRAS) - 1)
        piece = p.take_off(choice)
        p.emit(PIECE_LIFTED, piece, choice, 0)
        p.take_in_hand(piece, p.board.country[p.board.route_of[choice]])
        p.push(EXTRA_PUT, decider)
        p.set_argument(OWNER, owner)
        p.set_argument(FROM_ROUTE, origin)
        p.set_argument(DISPLACED, displaced)


def has_extra_space(p: Position, kind: int, country: int) -> bool:
    """Return whether a lifted extra piece has a legal space. [HT-DSP-11]"""
    nearest = nearest_ring(p, p.argument(OWNER), p.argument(FROM_ROUTE), kind, country)
    for n in range(p.free_count()):
        if relocation_refusal(p, kind, country, p.free_space(n), nearest, False) == LEGAL:
            return True
    return False


class PutExtraStep(Step):
    """Step that puts the lifted own piece down in its nearest ring. [HT-DSP-11]"""

    def refusal(self, p: Position, choice: int) -> int:
        kind, country = kind_of(p.cells[HAND_PIECES]), p.cells[HAND_COUNTRIES]
        nearest = nearest_ring(p, p.argument(OWNER), p.argument(FROM_ROUTE), kind, country)
        return relocation_refusal(p, kind, country, choice, nearest, False)

    def apply(self, p: Position, choice: int) -> None:
        piece = p.cells[HAND_PIECES]
        p.remove_first_in_hand()
        p.put(choice, piece)
        p.emit(PIECE_RELOCATED, piece, choice, 0)
        p.pop()
        note_filled(p, choice)
        close_if_done(p)


class StopRelocatingStep(Step):
    """Step that ends the sub-turn without the remaining extra pieces. [HT-DSP-5, HT-DSP-7]"""

    neutral_must: bool

    def __init__(self, first: int, size: int, neutral_must: bool) -> None:
        super().__init__(first, size)
        self.neutral_must = neutral_must

    def refusal(self, p: Position, choice: int) -> int:
        if p.argument(DISPLACED):
            return DISPLACED_IN_HAND
        if not self.neutral_must or p.argument(OWNER) != NEUTRAL or p.argument(EXTRAS) == 0:
            return LEGAL
        has_space = nearest_ring(p, NEUTRAL, p.argument(FROM_ROUTE), TRADER, -1) > 0
        return NEUTRAL_EXTRA_DUE if has_space else LEGAL

    def apply(self, p: Position, choice: int) -> None:
        p.pop()
