"""Replacement markers: drawn unseen, looked at and placed at the end of the turn. [HT-RPL-1 … HT-RPL-7]"""

from __future__ import annotations

from typing import Final

from kontor.core.table import CHANCE
from kontor.games.teutonica.cities import next_post
from kontor.games.teutonica.facts import (
    MARKER_DRAWN,
    MARKER_LEFT_OVER,
    MARKER_PLACED,
    MARKER_REVEALED,
    SUPPLY_EXHAUSTED,
)
from kontor.games.teutonica.layout import (
    BAG,
    DISCARDED,
    DRAWN,
    MARKER_STUCK,
    MARKERS,
    PLATE,
    PLATE_UNSEEN,
    SUPPLY_FAILED,
)
from kontor.games.teutonica.pieces import FACE_DOWN, MARKER_TYPES
from kontor.games.teutonica.reasons import (
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
from kontor.games.teutonica.steps.step import Stage, Step
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import LOOK, MARKER_PLACING

CARRY: Final = 0
DISCARD: Final = 1
END_GAME: Final = 2


def unseen_markers(t: Table) -> int:
    """Markers nobody has seen, wherever they lie. [HT-RNG-2]"""
    count = 0
    for marker in range(MARKER_TYPES):
        count += t.cells[BAG + marker]
    return count


def supply_of_markers(t: Table) -> int:
    """Markers left to draw: the unseen ones that lie on no plate and no route. [HT-RNG-2]"""
    count = unseen_markers(t) - t.cells[DISCARDED + MARKER_TYPES]
    for seat in range(t.players):
        count -= t.cells[t.seat(seat) + PLATE_UNSEEN]
    for route in range(t.board.routes):
        if t.cells[MARKERS + route] == FACE_DOWN:
            count -= 1
    return count


def draw_replacement(t: Table, seat: int) -> None:
    """Draw the next marker unseen onto the plate; an empty supply ends the game. [HT-RPL-1, HT-END-1]"""
    if supply_of_markers(t) > 0:
        t.cells[t.seat(seat) + PLATE_UNSEEN] += 1
        t.cells[DRAWN] = 1
        t.tell(MARKER_DRAWN, seat, 0, 0)
    else:
        t.cells[SUPPLY_FAILED] = 1
        t.tell(SUPPLY_EXHAUSTED, seat, 0, 0)


def plate_size(t: Table, seat: int) -> int:
    """Markers on a plate, seen or not."""
    count = t.cells[t.seat(seat) + PLATE_UNSEEN]
    for marker in range(MARKER_TYPES):
        count += t.cells[t.seat(seat) + PLATE + marker]
    return count


class Condition:
    """What a route needs to take a replacement marker. [HT-RPL-2]"""

    def refusal(self, t: Table, route: int) -> int:
        """Return why the route takes no marker: marked, with pieces or without empty post space; or LEGAL."""
        reason = occupied_refusal(t, route)
        if reason:
            return reason
        return LEGAL if has_open_end(t, route) else ENDS_FULL


class WithoutOpenEnd(Condition):
    """The relaxed condition without 2c. [HT-RPL-6]"""

    def refusal(self, t: Table, route: int) -> int:
        return occupied_refusal(t, route)


class UnmarkedOnly(Condition):
    """The relaxed condition without 2b and 2c. [HT-RPL-6]"""

    def refusal(self, t: Table, route: int) -> int:
        return marked_refusal(t, route)


def marked_refusal(t: Table, route: int) -> int:
    """Return why a marker lies on the route or none may ever, or LEGAL. [HT-RPL-2, HT-PRM-3, HT-BRI-11]"""
    if t.marker_on(route):
        return ROUTE_MARKED
    if t.board.markable[route]:
        return LEGAL
    return ROUTE_PERMANENT if t.board.permanent[route] else ROUTE_ABROAD


def occupied_refusal(t: Table, route: int) -> int:
    """Return why the route is marked or not free of pieces, or LEGAL. [HT-RPL-2]"""
    reason = marked_refusal(t, route)
    if reason:
        return reason
    return ROUTE_OCCUPIED if pieces_on(t, route) else LEGAL


def pieces_on(t: Table, route: int) -> int:
    """How many pieces stand on a route."""
    return t.board.route_size[route] - t.free_on(route)


def has_open_end(t: Table, route: int) -> bool:
    """Whether an end has an empty printed post space. [HT-RPL-2, HT-EAS-6]"""
    return next_post(t, t.board.low_end[route]) >= 0 or next_post(t, t.board.high_end[route]) >= 0


class Landing:
    """What else happens when a replacement marker is placed."""

    def landed(self, t: Table, route: int) -> None:
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

    def condition(self, t: Table) -> Condition | None:
        """The first condition that any route meets. [HT-RPL-4, HT-P2N-13]"""
        condition: Condition
        for condition in self.conditions:
            for route in range(t.board.routes):
                if condition.refusal(t, route) == LEGAL:
                    return condition
        return None

    def refusal(self, t: Table, route: int) -> int:
        """Return why a route takes no marker by the condition in force, or LEGAL; without any, by the strictest."""
        condition: Condition | None = self.condition(t)
        strictest: Condition = self.conditions[0]
        return strictest.refusal(t, route) if condition is None else condition.refusal(t, route)

    def place(self, t: Table, marker: int, route: int) -> None:
        """Put a marker from the plate of the active seat on a route; a face-down one has no type."""
        seat = t.seat(t.active())
        if marker == FACE_DOWN - 1:
            t.cells[seat + PLATE_UNSEEN] -= 1
        else:
            t.cells[seat + PLATE + marker] -= 1
        t.cells[MARKERS + route] = marker + 1
        t.tell(MARKER_PLACED, t.active(), marker + 1, route)
        self.landing.landed(t, route)
        self.close_if_done(t)

    def close_if_done(self, t: Table) -> None:
        """End the placing when the plate is empty or nothing fits any more."""
        if plate_size(t, t.active()) == 0:
            t.cells[MARKER_STUCK] = 0
            t.pop()
        elif self.condition(t) is None:
            t.pop()
            self.leave_over(t)

    def leave_over(self, t: Table) -> None:
        """Deal with markers that fit no route. [HT-RPL-6]"""
        seat = t.seat(t.active())
        t.tell(MARKER_LEFT_OVER, t.active(), plate_size(t, t.active()), 0)
        if self.stuck == DISCARD:
            t.cells[DISCARDED + MARKER_TYPES] += t.cells[seat + PLATE_UNSEEN]
            t.cells[seat + PLATE_UNSEEN] = 0
            for marker in range(MARKER_TYPES):
                t.cells[DISCARDED + marker] += t.cells[seat + PLATE + marker]
                t.cells[seat + PLATE + marker] = 0
        elif self.stuck == END_GAME:
            t.cells[MARKER_STUCK] = 1


class LookingAtPlate(Stage):
    """Look at the markers drawn this turn. [HT-RPL-2]"""

    def begin(self, t: Table) -> None:
        t.cells[DRAWN] = 0
        if t.cells[t.seat(t.active()) + PLATE_UNSEEN]:
            t.push(LOOK, CHANCE)


class LeavingPlateUnseen(Stage):
    """Do not look at the markers drawn this turn. [HT-RPL-5]"""

    def begin(self, t: Table) -> None:
        t.cells[DRAWN] = 0


class Identifying(Step):
    """Chance: which of the markers nobody has seen one is. [HT-RNG-2]"""

    def refusal(self, t: Table, choice: int) -> int:
        return LEGAL if t.cells[BAG + choice] else MARKER_NOT_IN_BAG

    def weight(self, t: Table, choice: int) -> int:
        return t.cells[BAG + choice]


class Looking(Identifying):
    """Chance: the identity of a plate marker. [HT-RPL-2, HT-RNG-2]"""

    def apply(self, t: Table, choice: int) -> None:
        seat = t.seat(t.active())
        t.cells[BAG + choice] -= 1
        t.cells[seat + PLATE_UNSEEN] -= 1
        t.cells[seat + PLATE + choice] += 1
        t.tell(MARKER_REVEALED, t.active(), choice, 0)
        if t.cells[seat + PLATE_UNSEEN] == 0:
            t.pop()


class AskingForPlates(Stage):
    """Place the plate markers, as far as they fit. [HT-RPL-4, HT-RPL-6]"""

    plates: Plates

    def __init__(self, plates: Plates) -> None:
        self.plates = plates

    def begin(self, t: Table) -> None:
        if plate_size(t, t.active()):
            t.push(MARKER_PLACING, t.active())
            self.plates.close_if_done(t)


class PlacingMarker(Step):
    """Place a plate marker everybody has seen. [HT-RPL-2, HT-RPL-3]"""

    plates: Plates
    facing_down: bool

    def __init__(self, first: int, size: int, plates: Plates, facing_down: bool) -> None:
        super().__init__(first, size)
        self.plates = plates
        self.facing_down = facing_down

    def refusal(self, t: Table, choice: int) -> int:
        if t.cells[t.seat(t.active()) + PLATE + choice % MARKER_TYPES] == 0:
            return PLATE_FACES_DOWN if self.facing_down else NOT_ON_PLATE
        return self.plates.refusal(t, choice // MARKER_TYPES)

    def moves(self, t: Table) -> None:
        condition = self.plates.condition(t)
        if condition is None:
            return
        for route in range(t.board.routes):
            if condition.refusal(t, route) == LEGAL:
                for marker in range(MARKER_TYPES):
                    if t.cells[t.seat(t.active()) + PLATE + marker]:
                        t.offer(self.first + route * MARKER_TYPES + marker)

    def apply(self, t: Table, choice: int) -> None:
        self.plates.place(t, choice % MARKER_TYPES, choice // MARKER_TYPES)


class PlacingUnseenMarker(Step):
    """Place a plate marker face down. [HT-RPL-5]"""

    plates: Plates

    def __init__(self, first: int, size: int, plates: Plates) -> None:
        super().__init__(first, size)
        self.plates = plates

    def refusal(self, t: Table, choice: int) -> int:
        return self.plates.refusal(t, choice) if t.cells[t.seat(t.active()) + PLATE_UNSEEN] else NONE_UNSEEN

    def moves(self, t: Table) -> None:
        condition = self.plates.condition(t)
        if condition is None or t.cells[t.seat(t.active()) + PLATE_UNSEEN] == 0:
            return
        for route in range(t.board.routes):
            if condition.refusal(t, route) == LEGAL:
                t.offer(self.first + route)

    def apply(self, t: Table, choice: int) -> None:
        self.plates.place(t, FACE_DOWN - 1, choice)
