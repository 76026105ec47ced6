"""Replacement markers: drawn unseen, revealed and placed at the end of the turn. [HT-RPL-1 … HT-RPL-7]"""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.rules.cities import next_post
from kontor.games.teutonica.rules.hooks import MarkerHook
from kontor.games.teutonica.rules.layout import (
    BAG,
    DISCARDED,
    DRAWN,
    MARKER_STUCK,
    MARKERS,
    PLATE,
    PLATE_UNSEEN,
    SUPPLY_FAILED,
)
from kontor.games.teutonica.rules.pieces import FACE_DOWN, MARKER_TYPES
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import (
    MARKER_DRAWN,
    MARKER_LEFT_OVER,
    MARKER_PLACED,
    MARKER_REVEALED,
    SUPPLY_EXHAUSTED,
)
from kontor.games.teutonica.rules.reasons import (
    ENDS_FULL,
    LEGAL,
    MARKER_NOT_IN_BAG,
    NONE_UNSEEN,
    NOT_ON_PLATE,
    PLATE_FACES_DOWN,
    ROUTE_ABROAD,
    ROUTE_MARKED,
    ROUTE_OCCUPIED,
    ROUTE_PERMANENT,
)
from kontor.games.teutonica.rules.steps.step import Stage, Step
from kontor.games.teutonica.rules.tasks import LOOK, MARKER_PLACING
from kontor.kernel.bit_sets import with_bit
from kontor.kernel.runtime.dialect import UInt64
from kontor.kernel.seats import CHANCE_CELL

CARRY: Final = 0
DISCARD: Final = 1
END_GAME: Final = 2


def unseen_markers(p: Position) -> int:
    """Return the number of unseen markers, those on plates and routes included. [HT-RNG-2]"""
    count = 0
    for marker in range(MARKER_TYPES):
        count += p.cells[BAG + marker]
    return count


def supply_of_markers(p: Position) -> int:
    """Return the number of markers left to draw: unseen ones that are on no plate and no route. [HT-RNG-2]"""
    count = unseen_markers(p) - p.cells[DISCARDED + MARKER_TYPES]
    for seat in range(p.players):
        count -= p.cells[p.seat(seat) + PLATE_UNSEEN]
    for route in range(p.board.routes):
        if p.cells[MARKERS + route] == FACE_DOWN:
            count -= 1
    return count


def draw_replacement(p: Position, seat: int) -> None:
    """Draw the next marker unseen onto the plate; if none is left, the game ends. [HT-RPL-1, HT-END-1]"""
    if supply_of_markers(p) > 0:
        p.cells[p.seat(seat) + PLATE_UNSEEN] += 1
        p.cells[DRAWN] = 1
        p.emit(MARKER_DRAWN, seat, 0, 0)
    else:
        p.cells[SUPPLY_FAILED] = 1
        p.emit(SUPPLY_EXHAUSTED, seat, 0, 0)


def plate_size(p: Position, seat: int) -> int:
    """Return the number of markers on a plate."""
    count = p.cells[p.seat(seat) + PLATE_UNSEEN]
    for marker in range(MARKER_TYPES):
        count += p.cells[p.seat(seat) + PLATE + marker]
    return count


class RouteCondition:
    """Condition that a route must meet to get a replacement marker. [HT-RPL-2]"""

    def refusal(self, p: Position, route: int) -> int:
        """Return why the route cannot get a marker, or LEGAL."""
        reason = occupied_refusal(p, route)
        if reason:
            return reason
        return LEGAL if has_open_end(p, route) else ENDS_FULL


class FreeRouteCondition(RouteCondition):
    """Relaxed condition without clause c: an empty post space is not needed. [HT-RPL-6]"""

    def refusal(self, p: Position, route: int) -> int:
        return occupied_refusal(p, route)


class UnmarkedRouteCondition(RouteCondition):
    """Relaxed condition without clauses b and c: pieces on the route are allowed. [HT-RPL-6]"""

    def refusal(self, p: Position, route: int) -> int:
        return marked_refusal(p, route)


def marked_refusal(p: Position, route: int) -> int:
    """Return why the route has a marker or can never have one, or LEGAL. [HT-RPL-2, HT-PRM-3, HT-BRI-11]"""
    if p.marker_on(route):
        return ROUTE_MARKED
    if p.board.markable[route]:
        return LEGAL
    return ROUTE_PERMANENT if p.board.permanent[route] else ROUTE_ABROAD


def occupied_refusal(p: Position, route: int) -> int:
    """Return why the route is marked or has pieces, or LEGAL. [HT-RPL-2]"""
    reason = marked_refusal(p, route)
    if reason:
        return reason
    return ROUTE_OCCUPIED if pieces_on(p, route) else LEGAL


def pieces_on(p: Position, route: int) -> int:
    """Return the number of pieces on a route."""
    return p.board.route_size[route] - p.free_on(route)


def has_open_end(p: Position, route: int) -> bool:
    """Return whether an end has an empty printed post space. [HT-RPL-2, HT-EAS-6]"""
    return next_post(p, p.board.low_end[route]) >= 0 or next_post(p, p.board.high_end[route]) >= 0


class MarkerPlacement:
    """Placement of replacement markers, according to the switches. [HT-RPL-2, HT-RPL-6]"""

    conditions: list[RouteCondition]
    stuck: int
    marker_hook: MarkerHook

    def __init__(self, conditions: list[RouteCondition], stuck: int, marker_hook: MarkerHook) -> None:
        self.conditions = conditions
        self.stuck = stuck
        self.marker_hook = marker_hook

    def condition(self, p: Position) -> RouteCondition | None:
        """Return the first condition that any route meets, or None. [HT-RPL-4, HT-P2N-13]"""
        condition: RouteCondition
        for condition in self.conditions:
            for route in range(p.board.routes):
                if condition.refusal(p, route) == LEGAL:
                    return condition
        return None

    def refusal(self, p: Position, route: int) -> int:
        """Return why a route cannot get a marker by the condition in force, or LEGAL."""
        condition: RouteCondition | None = self.condition(p)
        strictest: RouteCondition = self.conditions[0]
        return strictest.refusal(p, route) if condition is None else condition.refusal(p, route)

    def place(self, p: Position, marker: int, route: int) -> None:
        """Move a marker from the plate of the active seat to a route; a face-down marker has no type."""
        seat = p.seat(p.active())
        if marker == FACE_DOWN - 1:
            p.cells[seat + PLATE_UNSEEN] -= 1
        else:
            p.cells[seat + PLATE + marker] -= 1
        p.cells[MARKERS + route] = marker + 1
        p.emit(MARKER_PLACED, p.active(), marker + 1, route)
        self.marker_hook.marker_placed(p, route)
        self.close_if_done(p)

    def close_if_done(self, p: Position) -> None:
        """End the placing if the plate is empty or no route meets a condition."""
        if plate_size(p, p.active()) == 0:
            p.cells[MARKER_STUCK] = 0
            p.pop()
        elif self.condition(p) is None:
            p.pop()
            self.handle_unplaceable(p)

    def handle_unplaceable(self, p: Position) -> None:
        """Handle markers that fit no route, by switch. [HT-RPL-6]"""
        seat = p.seat(p.active())
        p.emit(MARKER_LEFT_OVER, p.active(), plate_size(p, p.active()), 0)
        if self.stuck == DISCARD:
            p.cells[DISCARDED + MARKER_TYPES] += p.cells[seat + PLATE_UNSEEN]
            p.cells[seat + PLATE_UNSEEN] = 0
            for marker in range(MARKER_TYPES):
                p.cells[DISCARDED + marker] += p.cells[seat + PLATE + marker]
                p.cells[seat + PLATE + marker] = 0
        elif self.stuck == END_GAME:
            p.cells[MARKER_STUCK] = 1


class RevealDrawnMarkersStage(Stage):
    """Stage that reveals the markers drawn this turn. [HT-RPL-2]"""

    def begin(self, p: Position) -> None:
        p.cells[DRAWN] = 0
        if p.cells[p.seat(p.active()) + PLATE_UNSEEN]:
            p.push(LOOK, CHANCE_CELL)


class KeepMarkersUnseenStage(Stage):
    """Stage that leaves the markers drawn this turn unseen. [HT-RPL-5]"""

    def begin(self, p: Position) -> None:
        p.cells[DRAWN] = 0


class IdentifyMarkerStep(Step):
    """Chance step that determines the type of an unseen marker. [HT-RNG-2]"""

    def refusal(self, p: Position, choice: int) -> int:
        return LEGAL if p.cells[BAG + choice] else MARKER_NOT_IN_BAG

    def weight(self, p: Position, choice: int) -> int:
        return p.cells[BAG + choice]


class RevealDrawnMarkerStep(IdentifyMarkerStep):
    """Chance step that reveals a marker on the plate. [HT-RPL-2, HT-RNG-2]"""

    def apply(self, p: Position, choice: int) -> None:
        seat = p.seat(p.active())
        p.cells[BAG + choice] -= 1
        p.cells[seat + PLATE_UNSEEN] -= 1
        p.cells[seat + PLATE + choice] += 1
        p.emit(MARKER_REVEALED, p.active(), choice, 0)
        if p.cells[seat + PLATE_UNSEEN] == 0:
            p.pop()


class PlaceMarkersStage(Stage):
    """Stage that opens the placing of the markers on the plate. [HT-RPL-4, HT-RPL-6]"""

    placement: MarkerPlacement

    def __init__(self, placement: MarkerPlacement) -> None:
        self.placement = placement

    def begin(self, p: Position) -> None:
        if plate_size(p, p.active()):
            p.push(MARKER_PLACING, p.active())
            self.placement.close_if_done(p)


class PlaceMarkerStep(Step):
    """Step that places a revealed marker. [HT-RPL-2, HT-RPL-3]"""

    placement: MarkerPlacement
    facing_down: bool

    def __init__(self, first: int, size: int, placement: MarkerPlacement, facing_down: bool) -> None:
        super().__init__(first, size)
        self.placement = placement
        self.facing_down = facing_down

    def refusal(self, p: Position, choice: int) -> int:
        if p.cells[p.seat(p.active()) + PLATE + choice % MARKER_TYPES] == 0:
            return PLATE_FACES_DOWN if self.facing_down else NOT_ON_PLATE
        return self.placement.refusal(p, choice // MARKER_TYPES)

    def moves(self, p: Position) -> None:
        condition = self.placement.condition(p)
        if condition is None:
            return
        markers: UInt64 = 0
        for marker in range(MARKER_TYPES):
            markers = with_bit(markers, marker, p.cells[p.seat(p.active()) + PLATE + marker] > 0)
        for route in range(p.board.routes):
            if condition.refusal(p, route) == LEGAL:
                p.offer_each(self.first + route * MARKER_TYPES, markers)

    def apply(self, p: Position, choice: int) -> None:
        self.placement.place(p, choice % MARKER_TYPES, choice // MARKER_TYPES)


class PlaceUnseenMarkerStep(Step):
    """Step that places a marker face down. [HT-RPL-5]"""

    placement: MarkerPlacement

    def __init__(self, first: int, size: int, placement: MarkerPlacement) -> None:
        super().__init__(first, size)
        self.placement = placement

    def refusal(self, p: Position, choice: int) -> int:
        return self.placement.refusal(p, choice) if p.cells[p.seat(p.active()) + PLATE_UNSEEN] else NONE_UNSEEN

    def moves(self, p: Position) -> None:
        condition = self.placement.condition(p)
        if condition is None or p.cells[p.seat(p.active()) + PLATE_UNSEEN] == 0:
            return
        for route in range(p.board.routes):
            if condition.refusal(p, route) == LEGAL:
                p.offer(self.first + route)

    def apply(self, p: Position, choice: int) -> None:
        self.placement.place(p, FACE_DOWN - 1, choice)
