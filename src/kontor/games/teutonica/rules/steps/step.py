"""Base classes of rules: a step offers and applies choices, a stage runs without a decision."""

from __future__ import annotations

from kontor.games.teutonica.rules.layout import ACTIONS_LEFT, GIVEN_UP, UNUSED
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.reasons import (
    LEGAL,
    MARKER_MISSING,
    MARKER_TAKEN_NOW,
    NO_ACTION_LEFT,
    PAWN_ENDED_ACTIONS,
    TURN_GIVEN_UP,
)


class Step:
    """One way to decide a task; its choices are the moves from `first` to `first + size - 1`."""

    first: int
    size: int

    def __init__(self, first: int, size: int) -> None:
        self.first = first
        self.size = size

    def covers(self, move: int) -> bool:
        """Return whether a move is one of the step's choices, legal or not."""
        return self.first <= move < self.first + self.size

    def refusal(self, p: Position, choice: int) -> int:
        """Return why a choice is not legal while the step's task is due, or LEGAL."""
        return LEGAL

    def moves(self, p: Position) -> None:
        """Offer the legal moves in ascending order; steps on the hot path override this with a faster loop."""
        self.offer_legal(p, 0, self.size)

    def offer_legal(self, p: Position, start: int, end: int) -> None:
        """Offer the legal choices from `start` to `end - 1`."""
        for choice in range(start, end):
            if self.refusal(p, choice) == LEGAL:
                p.offer(self.first + choice)

    def apply(self, p: Position, choice: int) -> None:
        """Apply the choice."""

    def weight(self, p: Position, choice: int) -> int:
        """Return the relative probability of a chance move. [HT-RNG-1]"""
        return 1


class Stage:
    """Part of an action or turn that runs without a decision or opens a task."""

    def begin(self, p: Position) -> None:
        """Run the stage; the top frame is its sequence."""


class StopStep(Step):
    """Step that closes the task on top. [HT-DSP-5]"""

    def apply(self, p: Position, choice: int) -> None:
        p.pop()


def action_refusal(p: Position) -> int:
    """Return why the active seat may take no action now, or LEGAL. [HT-TRN-3, HT-FAV-2, HT-P2P-4]"""
    if p.may_act():
        return LEGAL
    if p.cells[GIVEN_UP]:
        return TURN_GIVEN_UP
    return PAWN_ENDED_ACTIONS if p.cells[ACTIONS_LEFT] else NO_ACTION_LEFT


def marker_refusal(p: Position, marker: int) -> int:
    """Return why the active seat may not use a marker of the type, or LEGAL. [HT-BMK-1]"""
    if p.unused(p.active(), marker) > 0:
        return LEGAL
    return MARKER_TAKEN_NOW if p.cells[p.seat(p.active()) + UNUSED + marker] else MARKER_MISSING
