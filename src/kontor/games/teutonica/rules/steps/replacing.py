"""Replacement markers: drawn unseen, looked at and placed at the end of the turn. [HT-RPL-1 … HT-RPL-7]"""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.rules.cities import next_post
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
from kontor.kernel.seats import CHANCE_CELL

CARRY: Final = 0
DISCARD: Final = 1
END_GAME: Final = 2


def unseen_markers(p: Position) -> int:
    """Markers nobody has seen, wherever they lie. [HT-RNG-2]"""
    count = 0
    for marker in range(MARKER_TYPES):
        count += p.cells[BAG + marker]
    return count


def supply_of_markers(p: Position) -> int:
    """Markers left to draw: the unseen ones that lie on no plate and no route. [HT-RNG-2]"""
    count = unseen_markers(p) - p.cells[DISCARDED + MARKER_TYPES]
    for seat in range(p.players):
        count -= p.cells[p.seat(seat) + PLATE_UNSEEN]
    for route in range(p.board.routes):
        if p.cells[MARKERS + route] == FACE_DOWN:
            count -= 1
    return count


def draw_replacement(p: Position, seat: int) -> None:
    """Draw the next marker unseen onto the plate; an empty supply ends the game. [HT-RPL-1, HT-END-1]"""
    if supply_of_markers(p) > 0:
        p.cells[p.seat(seat) + PLATE_UNSEEN] += 1
        p.cells[DRAWN] = 1
        p.emit(MARKER_DRAWN, seat, 0, 0)
    else:
        p.cells[SUPPLY_FAILED] = 1
        p.emit(SUPPLY_EXHAUSTED, seat, 0, 0)


def plate_size(p: Position, seat: int) -> int:
    """Markers on a plate, seen or not."""
    count = p.cells[p.seat(seat) + PLATE_UNSEEN]
    for marker in range(MARKER_TYPES):
        count += p.cells[p.seat(seat) + PLATE + marker]
    return count


class Condition:
    """What a route needs to take a replacement marker. [HT-RPL-2]"""

    def refusal(self, p: Position, route: int) -> int:
        """Return why the route takes no marker: marked, with pieces or without empty post space; or LEGAL."""
        reason = occupied_refusal(p, route)
        if reason:
            return reason
        return LEGAL if has_open_end(p, route) else ENDS_FULL


class WithoutOpenEnd(Condition):
    """The relaxed condition without 2c. [HT-RPL-6]"""

    def refusal(self, p: Position, route: int) -> int:
        return occupied_refusal(p, route)


class UnmarkedOnly(Condition):
    """The relaxed condition without 2b and 2c. [HT-RPL-6]"""

    def refusal(self, p: Position, route: int) -> int:
        return marked_refusal(p, route)


def marked_refusal(p: Position, route: int) -> int:
    """Return why a marker lies on the route or none may ever, or LEGAL. [HT-RPL-2, HT-PRM-3, HT-BRI-11]"""
    if p.marker_on(route):
        return ROUTE_MARKED
    if p.board.markable[route]:
        return LEGAL
    return ROUTE_PERMANENT if p.board.permanent[route] else ROUTE_ABROAD


def occupied_refusal(p: Position, route: int) -> int:
    """Return why the route is marked or not free of pieces, or LEGAL. [HT-RPL-2]"""
    reason = marked_refusal(p, route)
    if reason:
        return reason
    return ROUTE_OCCUPIED if pieces_on(p, route) else LEGAL


def pieces_on(p: Position, route: int) -> int:
    """How many pieces stand on a route."""
    return p.board.route_size[route] - p.free_on(route)


def has_open_end(p: Position, route: int) -> bool:
    """Whether an end has an empty printed post space. [HT-RPL-2, HT-EAS-6]"""
    return next_post(p, p.board.low_end[route]) >= 0 or next_post(p, p.board.high_end[route]) >= 0


class Landing:
    """What else happens when a replacement marker is placed."""

    def landed(self, p: Position, route: int) -> None:
        """Hear of a marker placed on a route."""


class Plates:
    """The way replacement markers are placed, as the switches have it. [HT-RPL-2, HT-RPL-6]"""

    conditions: list[Condition]
    stuck: int
    landing: Landing

    def __init__(self, conditions: list[Condition], stuck: int, landing: Landing) -> None:
        self.conditions = conditions
        self.stuck = stuck
        self.landing = landing

    def condition(self, p: Position) -> Condition | None:
        """The first condition that any route meets. [HT-RPL-4, HT-P2N-13]"""
        condition: Condition
        for condition in self.conditions:
            for route in range(p.board.routes):
                if condition.refusal(p, route) == LEGAL:
                    return condition
        return None

    def refusal(self, p: Position, route: int) -> int:
        """Return why a route takes no marker by the condition in force, or LEGAL; without any, by the strictest."""
        condition: Condition | None = self.condition(p)
        strictest: Condition = self.conditions[0]
        return strictest.refusal(p, route) if condition is None else condition.refusal(p, route)

    def place(self, p: Position, marker: int, route: int) -> None:
        """Put a marker from the plate of the active seat on a route; a face-down one has no type."""
        seat = p.seat(p.active())
        if marker == FACE_DOWN - 1:
            p.cells[seat + PLATE_UNSEEN] -= 1
        else:
            p.cells[seat + PLATE + marker] -= 1
        p.cells[MARKERS + route] = marker + 1
        p.emit(MARKER_PLACED, p.active(), marker + 1, route)
        self.landing.landed(p, route)
        self.close_if_done(p)

    def close_if_done(self, p: Position) -> None:
        """End the placing when the plate is empty or nothing fits any more."""
        if plate_size(p, p.active()) == 0:
            p.cells[MARKER_STUCK] = 0
            p.pop()
        elif self.condition(p) is None:
            p.pop()
            self.leave_over(p)

    def leave_over(self, p: Position) -> None:
        """Deal with markers that fit no route. [HT-RPL-6]"""
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


class LookingAtPlate(Stage):
    """Look at the markers drawn this turn. [HT-RPL-2]"""

    def begin(self, p: Position) -> None:
        p.cells[DRAWN] = 0
        if p.cells[p.seat(p.active()) + PLATE_UNSEEN]:
            p.push(LOOK, CHANCE_CELL)


class LeavingPlateUnseen(Stage):
    """Do not look at the markers drawn this turn. [HT-RPL-5]"""

    def begin(self, p: Position) -> None:
        p.cells[DRAWN] = 0


class Identifying(Step):
    """Chance: which of the markers nobody has seen one is. [HT-RNG-2]"""

    def refusal(self, p: Position, choice: int) -> int:
        return LEGAL if p.cells[BAG + choice] else MARKER_NOT_IN_BAG

    def weight(self, p: Position, choice: int) -> int:
        return p.cells[BAG + choice]


class Looking(Identifying):
    """Chance: the identity of a plate marker. [HT-RPL-2, HT-RNG-2]"""

    def apply(self, p: Position, choice: int) -> None:
        seat = p.seat(p.active())
        p.cells[BAG + choice] -= 1
        p.cells[seat + PLATE_UNSEEN] -= 1
        p.cells[seat + PLATE + choice] += 1
        p.emit(MARKER_REVEALED, p.active(), choice, 0)
        if p.cells[seat + PLATE_UNSEEN] == 0:
            p.pop()


class AskingForPlates(Stage):
    """Place the plate markers, as far as they fit. [HT-RPL-4, HT-RPL-6]"""

    plates: Plates

    def __init__(self, plates: Plates) -> None:
        self.plates = plates

    def begin(self, p: Position) -> None:
        if plate_size(p, p.active()):
            p.push(MARKER_PLACING, p.active())
            self.plates.close_if_done(p)


class PlacingMarker(Step):
    """Place a plate marker everybody has seen. [HT-RPL-2, HT-RPL-3]"""

    plates: Plates
    facing_down: bool

    def __init__(self, first: int, size: int, plates: Plates, facing_down: bool) -> None:
        super().__init__(first, size)
        self.plates = plates
        self.facing_down = facing_down

    def refusal(self, p: Position, choice: int) -> int:
        if p.cells[p.seat(p.active()) + PLATE + choice % MARKER_TYPES] == 0:
            return PLATE_FACES_DOWN if self.facing_down else NOT_ON_PLATE
        return self.plates.refusal(p, choice // MARKER_TYPES)

    def moves(self, p: Position) -> None:
        condition = self.plates.condition(p)
        if condition is None:
            return
        for route in range(p.board.routes):
            if condition.refusal(p, route) == LEGAL:
                for marker in range(MARKER_TYPES):
                    if p.cells[p.seat(p.active()) + PLATE + marker]:
                        p.offer(self.first + route * MARKER_TYPES + marker)

    def apply(self, p: Position, choice: int) -> None:
        self.plates.place(p, choice % MARKER_TYPES, choice // MARKER_TYPES)


class PlacingUnseenMarker(Step):
    """Place a plate marker face down. [HT-RPL-5]"""

    plates: Plates

    def __init__(self, first: int, size: int, plates: Plates) -> None:
        super().__init__(first, size)
        self.plates = plates

    def refusal(self, p: Position, choice: int) -> int:
        return self.plates.refusal(p, choice) if p.cells[p.seat(p.active()) + PLATE_UNSEEN] else NONE_UNSEEN

    def moves(self, p: Position) -> None:
        condition = self.plates.condition(p)
        if condition is None or p.cells[p.seat(p.active()) + PLATE_UNSEEN] == 0:
            return
        for route in range(p.board.routes):
            if condition.refusal(p, route) == LEGAL:
                p.offer(self.first + route)

    def apply(self, p: Position, choice: int) -> None:
        self.plates.place(p, FACE_DOWN - 1, choice)
