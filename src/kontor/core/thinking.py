"""The engine with all that thinks about its positions: planners, searches, observers and batches of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kontor.core.arguments import MOST_INT, checked_number
from kontor.core.batching import Batch
from kontor.core.engine import CoreEngine
from kontor.core.kernel import Ints, door
from kontor.core.observing import Observer
from kontor.core.planning import Planner
from kontor.core.searching import Tree


class ThinkingEngine(CoreEngine):
    """An engine that opens doors to what is built upon one; every game's engine is of this sort."""

    @door
    def planner(self, width: Any) -> Planner:
        """A planner of whole turns."""
        return Planner(self, checked_number(width, 1, MOST_INT, "the width"), False)

    @door
    def tree(self, position: bytearray, seed: Any, habits: Sequence[int]) -> Tree:
        """A search that begins at a position."""
        return Tree(self, position, seed, habits)

    @door
    def observer(self, tables: dict[str, Ints]) -> Observer:
        """An observer made of the tables of an outlook."""
        return Observer(self, tables)

    @door
    def batch(
        self,
        observer: Observer,
        beginning: bytearray,
        companies: list[bytes],
        advice: bytes,
        cap: Any,
        moves: Any,
        rows: Any,
    ) -> Batch:
        """Games side by side, one for every company of policies."""
        return Batch(self, observer, beginning, companies, advice, cap, moves, rows)
