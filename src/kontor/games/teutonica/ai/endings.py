"""How near a game is to its end."""

from __future__ import annotations

from kontor.games.teutonica.rules.layout import COMPLETED, SCORE
from kontor.games.teutonica.rules.pieces import OWNERS
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.steps.replacement_markers import supply_of_markers


def progress(p: Position) -> int:
    """Return how close the game is to its nearest ending, in hundredths."""
    most = p.cells[COMPLETED] * 100 // p.board.completed_limit
    for owner in range(p.players):
        most = max(most, p.cells[p.seat(owner) + SCORE] * 5)
    return min(100, max(most, 100 - supply_of_markers(p) * 100 // 13))


def steps_towards_end(p: Position) -> int:
    """Count the points, completed cities and drawn markers; no move reduces the sum. [HT-END-1]"""
    steps = p.cells[COMPLETED] - supply_of_markers(p)
    for owner in range(OWNERS):
        steps += p.cells[p.seat(owner) + SCORE]
    return steps
