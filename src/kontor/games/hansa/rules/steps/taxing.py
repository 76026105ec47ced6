"""Phase 4: giving up tiles above the limit."""

from __future__ import annotations

from kontor.games.hansa.rules.position import Position
from kontor.games.hansa.rules.reasons import LEGAL, NOTHING_TO_GIVE_UP
from kontor.games.hansa.rules.steps.step import Step
from kontor.games.hansa.rules.turns import give_up, settle_tiles


class GivingUp(Step):
    """Give up one of the tiles above the limit. [H-TAX-2, H-TAX-3]"""

    def refusal(self, p: Position, choice: int) -> int:
        return LEGAL if p.held(p.active(), choice) else NOTHING_TO_GIVE_UP

    def apply(self, p: Position, choice: int) -> None:
        give_up(p, p.active(), choice)
        settle_tiles(p)
