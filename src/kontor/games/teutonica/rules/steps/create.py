"""Action E, Create a route: the step that starts it and the stages it consists of."""

from __future__ import annotations

from kontor.games.teutonica.rules.cities import controller
from kontor.games.teutonica.rules.layout import BAG, FRESH, MARKERS, UNUSED, USED
from kontor.games.teutonica.rules.pieces import (
    FACE_DOWN,
    GREEN_CITY,
    KINDS,
    MERCHANT,
    MOVE_ANY_TWO,
    NEUTRAL,
    PERMANENT_PRIVILEGE,
    TRADER,
    TWO_FROM_ROUTE,
    TWO_IN_LAND,
)
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import CONTROL_SCORED, MARKER_TAKEN, PIECES_RETURNED, ROUTE_CREATED
from kontor.games.teutonica.rules.reach import Reach
from kontor.games.teutonica.rules.reasons import LEGAL, PAWN_ELSEWHERE, ROUTE_INCOMPLETE
from kontor.games.teutonica.rules.steps.move import start_lifting
from kontor.games.teutonica.rules.steps.replacement_markers import IdentifyMarkerStep, draw_replacement
from kontor.games.teutonica.rules.steps.step import Stage, Step, action_refusal
from kontor.games.teutonica.rules.tasks import (
    ANY,
    CREATION,
    GREEN_POST,
    LEFT,
    MERCHANTS_BACK,
    OWNER,
    PAUSE,
    PRIVILEGE_GIFT,
    REVEAL,
    REWARD,
    ROUTE,
    SEQUENCE,
    TRADERS_BACK,
    TWO_ABROAD,
    TWO_OF_ROUTE,
    WHICH,
)
from kontor.kernel.bit_sets import has_bit
from kontor.kernel.seats import CHANCE_CELL, NO_OWNER


class CreateRouteStep(Step):
    """Step that creates a route on which every space holds an own piece. [HT-RTE-1, HT-RTE-2]"""

    reach: Reach

    def __init__(self, first: int, size: int, reach: Reach) -> None:
        super().__init__(first, size)
        self.reach = reach

    def refusal(self, p: Position, choice: int) -> int:
        reason = action_refusal(p)
        if reason:
            return reason
        if not p.owns_route(p.active(), choice):
            return ROUTE_INCOMPLETE
        return LEGAL if has_bit(self.reach.creatable_routes(p), choice) else PAWN_ELSEWHERE

    def moves(self, p: Position) -> None:
        if p.may_act():
            p.offer_each(self.first, p.full_routes(p.active()) & self.reach.creatable_routes(p))

    def apply(self, p: Position, choice: int) -> None:
        p.spend_action()
        p.emit(ROUTE_CREATED, p.active(), choice, 0)
        p.push(SEQUENCE, p.active())
        p.set_argument(WHICH, CREATION)
        p.set_argument(ROUTE, choice)


class ScoreControlStage(Stage):
    """Step 1 of Create: score one prestige point for the controller of each end city. [HT-RTE-2, HT-RTE-4]"""

    def begin(self, p: Position) -> None:
        route = p.argument(ROUTE)
        self.score_end(p, p.board.low_end[route])
        self.score_end(p, p.board.high_end[route])

    def score_end(self, p: Position, city: int) -> None:
        """Score the point for one end city."""
        owner = controller(p, city)
        if owner != NO_OWNER:
            p.score(owner, 1)
            p.emit(CONTROL_SCORED, owner, city, 1)


def give_marker(p: Position, owner: int, marker: int, route: int) -> None:
    """Give a marker from a route to an owner and draw the replacement. [HT-BMK-1, HT-RPL-1, HT-P2N-9]"""
    pile = USED if owner == NEUTRAL else UNUSED
    p.cells[p.seat(owner) + pile + marker] += 1
    p.cells[MARKERS + route] = 0
    p.emit(MARKER_TAKEN, owner, marker, route)
    if owner != NEUTRAL:
        p.cells[FRESH] = marker + 1
    draw_replacement(p, p.active())


def take_marker(p: Position, owner: int, route: int) -> None:
    """Take the marker of a route, if any; chance reveals a face-down marker. [HT-RPL-5]"""
    marker = p.marker_on(route)
    if marker == FACE_DOWN:
        p.push(REVEAL, CHANCE_CELL)
        p.set_argument(OWNER, owner)
        p.set_argument(ROUTE, route)
    elif marker:
        give_marker(p, owner, marker - 1, route)


class TakeMarkerStage(Stage):
    """Step 2 of Create: take the marker of the route. [HT-RTE-2, HT-RTE-3]"""

    def begin(self, p: Position) -> None:
        take_marker(p, p.active(), p.argument(ROUTE))


class RevealTakenMarkerStep(IdentifyMarkerStep):
    """Chance step that reveals a face-down marker when it is taken. [HT-RPL-5, HT-RNG-2]"""

    def apply(self, p: Position, choice: int) -> None:
        owner, route = p.argument(OWNER), p.argument(ROUTE)
        p.pop()
        p.cells[BAG + choice] -= 1
        give_marker(p, owner, choice, route)


class RewardStage(Stage):
    """Step 3 of Create: choose at most one reward. [HT-RTE-2]"""

    def begin(self, p: Position) -> None:
        route = p.argument(ROUTE)
        p.push(REWARD, p.active())
        p.set_argument(ROUTE, route)


class ReturnPiecesStage(Stage):
    """Step 4 of Create: return the pieces of the route not used in step 3 to the stock. [HT-RTE-2]"""

    def begin(self, p: Position) -> None:
        seat, route = p.active(), p.argument(ROUTE)
        p.set_argument(TRADERS_BACK, p.on_route(seat, TRADER, route))
        p.set_argument(MERCHANTS_BACK, p.on_route(seat, MERCHANT, route))
        for kind in range(KINDS):
            count = p.on_route(seat, kind, route)
            p.add_to_stock(seat, kind, count)
            for _ in range(count):
                p.take_from_route(seat, kind, route)
        p.emit(PIECES_RETURNED, seat, p.argument(TRADERS_BACK), p.argument(MERCHANTS_BACK))


class PermanentMarkerStage(Stage):
    """Step 5 of Create: offer the use of the route's permanent marker. [HT-PRM-1, HT-PRM-2]"""

    def begin(self, p: Position) -> None:
        route, seat = p.argument(ROUTE), p.active()
        traders, merchants = p.argument(TRADERS_BACK), p.argument(MERCHANTS_BACK)
        permanent = p.board.permanent[route]
        if permanent == MOVE_ANY_TWO:
            start_lifting(p, ANY, 2, 0)
        elif permanent == PERMANENT_PRIVILEGE:
            p.push(PRIVILEGE_GIFT, seat)
        elif permanent == GREEN_CITY:
            p.push(GREEN_POST, seat)
        elif permanent == TWO_IN_LAND:
            p.push(TWO_ABROAD, seat)
            p.set_argument(LEFT, 2)
        elif permanent == TWO_FROM_ROUTE:
            p.push(TWO_OF_ROUTE, seat)
            p.set_argument(LEFT, 2)
            p.set_argument(ROUTE, route)
            p.set_argument(TRADERS_BACK, traders)
            p.set_argument(MERCHANTS_BACK, merchants)


class PauseStage(Stage):
    """Pause inside Create in which markers may be used. [AMB-09]"""

    def begin(self, p: Position) -> None:
        p.push(PAUSE, p.active())


class EndActionStage(Stage):
    """End of the action: the marker taken in it may be used from now on. [HT-BMK-1]"""

    def begin(self, p: Position) -> None:
        p.cells[FRESH] = 0
