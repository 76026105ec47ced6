"""The turn as a whole: ending it, passing to the next seat, laying the start markers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from kontor.core.kernel import Ints
from kontor.core.table import CHANCE
from kontor.games.teutonica.facts import START_MARKER_LAID, TURN_BEGUN, TURN_ENDED
from kontor.games.teutonica.layout import (
    ACTED,
    ACTIONS_LEFT,
    ACTIVE,
    BAG,
    BEGUN,
    GIVEN_UP,
    MARKER_STUCK,
    MARKERS,
    PAWN_MOVED,
    PERMISSIONS,
    TURN_OVER,
)
from kontor.games.teutonica.pieces import ACTIONS, MORE_ACTIONS, actions_value
from kontor.games.teutonica.reasons import LEGAL, START_MARKER_NOT_LEFT
from kontor.games.teutonica.steps.step import Stage, Step
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import CLOSING, LEFT, SEQUENCE, START_MARKER, WHICH


class EndingTurn(Step):
    """End the turn, with or without actions left. [HT-TRN-4, HT-TRN-5]"""

    def moves(self, t: Table) -> None:
        t.offer(self.first)

    def apply(self, t: Table, choice: int) -> None:
        t.tell(TURN_ENDED, t.active(), 0, 0)
        t.push(SEQUENCE, t.active())
        t.remember(WHICH, CLOSING)


def actions_granted(t: Table, seat: int) -> int:
    """The actions of a turn at its start. [HT-TRN-2, HT-FAV-5]"""
    return actions_value(t.level(seat, ACTIONS)) + (1 if t.holder(MORE_ACTIONS) == seat else 0)


class Passing(Stage):
    """The next seat begins its turn. [HT-TRN-6, HT-SET-2, HT-BRI-6]"""

    def begin(self, t: Table) -> None:
        if t.cells[MARKER_STUCK]:
            t.cells[MARKER_STUCK] = TURN_OVER
            return
        seat = (t.active() + 1) % t.players
        t.cells[ACTIVE] = seat
        t.cells[ACTIONS_LEFT] = actions_granted(t, seat)
        t.cells[ACTED] = 0
        t.cells[BEGUN] = 0
        t.cells[GIVEN_UP] = 0
        t.cells[PERMISSIONS] = 0
        t.cells[PAWN_MOVED] = 0
        t.count_turn()
        t.tell(TURN_BEGUN, seat, t.cells[ACTIONS_LEFT], 0)
        self.hand_to(t, seat)

    def hand_to(self, t: Table, seat: int) -> None:
        """Make the seat the one that decides in the turn at the bottom of the stack."""
        t.cells[t.bottom() + 1] = seat


class LayingStartMarkers(Stage):
    """Deal the three start markers to the tavern routes. [HT-SET-3]"""

    def begin(self, t: Table) -> None:
        t.push(START_MARKER, CHANCE)
        t.remember(LEFT, len(t.board.taverns))


class LayingStartMarker(Step):
    """Chance: the start marker of the next tavern route. [HT-SET-3, HT-SET-4]"""

    start: Ints

    def __init__(self, first: int, size: int, start: Sequence[int]) -> None:
        super().__init__(first, size)
        self.start = array("i", start)

    def left(self, t: Table, marker: int) -> int:
        """How many start markers of the type are not laid yet."""
        count = self.start[marker]
        for n in range(len(t.board.taverns)):
            if t.marker_on(t.board.taverns[n]) == marker + 1:
                count -= 1
        return count

    def refusal(self, t: Table, choice: int) -> int:
        return LEGAL if self.left(t, choice) > 0 else START_MARKER_NOT_LEFT

    def weight(self, t: Table, choice: int) -> int:
        return self.left(t, choice)

    def apply(self, t: Table, choice: int) -> None:
        route = t.board.taverns[len(t.board.taverns) - t.argument(LEFT)]
        t.cells[MARKERS + route] = choice + 1
        t.cells[BAG + choice] -= 1
        t.tell(START_MARKER_LAID, choice, route, 0)
        t.remember(LEFT, t.argument(LEFT) - 1)
        if t.argument(LEFT) == 0:
            t.pop()
