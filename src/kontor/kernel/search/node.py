"""The nodes of a search tree."""

from __future__ import annotations

from array import array

from kontor.kernel.runtime.dialect import Ints


class Node:
    """A position in the tree, the move that leads to it, and the sum of the results of its visits."""

    position: bytearray
    decider: int
    move: int
    prior: int
    visits: int
    totals: Ints
    children: list[Node]

    def __init__(self, position: bytearray, decider: int, move: int, prior: int, players: int) -> None:
        self.position = position
        self.decider = decider
        self.move = move
        self.prior = prior
        self.visits = 0
        self.totals = array("i", [0] * players)
        self.children = []

    def mean(self, seat: int) -> int:
        """Return the mean result of a seat."""
        return self.totals[seat] // self.visits
