"""The base class of steps: a step decides which moves are legal, lists them and makes one."""

from __future__ import annotations

from kontor.games.hansa.rules.position import Position
from kontor.games.hansa.rules.reasons import LEGAL


class Step:
    """One kind of move in a phase; its choices are the moves from `first` to `first + size - 1`."""

    first: int
    size: int

    def __init__(self, first: int, size: int) -> None:
        self.first = first
        self.size = size

    def refusal(self, p: Position, choice: int) -> int:
        """Return why a choice is not legal in the step's phase, or LEGAL."""
        return LEGAL

    def moves(self, p: Position) -> None:
        """Offer the legal moves in ascending order; frequent steps override this with a faster enumeration."""
        for choice in range(self.size):
            if self.refusal(p, choice) == LEGAL:
                p.offer(self.first + choice)

    def apply(self, p: Position, choice: int) -> None:
        """Make the move `first + choice`."""

    def weight(self, p: Position, choice: int) -> int:
        """Return the weight of a chance move. [H-INFO-5]"""
        return 1
