"""Phase 2: restocking or skipping it."""

from __future__ import annotations

from kontor.games.hansa.rules.layout import PHASE
from kontor.games.hansa.rules.position import Position
from kontor.games.hansa.rules.steps.step import Step
from kontor.games.hansa.rules.tasks import ACTIONS
from kontor.games.hansa.rules.turns import restock


class Restocking(Step):
    """Pay a thaler and fill every empty warehouse. [H-STOCK-3, H-STOCK-5]"""

    def apply(self, p: Position, choice: int) -> None:
        restock(p)


class SkippingRestock(Step):
    """Leave the warehouses as they are. [H-STOCK-3]"""

    def apply(self, p: Position, choice: int) -> None:
        p.cells[PHASE] = ACTIONS
