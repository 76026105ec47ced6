"""E – Create a route: the action and its stages."""

from __future__ import annotations

from kontor.core.table import CHANCE
from kontor.games.teutonica.cities import controller
from kontor.games.teutonica.facts import CONTROL_SCORED, MARKER_TAKEN, PIECES_RETURNED, ROUTE_CREATED
from kontor.games.teutonica.layout import BAG, FRESH, MARKERS, UNUSED, USED
from kontor.games.teutonica.pieces import (
    FACE_DOWN,
    GREEN_CITY,
    KINDS,
    MERCHANT,
    MOVE_ANY_TWO,
    NEUTRAL,
    NOBODY,
    PERMANENT_PRIVILEGE,
    TRADER,
    TWO_FROM_ROUTE,
    TWO_IN_LAND,
)
from kontor.games.teutonica.reach import Reach
from kontor.games.teutonica.reasons import LEGAL, PAWN_ELSEWHERE, ROUTE_INCOMPLETE
from kontor.games.teutonica.steps.moving import open_lifting
from kontor.games.teutonica.steps.replacing import Identifying, draw_replacement
from kontor.games.teutonica.steps.step import Stage, Step, action_refusal
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import (
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


class Creating(Step):
    """Create a route whose every space is one's own. [HT-RTE-1, HT-RTE-2]"""

    reach: Reach

    def __init__(self, first: int, size: int, reach: Reach) -> None:
        super().__init__(first, size)
        self.reach = reach

    def refusal(self, t: Table, choice: int) -> int:
        reason = action_refusal(t)
        if reason:
            return reason
        if not t.owns_route(t.active(), choice):
            return ROUTE_INCOMPLETE
        return LEGAL if self.reach.may_create(t, choice) else PAWN_ELSEWHERE

    def moves(self, t: Table) -> None:
        if t.may_act():
            for route in range(t.board.routes):
                if t.owns_route(t.active(), route) and self.reach.may_create(t, route):
                    t.offer(self.first + route)

    def apply(self, t: Table, choice: int) -> None:
        t.spend_action()
        t.tell(ROUTE_CREATED, t.active(), choice, 0)
        t.push(SEQUENCE, t.active())
        t.remember(WHICH, CREATION)
        t.remember(ROUTE, choice)


class ScoringControl(Stage):
    """Step 1: each controlled end city gives its controller one prestige point. [HT-RTE-2, HT-RTE-4]"""

    def begin(self, t: Table) -> None:
        route = t.argument(ROUTE)
        self.score_end(t, t.board.low_end[route])
        self.score_end(t, t.board.high_end[route])

    def score_end(self, t: Table, city: int) -> None:
        """Give the point for one end."""
        owner = controller(t, city)
        if owner != NOBODY:
            t.score(owner, 1)
            t.tell(CONTROL_SCORED, owner, city, 1)


def hand_over(t: Table, owner: int, marker: int, route: int) -> None:
    """Give a marker from a route to its taker and draw the replacement. [HT-BMK-1, HT-RPL-1, HT-P2N-9]"""
    pile = USED if owner == NEUTRAL else UNUSED
    t.cells[t.seat(owner) + pile + marker] += 1
    t.cells[MARKERS + route] = 0
    t.tell(MARKER_TAKEN, owner, marker, route)
    if owner != NEUTRAL:
        t.cells[FRESH] = marker + 1
    draw_replacement(t, t.active())


def take_marker(t: Table, owner: int, route: int) -> None:
    """Take the marker of a route, if any; chance reveals one that lies face down. [HT-RPL-5]"""
    marker = t.marker_on(route)
    if marker == FACE_DOWN:
        t.push(REVEAL, CHANCE)
        t.remember(OWNER, owner)
        t.remember(ROUTE, route)
    elif marker:
        hand_over(t, owner, marker - 1, route)


class TakingMarker(Stage):
    """Step 2: take the marker of the route. [HT-RTE-2, HT-RTE-3]"""

    def begin(self, t: Table) -> None:
        take_marker(t, t.active(), t.argument(ROUTE))


class Revealing(Identifying):
    """Chance: the identity of a face-down marker as it is taken. [HT-RPL-5, HT-RNG-2]"""

    def apply(self, t: Table, choice: int) -> None:
        owner, route = t.argument(OWNER), t.argument(ROUTE)
        t.pop()
        t.cells[BAG + choice] -= 1
        hand_over(t, owner, choice, route)


class AskingReward(Stage):
    """Step 3: choose at most one reward. [HT-RTE-2]"""

    def begin(self, t: Table) -> None:
        route = t.argument(ROUTE)
        t.push(REWARD, t.active())
        t.remember(ROUTE, route)


class ReturningPieces(Stage):
    """Step 4: the pieces of the route not used in step 3 go to the stock. [HT-RTE-2]"""

    def begin(self, t: Table) -> None:
        seat, route = t.active(), t.argument(ROUTE)
        t.remember(TRADERS_BACK, t.on_route(seat, TRADER, route))
        t.remember(MERCHANTS_BACK, t.on_route(seat, MERCHANT, route))
        for kind in range(KINDS):
            count = t.on_route(seat, kind, route)
            t.add_to_stock(seat, kind, count)
            for _ in range(count):
                t.use_up(seat, kind, route)
        t.tell(PIECES_RETURNED, seat, t.argument(TRADERS_BACK), t.argument(MERCHANTS_BACK))


class OfferingPermanent(Stage):
    """Step 5: the permanent marker of the route may be used, now or not at all. [HT-PRM-1, HT-PRM-2]"""

    def begin(self, t: Table) -> None:
        route, seat = t.argument(ROUTE), t.active()
        traders, merchants = t.argument(TRADERS_BACK), t.argument(MERCHANTS_BACK)
        permanent = t.board.permanent[route]
        if permanent == MOVE_ANY_TWO:
            open_lifting(t, ANY, 2, 0)
        elif permanent == PERMANENT_PRIVILEGE:
            t.push(PRIVILEGE_GIFT, seat)
        elif permanent == GREEN_CITY:
            t.push(GREEN_POST, seat)
        elif permanent == TWO_IN_LAND:
            t.push(TWO_ABROAD, seat)
            t.remember(LEFT, 2)
        elif permanent == TWO_FROM_ROUTE:
            t.push(TWO_OF_ROUTE, seat)
            t.remember(LEFT, 2)
            t.remember(ROUTE, route)
            t.remember(TRADERS_BACK, traders)
            t.remember(MERCHANTS_BACK, merchants)


class Pausing(Stage):
    """A moment inside Create at which markers may be used. [AMB-09]"""

    def begin(self, t: Table) -> None:
        t.push(PAUSE, t.active())


class ClosingAction(Stage):
    """The action is over: the marker taken in it may be used from now on. [HT-BMK-1]"""

    def begin(self, t: Table) -> None:
        t.cells[FRESH] = 0
