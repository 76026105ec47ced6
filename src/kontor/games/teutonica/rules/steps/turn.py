"""The turn: ending it, starting the next one, and the start markers before the first."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from kontor.games.teutonica.rules.layout import (
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
from kontor.games.teutonica.rules.pieces import ACTIONS, MORE_ACTIONS, actions_value
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import START_MARKER_LAID, TURN_BEGUN, TURN_ENDED
from kontor.games.teutonica.rules.reasons import LEGAL, START_MARKER_NOT_LEFT
from kontor.games.teutonica.rules.steps.step import Stage, Step
from kontor.games.teutonica.rules.tasks import CLOSING, LEFT, SEQUENCE, START_MARKER, WHICH
from kontor.kernel.runtime.dialect import Ints
from kontor.kernel.seats import CHANCE_CELL


class EndTurnStep(Step):
    """Step that ends the turn, with or without actions left. [HT-TRN-4, HT-TRN-5]"""

    def moves(self, p: Position) -> None:
        p.offer(self.first)

    def apply(self, p: Position, choice: int) -> None:
        p.emit(TURN_ENDED, p.active(), 0, 0)
        p.push(SEQUENCE, p.active())
        p.set_argument(WHICH, CLOSING)


def actions_granted(p: Position, seat: int) -> int:
    """Return the number of actions at the start of a turn. [HT-TRN-2, HT-FAV-5]"""
    return actions_value(p.level(seat, ACTIONS)) + (1 if p.holder(MORE_ACTIONS) == seat else 0)


class NextTurnStage(Stage):
    """Stage that starts the turn of the next seat. [HT-TRN-6, HT-SET-2, HT-BRI-6]"""

    def begin(self, p: Position) -> None:
        if p.cells[MARKER_STUCK]:
            p.cells[MARKER_STUCK] = TURN_OVER
            return
        seat = (p.active() + 1) % p.players
        p.cells[ACTIVE] = seat
        p.cells[ACTIONS_LEFT] = actions_granted(p, seat)
        p.cells[ACTED] = 0
        p.cells[BEGUN] = 0
        p.cells[GIVEN_UP] = 0
        p.cells[PERMISSIONS] = 0
        p.cells[PAWN_MOVED] = 0
        p.count_turn()
        p.emit(TURN_BEGUN, seat, p.cells[ACTIONS_LEFT], 0)
        self.set_turn_decider(p, seat)

    def set_turn_decider(self, p: Position, seat: int) -> None:
        """Set the seat that decides the turn at the bottom of the stack."""
        p.cells[p.bottom() + 1] = seat


class StartMarkersStage(Stage):
    """Stage that opens the dealing of the start markers to the tavern routes. [HT-SET-3]"""

    def begin(self, p: Position) -> None:
        p.push(START_MARKER, CHANCE_CELL)
        p.set_argument(LEFT, len(p.board.taverns))


class StartMarkerStep(Step):
    """Chance step that deals the start marker of the next tavern route. [HT-SET-3, HT-SET-4]"""

    start: Ints

    def __init__(self, first: int, size: int, start: Sequence[int]) -> None:
        super().__init__(first, size)
        self.start = array("i", start)

    def left(self, p: Position, marker: int) -> int:
        """Return the number of start markers of the type that are not yet placed."""
        count = self.start[marker]
        for n in range(len(p.board.taverns)):
            if p.marker_on(p.board.taverns[n]) == marker + 1:
                count -= 1
        return count

    def refusal(self, p: Position, choice: int) -> int:
        return LEGAL if self.left(p, choice) > 0 else START_MARKER_NOT_LEFT

    def weight(self, p: Position, choice: int) -> int:
        return self.left(p, choice)

    def apply(self, p: Position, choice: int) -> None:
        route = p.board.taverns[len(p.board.taverns) - p.argument(LEFT)]
        p.cells[MARKERS + route] = choice + 1
        p.cells[BAG + choice] -= 1
        p.emit(START_MARKER_LAID, choice, route, 0)
        p.set_argument(LEFT, p.argument(LEFT) - 1)
        if p.argument(LEFT) == 0:
            p.pop()
