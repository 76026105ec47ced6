"""D – Move, and every other way of lifting pieces and putting them down elsewhere."""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.rules.arrivals import Arrivals
from kontor.games.teutonica.rules.layout import HAND, HAND_COUNTRIES, HAND_PIECES
from kontor.games.teutonica.rules.pieces import BOOK, EMPTY, book_value, kind_of, owner_of
from kontor.games.teutonica.rules.placement_feasibility import leaves_room
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import PIECE_LIFTED, PIECE_PUT, PIECE_REMOVED
from kontor.games.teutonica.rules.reasons import (
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
from kontor.games.teutonica.rules.steps.step import Step, action_refusal
from kontor.games.teutonica.rules.tasks import ANY, LEFT, LIFTING, MUST, OTHERS, OWN, PUTTING, WHOSE

UNTRIED: Final = 0
YES: Final = 1
NO: Final = 2


def lift(p: Position, space: int) -> None:
    """Take a piece off the board into the hand. [HT-MOV-1]"""
    piece = p.take_off(space)
    p.take_in_hand(piece, p.board.country[p.board.route_of[space]])
    p.emit(PIECE_LIFTED, piece, space, 0)


def open_lifting(p: Position, whose: int, most: int, must: int) -> None:
    """Ask the active seat to lift pieces."""
    p.push(LIFTING, p.active())
    p.set_argument(WHOSE, whose)
    p.set_argument(LEFT, most)
    p.set_argument(MUST, must)


def liftable_on(p: Position, route: int, whose: int) -> int:
    """How many pieces on a route may be lifted. [HT-MOV-2, HT-BMK-16, HT-PRM-4]"""
    if whose == OWN:
        return p.standing_on(p.active(), route)
    if whose == OTHERS:
        return p.rivals_on(p.active(), route)
    return p.board.route_size[route] - p.free_on(route)


def may_lift(p: Position, space: int, whose: int) -> bool:
    """Whether the piece on a space is one of those that may be lifted."""
    piece = p.piece_at(space)
    if piece == EMPTY:
        return False
    return whose == ANY or (owner_of(piece) == p.active()) == (whose == OWN)


def lift_refusal(p: Position, space: int, whose: int) -> int:
    """Return why the piece on a space may not be lifted, or LEGAL. [HT-MOV-2, HT-BMK-16, HT-PRM-4]"""
    if may_lift(p, space, whose):
        return LEGAL
    if whose == OWN:
        return LIFT_NOT_OWN
    return LIFT_NOT_RIVAL if whose == OTHERS else LIFT_NOTHING


def offer_lifts(p: Position, first_move: int, whose: int) -> None:
    """Offer every piece that may be lifted."""
    for route in range(p.board.routes):
        if liftable_on(p, route, whose):
            first = p.board.route_first[route]
            for space in range(first, first + p.board.route_size[route]):
                if may_lift(p, space, whose):
                    p.offer(first_move + space)


def has_liftable(p: Position, whose: int) -> bool:
    """Whether anything may be lifted at all. [HT-BMK-3]"""
    for route in range(p.board.routes):
        if liftable_on(p, route, whose):
            return True
    return False


class Moving(Step):
    """Open the Move action by lifting a first own piece. [HT-MOV-1, HT-MOV-5]"""

    def refusal(self, p: Position, choice: int) -> int:
        reason = action_refusal(p)
        if reason:
            return reason
        return lift_refusal(p, choice, OWN) if has_liftable(p, OWN) else NOTHING_TO_MOVE

    def moves(self, p: Position) -> None:
        if p.may_act():
            offer_lifts(p, self.first, OWN)

    def apply(self, p: Position, choice: int) -> None:
        p.spend_action()
        open_lifting(p, OWN, book_value(p.level(p.active(), BOOK)) - 1, 0)
        lift(p, choice)


class Lifting(Step):
    """Lift one more piece. [HT-MOV-1]"""

    def refusal(self, p: Position, choice: int) -> int:
        return lift_refusal(p, choice, p.argument(WHOSE)) if p.argument(LEFT) else NO_LIFT_LEFT

    def moves(self, p: Position) -> None:
        if p.argument(LEFT):
            offer_lifts(p, self.first, p.argument(WHOSE))

    def apply(self, p: Position, choice: int) -> None:
        lift(p, choice)
        p.set_argument(LEFT, p.argument(LEFT) - 1)
        p.set_argument(MUST, 0)


class StoppingLifts(Step):
    """Lift no more: what is in hand has to be put down. [HT-MOV-1]"""

    def refusal(self, p: Position, choice: int) -> int:
        return LIFT_DUE if p.argument(MUST) else LEGAL

    def apply(self, p: Position, choice: int) -> None:
        if p.cells[HAND]:
            p.cells[p.top()] = PUTTING
            p.set_argument(LEFT, 0)
        else:
            p.pop()


class Putting(Step):
    """Put the piece lifted first on an empty space that leaves room for the others. [HT-MOV-1, HT-MOV-4]"""

    arrivals: Arrivals

    def __init__(self, first: int, size: int, arrivals: Arrivals) -> None:
        super().__init__(first, size)
        self.arrivals = arrivals

    def refusal(self, p: Position, choice: int) -> int:
        if not p.is_free(choice):
            return PUT_OCCUPIED
        if not p.takes(choice, kind_of(p.cells[HAND_PIECES])):
            return SHIP_TAKES_MERCHANTS
        moves_own = p.argument(WHOSE) == OWN
        if not self.may_go(p, p.board.route_of[choice]):
            return PUT_CLOSED_COUNTRY if moves_own else PUT_OTHER_COUNTRY
        return LEGAL if leaves_room(p, choice, moves_own) else NO_ROOM_FOR_OTHERS

    def may_go(self, p: Position, route: int) -> bool:
        """Whether the first piece in hand may go to the country of the route. [HT-BRI-9, HT-BRI-10]"""
        origin, country = p.cells[HAND_COUNTRIES], p.board.country[route]
        if p.argument(WHOSE) != OWN:
            return origin == country
        return p.board.may_go[origin * p.board.countries + country] != 0

    def moves(self, p: Position) -> None:
        kind = kind_of(p.cells[HAND_PIECES])
        may_cross = p.argument(WHOSE) == OWN
        answers = 0
        for n in range(p.free_count):
            space = p.free_spaces[n]
            route = p.board.route_of[space]
            if p.takes(space, kind) and self.may_go(p, route):
                shift = 2 * (2 * p.board.country[route] + p.board.is_ship[space])
                answer = answers >> shift & 3
                if answer == UNTRIED:
                    answer = YES if leaves_room(p, space, may_cross) else NO
                    answers |= answer << shift
                if answer == YES:
                    p.offer(self.first + space)

    def apply(self, p: Position, choice: int) -> None:
        piece = p.cells[HAND_PIECES]
        p.drop_first_in_hand()
        p.put(choice, piece)
        p.emit(PIECE_PUT, piece, choice, 0)
        if p.cells[HAND] == 0:
            p.pop()
        self.arrivals.arrived(p, choice)


class Removing(Step):
    """Send a piece from a route to its owner's supply. [HT-BMK-15]"""

    def refusal(self, p: Position, choice: int) -> int:
        return LEGAL if may_lift(p, choice, ANY) else NOTHING_TO_REMOVE

    def apply(self, p: Position, choice: int) -> None:
        piece = p.take_off(choice)
        p.send_home(piece)
        p.emit(PIECE_REMOVED, piece, choice, 0)
        p.set_argument(MUST, 0)
        p.set_argument(LEFT, p.argument(LEFT) - 1)
        if p.argument(LEFT) == 0:
            p.pop()


class StoppingRemovals(Step):
    """Remove no more, after the first. [HT-BMK-15]"""

    def refusal(self, p: Position, choice: int) -> int:
        return REMOVAL_DUE if p.argument(MUST) else LEGAL

    def apply(self, p: Position, choice: int) -> None:
        p.pop()
