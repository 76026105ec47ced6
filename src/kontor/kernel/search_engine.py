"""The engine with all that thinks about its positions: planners, searches, observers and batches of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kontor.kernel.arguments import MOST_INT, checked_number
from kontor.kernel.batch import Batch
from kontor.kernel.engine import BaseEngine
from kontor.kernel.observation import Observer
from kontor.kernel.runtime.dialect import Ints, exported
from kontor.kernel.search.planner import Planner
from kontor.kernel.search.tree import Tree


class SearchEngine(BaseEngine):
    """An engine that opens doors to what is built upon one; every game's engine is of this sort."""

    @exported
    def planner(self, width: Any) -> Planner:
        """A planner of whole turns."""
        return Planner(self, checked_number(width, 1, MOST_INT, "the width"), False)

    @exported
    def tree(self, position: bytearray, seed: Any, search_options: Sequence[int]) -> Tree:
        """A search that begins at a position."""
        return Tree(self, position, seed, search_options)

    @exported
    def observer(self, tables: dict[str, Ints]) -> Observer:
        """An observer made of the tables of an outlook."""
        return Observer(self, tables)

    @exported
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
