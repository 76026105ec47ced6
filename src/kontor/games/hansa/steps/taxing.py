"""Phase 4: the tiles in excess."""

from __future__ import annotations

from kontor.games.hansa.reasons import LEGAL, NOTHING_TO_GIVE_UP
from kontor.games.hansa.steps.step import Step
from kontor.games.hansa.table import Table
from kontor.games.hansa.turns import give_up, settle_tiles


class GivingUp(Step):
    """Give up one of the tiles in excess. [H-TAX-2, H-TAX-3]"""

    def refusal(self, t: Table, choice: int) -> int:
        return LEGAL if t.held(t.active(), choice) else NOTHING_TO_GIVE_UP

    def apply(self, t: Table, choice: int) -> None:
        give_up(t, t.active(), choice)
        settle_tiles(t)
