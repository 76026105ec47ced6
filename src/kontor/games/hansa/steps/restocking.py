"""Phase 2: restock or not."""

from __future__ import annotations

from kontor.games.hansa.layout import PHASE
from kontor.games.hansa.steps.step import Step
from kontor.games.hansa.table import Table
from kontor.games.hansa.tasks import ACTIONS
from kontor.games.hansa.turns import restock


class Restocking(Step):
    """Pay a thaler and fill every empty warehouse. [H-STOCK-3, H-STOCK-5]"""

    def apply(self, t: Table, choice: int) -> None:
        restock(t)


class SkippingRestock(Step):
    """Leave the warehouses as they are. [H-STOCK-3]"""

    def apply(self, t: Table, choice: int) -> None:
        t.cells[PHASE] = ACTIONS
