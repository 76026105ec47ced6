"""The engine base class with planners, search trees, observers and batches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kontor.kernel.arguments import MOST_INT, checked_number
from kontor.kernel.batch import Batch
from kontor.kernel.network_engine import NetworkEngine
from kontor.kernel.observation import Observer
from kontor.kernel.runtime.dialect import Ints, exported
from kontor.kernel.search.planner import Planner
from kontor.kernel.search.tree import Tree


class SearchEngine(NetworkEngine):
    """An engine that creates planners, search trees, observers and batches; the base class of every game's engine."""

    @exported
    def planner(self, width: Any) -> Planner:
        """Return a planner of whole turns with a beam of a width."""
        return Planner(self, checked_number(width, 1, MOST_INT, "the width"), False)

    @exported
    def tree(self, position: bytearray, seed: Any, search_options: Sequence[int]) -> Tree:
        """Return a search tree whose root is a position."""
        return Tree(self, position, seed, search_options)

    @exported
    def observer(self, tables: dict[str, Ints]) -> Observer:
        """Return an observer for the tables of an observation spec."""
        return Observer(self, tables)

    @exported
    def batch(
        self,
        observer: Observer,
        start_position: bytearray,
        seat_policies: list[bytes],
        hint_policies: bytes,
        cap: Any,
        moves: Any,
        rows: Any,
    ) -> Batch:
        """Return a batch with one game for every row of seat policies."""
        return Batch(self, observer, start_position, seat_policies, hint_policies, cap, moves, rows)
