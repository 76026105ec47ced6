"""Action D, Move, and all other lifting and putting down of pieces."""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.rules.hooks import PieceHook
from kontor.games.teutonica.rules.layout import HAND, HAND_COUNTRIES, HAND_PIECES, SPACE_SETS, SPACES_IN_SET
from kontor.games.teutonica.rules.pieces import BOOK, book_value, kind_of
from kontor.games.teutonica.rules.placement_feasibility import can_place_others
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import PIECE_LIFTED, PIECE_PUT, PIECE_REMOVED
from kontor.games.teutonica.rules.reasons import (
    LEGAL,
    LIFT_DUE,
    LIFT_NOT_OWN,
    LIFT_NOT_RIVAL,
    LIFT_NOTHING,
    NO_LIFT_LEFT,
    NO_SPACE_FOR_OTHERS,
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
from kontor.kernel.bit_sets import has_bit
from kontor.kernel.runtime.dialect import UInt64

UNTRIED: Final = 0
YES: Final = 1
NO: Final = 2


def lift(p: Position, space: int) -> None:
    """Lift a piece from the board into the hand. [HT-MOV-1]"""
    piece = p.take_off(space)
    p.take_in_hand(piece, p.board.country[p.board.route_of[space]])
    p.emit(PIECE_LIFTED, piece, space, 0)


def start_lifting(p: Position, whose: int, most: int, must: int) -> None:
    """Open the task in which the active seat lifts pieces."""
    p.push(LIFTING, p.active())
    p.set_argument(WHOSE, whose)
    p.set_argument(LEFT, most)
    p.set_argument(MUST, must)


def liftable_spaces(p: Position, whose: int, part: int) -> UInt64:
    """Return the spaces, of one part of all, whose pieces may be lifted. [HT-MOV-2, HT-BMK-16, HT-PRM-4]"""
    if whose == OWN:
        return p.own_spaces(p.active(), part)
    return p.rival_spaces(p.active(), part) if whose == OTHERS else p.occupied_spaces(part)


def may_lift(p: Position, space: int, whose: int) -> bool:
    """Return whether the piece on a space may be lifted."""
    return has_bit(liftable_spaces(p, whose, space // SPACES_IN_SET), space % SPACES_IN_SET)


def lift_refusal(p: Position, space: int, whose: int) -> int:
    """Return why the piece on a space may not be lifted, or LEGAL. [HT-MOV-2, HT-BMK-16, HT-PRM-4]"""
    if may_lift(p, space, whose):
        return LEGAL
    if whose == OWN:
        return LIFT_NOT_OWN
    return LIFT_NOT_RIVAL if whose == OTHERS else LIFT_NOTHING


def offer_lifts(p: Position, first_move: int, whose: int) -> None:
    """Offer every piece that may be lifted."""
    for part in range(SPACE_SETS):
        p.offer_each(first_move + part * SPACES_IN_SET, liftable_spaces(p, whose, part))


def has_liftable(p: Position, whose: int) -> bool:
    """Return whether any piece may be lifted. [HT-BMK-3]"""
    for part in range(SPACE_SETS):
        if liftable_spaces(p, whose, part):
            return True
    return False


class StartMoveStep(Step):
    """Step that starts the action Move by lifting the first own piece. [HT-MOV-1, HT-MOV-5]"""

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
        start_lifting(p, OWN, book_value(p.level(p.active(), BOOK)) - 1, 0)
        lift(p, choice)


class LiftStep(Step):
    """Step that lifts one more piece. [HT-MOV-1]"""

    def refusal(self, p: Position, choice: int) -> int:
        return lift_refusal(p, choice, p.argument(WHOSE)) if p.argument(LEFT) else NO_LIFT_LEFT

    def moves(self, p: Position) -> None:
        if p.argument(LEFT):
            offer_lifts(p, self.first, p.argument(WHOSE))

    def apply(self, p: Position, choice: int) -> None:
        lift(p, choice)
        p.set_argument(LEFT, p.argument(LEFT) - 1)
        p.set_argument(MUST, 0)


class StopLiftingStep(Step):
    """Step that ends lifting; the pieces in hand must then be put down. [HT-MOV-1]"""

    def refusal(self, p: Position, choice: int) -> int:
        return LIFT_DUE if p.argument(MUST) else LEGAL

    def apply(self, p: Position, choice: int) -> None:
        if p.cells[HAND]:
            p.cells[p.top()] = PUTTING
            p.set_argument(LEFT, 0)
        else:
            p.pop()


class PutStep(Step):
    """Step that puts down the piece lifted first, so that spaces for the others remain. [HT-MOV-1, HT-MOV-4]"""

    piece_hook: PieceHook

    def __init__(self, first: int, size: int, piece_hook: PieceHook) -> None:
        super().__init__(first, size)
        self.piece_hook = piece_hook

    def refusal(self, p: Position, choice: int) -> int:
        if not p.is_free(choice):
            return PUT_OCCUPIED
        if not p.accepts(choice, kind_of(p.cells[HAND_PIECES])):
            return SHIP_TAKES_MERCHANTS
        moves_own = p.argument(WHOSE) == OWN
        if not self.may_go(p, p.board.route_of[choice]):
            return PUT_CLOSED_COUNTRY if moves_own else PUT_OTHER_COUNTRY
        return LEGAL if can_place_others(p, choice, moves_own) else NO_SPACE_FOR_OTHERS

    def may_go(self, p: Position, route: int) -> bool:
        """Return whether the first piece in hand may go to the country of the route. [HT-BRI-9, HT-BRI-10]"""
        origin, country = p.cells[HAND_COUNTRIES], p.board.country[route]
        if p.argument(WHOSE) != OWN:
            return origin == country
        return p.board.may_go[origin * p.board.countries + country] != 0

    def moves(self, p: Position) -> None:
        kind = kind_of(p.cells[HAND_PIECES])
        may_cross = p.argument(WHOSE) == OWN
        answers = 0
        for n in range(p.free_count()):
            space = p.free_space(n)
            route = p.board.route_of[space]
            if p.accepts(space, kind) and self.may_go(p, route):
                shift = 2 * (2 * p.board.country[route] + p.board.is_ship[space])
                answer = answers >> shift & 3
                if answer == UNTRIED:
                    answer = YES if can_place_others(p, space, may_cross) else NO
                    answers |= answer << shift
                if answer == YES:
                    p.offer(self.first + space)

    def apply(self, p: Position, choice: int) -> None:
        piece = p.cells[HAND_PIECES]
        p.remove_first_in_hand()
        p.put(choice, piece)
        p.emit(PIECE_PUT, piece, choice, 0)
        if p.cells[HAND] == 0:
            p.pop()
        self.piece_hook.piece_placed(p, choice)


class RemoveStep(Step):
    """Step that returns a piece from a route to its owner's supply. [HT-BMK-15]"""

    def refusal(self, p: Position, choice: int) -> int:
        return LEGAL if may_lift(p, choice, ANY) else NOTHING_TO_REMOVE

    def moves(self, p: Position) -> None:
        offer_lifts(p, self.first, ANY)

    def apply(self, p: Position, choice: int) -> None:
        piece = p.take_off(choice)
        p.return_to_supply(piece)
        p.emit(PIECE_REMOVED, piece, choice, 0)
        p.set_argument(MUST, 0)
        p.set_argument(LEFT, p.argument(LEFT) - 1)
        if p.argument(LEFT) == 0:
            p.pop()


class StopRemovingStep(Step):
    """Step that ends removing, after the first piece. [HT-BMK-15]"""

    def refusal(self, p: Position, choice: int) -> int:
        return REMOVAL_DUE if p.argument(MUST) else LEGAL

    def apply(self, p: Position, choice: int) -> None:
        p.pop()
