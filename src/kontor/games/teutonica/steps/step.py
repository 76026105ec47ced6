"""The two shapes of a rule: a step offers moves and carries them out, a stage happens by itself."""

from __future__ import annotations

from kontor.games.teutonica.table import Table


class Step:
    """One way to answer a task; its moves are numbered from `first`."""

    first: int

    def __init__(self, first: int) -> None:
        self.first = first

    def moves(self, t: Table) -> None:
        """Offer the legal moves, in ascending order."""

    def apply(self, t: Table, choice: int) -> None:
        """Carry out the move `first + choice`."""

    def weight(self, t: Table, choice: int) -> int:
        """How likely chance picks the move, compared with its others. [HT-RNG-1]"""
        return 1


class Stage:
    """A part of an action or turn that runs by itself or opens a task."""

    def begin(self, t: Table) -> None:
        """Run; the top frame is the sequence this stage belongs to."""


class Stopping(Step):
    """No more: close the task on top. [HT-DSP-5]"""

    def moves(self, t: Table) -> None:
        t.offer(self.first)

    def apply(self, t: Table, choice: int) -> None:
        t.pop()
