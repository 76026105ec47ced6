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
from kontor.games.teutonica.rings import nearest_ring, refuges, room_in_ring
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


class Relocating(Step):
    """Put the displaced piece back and extras out, each in its nearest ring. [HT-DSP-5, HT-DSP-7, HT-DSP-8]"""

    displaced_first: bool
    arrivals: Arrivals

    def __init__(self, first: int, displaced_first: bool, arrivals: Arrivals) -> None:
        self.first = first
        self.displaced_first = displaced_first
        self.arrivals = arrivals

    def is_in_hand(self, t: Table, kind: int) -> bool:
        """Whether a piece of the kind may be put out now, displaced or extra. [HT-DSP-6, HT-DSP-10]"""
        if t.argument(DISPLACED) == kind + 1:
            return True
        if t.argument(EXTRAS) == 0 or (self.displaced_first and t.argument(DISPLACED)):
            return False
        return offers_extra(t, t.argument(OWNER), kind)

    def moves(self, t: Table) -> None:
        owner, origin, displaced = t.argument(OWNER), t.argument(FROM_ROUTE), t.argument(DISPLACED)
        rings_t = nearest_ring(t, owner, origin, TRADER, -1) if self.is_in_hand(t, TRADER) else 0
        rings_m = nearest_ring(t, owner, origin, MERCHANT, -1) if self.is_in_hand(t, MERCHANT) else 0
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

    def __init__(self, first: int, displaced_first: bool) -> None:
        self.first = first
        self.displaced_first = displaced_first

    def moves(self, t: Table) -> None:
        owner = t.argument(OWNER)
        if owner == NEUTRAL or t.argument(EXTRAS) == 0 or t.stock_size(owner) or t.supply_size(owner):
            return
        if self.displaced_first and t.argument(DISPLACED):
            return
        for space in range(t.board.spaces):
            piece = t.piece_at(space)
            if piece != EMPTY and owner_of(piece) == owner and not was_filled(t, space) and self.may_lift(t, space):
                t.offer(self.first + space)

    def may_lift(self, t: Table, space: int) -> bool:
        """Whether the lifted piece would have a legal space. [HT-DSP-11]"""
        owner, origin, displaced = t.argument(OWNER), t.argument(FROM_ROUTE), t.argument(DISPLACED)
        piece = t.take_off(space)
        country = t.board.country[t.board.route_of[space]]
        found = has_extra_space(t, owner, origin, displaced, kind_of(piece), country)
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


def fits_extra(
    t: Table, owner: int, origin: int, displaced: int, kind: int, country: int, space: int, nearest: int
) -> bool:
    """Whether a lifted extra may go to the space of its nearest ring. [HT-DSP-10, HT-DSP-11]"""
    return (
        nearest > 0
        and room_in_ring(t, owner, origin, kind, country, space) == nearest
        and spares_refuge(t, owner, origin, displaced, space)
    )


def has_extra_space(t: Table, owner: int, origin: int, displaced: int, kind: int, country: int) -> bool:
    """Whether a lifted extra has any legal space. [HT-DSP-11]"""
    nearest = nearest_ring(t, owner, origin, kind, country)
    for n in range(t.free_count):
        if fits_extra(t, owner, origin, displaced, kind, country, t.free_spaces[n], nearest):
            return True
    return False


class PuttingExtra(Step):
    """Put the lifted own piece down in its nearest ring. [HT-DSP-11]"""

    def moves(self, t: Table) -> None:
        owner, origin, displaced = t.argument(OWNER), t.argument(FROM_ROUTE), t.argument(DISPLACED)
        kind, country = kind_of(t.cells[HAND_PIECES]), t.cells[HAND_COUNTRIES]
        nearest = nearest_ring(t, owner, origin, kind, country)
        for n in range(t.free_count):
            if fits_extra(t, owner, origin, displaced, kind, country, t.free_spaces[n], nearest):
                t.offer(self.first + t.free_spaces[n])

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

    def __init__(self, first: int, neutral_must: bool) -> None:
        self.first = first
        self.neutral_must = neutral_must

    def moves(self, t: Table) -> None:
        if t.argument(DISPLACED):
            return
        if not (self.neutral_must and t.argument(OWNER) == NEUTRAL and t.offered):
            t.offer(self.first)

    def apply(self, t: Table, choice: int) -> None:
        t.pop()
