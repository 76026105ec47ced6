"""The shape of a rule: a step offers moves and carries them out."""

from __future__ import annotations

from kontor.games.hansa.table import Table


class Step:
    """One way to answer a phase; its moves are numbered from `first`."""

    first: int

    def __init__(self, first: int) -> None:
        self.first = first

    def moves(self, t: Table) -> None:
        """Offer the legal moves, in ascending order."""

    def apply(self, t: Table, choice: int) -> None:
        """Carry out the move `first + choice`."""

    def weight(self, t: Table, choice: int) -> int:
        """How likely chance picks the move, compared with its others. [H-INFO-5]"""
        return 1
