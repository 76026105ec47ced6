"""D – Move, and every other way of lifting pieces and putting them down elsewhere."""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.arrivals import Arrivals
from kontor.games.teutonica.facts import PIECE_LIFTED, PIECE_PUT, PIECE_REMOVED
from kontor.games.teutonica.layout import HAND, HAND_COUNTRIES, HAND_PIECES
from kontor.games.teutonica.pieces import BOOK, EMPTY, book_value, kind_of, owner_of
from kontor.games.teutonica.reasons import (
    LEGAL,
    LIFT_DUE,
    LIFT_NOT_OWN,
    LIFT_NOT_RIVAL,
    LIFT_NOTHING,
    NO_LIFT_LEFT,
    NO_ROOM_FOR_OTHERS,
    NOTHING_TO_MOVE,
    NOTHING_TO_REMOVE,
    PUT_CLOSED_COUNTRY,
    PUT_OCCUPIED,
    PUT_OTHER_COUNTRY,
    REMOVAL_DUE,
    SHIP_TAKES_MERCHANTS,
)
from kontor.games.teutonica.room import leaves_room
from kontor.games.teutonica.steps.step import Step, action_refusal
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import ANY, LEFT, LIFTING, MUST, OTHERS, OWN, PUTTING, WHOSE

UNTRIED: Final = 0
YES: Final = 1
NO: Final = 2


def lift(t: Table, space: int) -> None:
    """Take a piece off the board into the hand. [HT-MOV-1]"""
    piece = t.take_off(space)
    t.take_in_hand(piece, t.board.country[t.board.route_of[space]])
    t.tell(PIECE_LIFTED, piece, space, 0)


def open_lifting(t: Table, whose: int, most: int, must: int) -> None:
    """Ask the active seat to lift pieces."""
    t.push(LIFTING, t.active())
    t.remember(WHOSE, whose)
    t.remember(LEFT, most)
    t.remember(MUST, must)


def liftable_on(t: Table, route: int, whose: int) -> int:
    """How many pieces on a route may be lifted. [HT-MOV-2, HT-BMK-16, HT-PRM-4]"""
    if whose == OWN:
        return t.standing_on(t.active(), route)
    if whose == OTHERS:
        return t.rivals_on(t.active(), route)
    return t.board.route_size[route] - t.free_on(route)


def may_lift(t: Table, space: int, whose: int) -> bool:
    """Whether the piece on a space is one of those that may be lifted."""
    piece = t.piece_at(space)
    if piece == EMPTY:
        return False
    return whose == ANY or (owner_of(piece) == t.active()) == (whose == OWN)


def lift_refusal(t: Table, space: int, whose: int) -> int:
    """Return why the piece on a space may not be lifted, or LEGAL. [HT-MOV-2, HT-BMK-16, HT-PRM-4]"""
    if may_lift(t, space, whose):
        return LEGAL
    if whose == OWN:
        return LIFT_NOT_OWN
    return LIFT_NOT_RIVAL if whose == OTHERS else LIFT_NOTHING


def offer_lifts(t: Table, first_move: int, whose: int) -> None:
    """Offer every piece that may be lifted."""
    for route in range(t.board.routes):
        if liftable_on(t, route, whose):
            first = t.board.route_first[route]
            for space in range(first, first + t.board.route_size[route]):
                if may_lift(t, space, whose):
                    t.offer(first_move + space)


def has_liftable(t: Table, whose: int) -> bool:
    """Whether anything may be lifted at all. [HT-BMK-3]"""
    for route in range(t.board.routes):
        if liftable_on(t, route, whose):
            return True
    return False


class Moving(Step):
    """Open the Move action by lifting a first own piece. [HT-MOV-1, HT-MOV-5]"""

    def refusal(self, t: Table, choice: int) -> int:
        reason = action_refusal(t)
        if reason:
            return reason
        return lift_refusal(t, choice, OWN) if has_liftable(t, OWN) else NOTHING_TO_MOVE

    def moves(self, t: Table) -> None:
        if t.may_act():
            offer_lifts(t, self.first, OWN)

    def apply(self, t: Table, choice: int) -> None:
        t.spend_action()
        open_lifting(t, OWN, book_value(t.level(t.active(), BOOK)) - 1, 0)
        lift(t, choice)


class Lifting(Step):
    """Lift one more piece. [HT-MOV-1]"""

    def refusal(self, t: Table, choice: int) -> int:
        return lift_refusal(t, choice, t.argument(WHOSE)) if t.argument(LEFT) else NO_LIFT_LEFT

    def moves(self, t: Table) -> None:
        if t.argument(LEFT):
            offer_lifts(t, self.first, t.argument(WHOSE))

    def apply(self, t: Table, choice: int) -> None:
        lift(t, choice)
        t.remember(LEFT, t.argument(LEFT) - 1)
        t.remember(MUST, 0)


class StoppingLifts(Step):
    """Lift no more: what is in hand has to be put down. [HT-MOV-1]"""

    def refusal(self, t: Table, choice: int) -> int:
        return LIFT_DUE if t.argument(MUST) else LEGAL

    def apply(self, t: Table, choice: int) -> None:
        if t.cells[HAND]:
            t.cells[t.top()] = PUTTING
            t.remember(LEFT, 0)
        else:
            t.pop()


class Putting(Step):
    """Put the piece lifted first on an empty space that leaves room for the others. [HT-MOV-1, HT-MOV-4]"""

    arrivals: Arrivals

    def __init__(self, first: int, size: int, arrivals: Arrivals) -> None:
        super().__init__(first, size)
        self.arrivals = arrivals

    def refusal(self, t: Table, choice: int) -> int:
        if not t.is_free(choice):
            return PUT_OCCUPIED
        if not t.takes(choice, kind_of(t.cells[HAND_PIECES])):
            return SHIP_TAKES_MERCHANTS
        moves_own = t.argument(WHOSE) == OWN
        if not self.may_go(t, t.board.route_of[choice]):
            return PUT_CLOSED_COUNTRY if moves_own else PUT_OTHER_COUNTRY
        return LEGAL if leaves_room(t, choice, moves_own) else NO_ROOM_FOR_OTHERS

    def may_go(self, t: Table, route: int) -> bool:
        """Whether the first piece in hand may go to the country of the route. [HT-BRI-9, HT-BRI-10]"""
        origin, country = t.cells[HAND_COUNTRIES], t.board.country[route]
        if t.argument(WHOSE) != OWN:
            return origin == country
        return t.board.may_go[origin * t.board.countries + country] != 0

    def moves(self, t: Table) -> None:
        kind = kind_of(t.cells[HAND_PIECES])
        may_cross = t.argument(WHOSE) == OWN
        answers = 0
        for n in range(t.free_count):
            space = t.free_spaces[n]
            route = t.board.route_of[space]
            if t.takes(space, kind) and self.may_go(t, route):
                shift = 2 * (2 * t.board.country[route] + t.board.is_ship[space])
                answer = answers >> shift & 3
                if answer == UNTRIED:
                    answer = YES if leaves_room(t, space, may_cross) else NO
                    answers |= answer << shift
                if answer == YES:
                    t.offer(self.first + space)

    def apply(self, t: Table, choice: int) -> None:
        piece = t.cells[HAND_PIECES]
        t.drop_first_in_hand()
        t.put(choice, piece)
        t.tell(PIECE_PUT, piece, choice, 0)
        if t.cells[HAND] == 0:
            t.pop()
        self.arrivals.arrived(t, choice)


class Removing(Step):
    """Send a piece from a route to its owner's supply. [HT-BMK-15]"""

    def refusal(self, t: Table, choice: int) -> int:
        return LEGAL if may_lift(t, choice, ANY) else NOTHING_TO_REMOVE

    def apply(self, t: Table, choice: int) -> None:
        piece = t.take_off(choice)
        t.send_home(piece)
        t.tell(PIECE_REMOVED, piece, choice, 0)
        t.remember(MUST, 0)
        t.remember(LEFT, t.argument(LEFT) - 1)
        if t.argument(LEFT) == 0:
            t.pop()


class StoppingRemovals(Step):
    """Remove no more, after the first. [HT-BMK-15]"""

    def refusal(self, t: Table, choice: int) -> int:
        return REMOVAL_DUE if t.argument(MUST) else LEGAL

    def apply(self, t: Table, choice: int) -> None:
        t.pop()
