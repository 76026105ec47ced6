"""Endings of the game, in the order in which they are checked. [HT-END-1]"""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.rules.layout import COMPLETED, MARKER_STUCK, SCORE, SUPPLY_FAILED, TURN_OVER
from kontor.games.teutonica.rules.pieces import OWNERS
from kontor.games.teutonica.rules.position import Position

RUNNING: Final = 0
TWENTY_POINTS: Final = 1
MARKER_SUPPLY: Final = 2
COMPLETED_CITIES: Final = 3
STUCK_MARKER: Final = 4
POINTS_THAT_END: Final = 20

ENDINGS: Final = ("", "twenty-points", "marker-supply", "completed-cities", "marker-stuck")


def twenty_points(p: Position) -> bool:
    """Return whether any owner, the neutral player included, has twenty points on the track. [HT-END-1, HT-P2N-10]"""
    for owner in range(OWNERS):
        if p.cells[p.seat(owner) + SCORE] >= POINTS_THAT_END:
            return True
    return False


def ending(p: Position) -> int:
    """Return the ending that is met, or RUNNING; it takes effect after the current action. [HT-END-4]"""
    if twenty_points(p):
        return TWENTY_POINTS
    if p.cells[SUPPLY_FAILED]:
        return MARKER_SUPPLY
    if p.cells[COMPLETED] >= p.board.completed_limit:
        return COMPLETED_CITIES
    return STUCK_MARKER if p.cells[MARKER_STUCK] == TURN_OVER else RUNNING
