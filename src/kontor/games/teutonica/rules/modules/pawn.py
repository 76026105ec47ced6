"""Module two-player-pawn: actions only beside the pawn's province. [HT-P2P-1]"""

from __future__ import annotations

from kontor.games.teutonica.rules.layout import ACTED, BEGUN, PAWN, PAWN_AFTER, PAWN_BEFORE, PAWN_MOVED
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import PAWN_MOVED_TO
from kontor.games.teutonica.rules.reach import PawnReach
from kontor.games.teutonica.rules.reasons import (
    LEGAL,
    PAWN_ALREADY_THERE,
    PAWN_MOVED_ALREADY,
    PAWN_SETUP_IS_FREE,
    PAWN_TOO_FAR,
)
from kontor.games.teutonica.rules.rule_set import RuleSet
from kontor.games.teutonica.rules.steps.step import Stage, Step, action_refusal
from kontor.games.teutonica.rules.tasks import PAWN_SETUP, TURN
from kontor.kernel.runtime.dialect import exported


@exported
def add_pawn(rules: RuleSet) -> RuleSet:
    """Add the pawn and limit Place, Displace and Create to its province. [HT-P2P-3, HT-P2P-6]"""
    rules.reach = PawnReach()
    rules.opening.append(PawnSetupStage())
    first, size = rules.first, rules.size
    rules.steps.append((PAWN_SETUP, PawnSetupStep(first["pawn-free"], size["pawn-free"] + size["pawn-paid"])))
    rules.steps.append((TURN, MovePawnStep(first["pawn-free"], size["pawn-free"])))
    rules.steps.append((TURN, PayForPawnStep(first["pawn-paid"], size["pawn-paid"])))
    return rules


class PawnSetupStage(Stage):
    """Stage that lets the second player place the pawn. [HT-P2P-3]"""

    def begin(self, p: Position) -> None:
        p.push(PAWN_SETUP, 1)


def place_pawn(p: Position, seat: int, province: int, paid: int) -> None:
    """Place the pawn in a province."""
    p.cells[PAWN] = province + 1
    p.emit(PAWN_MOVED_TO, seat, province, paid)


class PawnSetupStep(Step):
    """Step that places the pawn in any province before the first turn. [HT-P2P-3]"""

    def refusal(self, p: Position, choice: int) -> int:
        return LEGAL if choice < p.board.provinces else PAWN_SETUP_IS_FREE

    def apply(self, p: Position, choice: int) -> None:
        place_pawn(p, p.decider(), choice, 0)
        p.pop()


class MovePawnStep(Step):
    """Step that moves the pawn across one or two borders without spending an action. [HT-P2P-4]"""

    def refusal(self, p: Position, choice: int) -> int:
        if p.cells[PAWN_MOVED]:
            return PAWN_MOVED_ALREADY
        borders = p.board.province_distance[(p.cells[PAWN] - 1) * p.board.provinces + choice]
        return LEGAL if borders else PAWN_TOO_FAR

    def apply(self, p: Position, choice: int) -> None:
        p.cells[PAWN_MOVED] = PAWN_AFTER if p.cells[ACTED] else PAWN_BEFORE
        p.cells[BEGUN] = 1
        place_pawn(p, p.active(), choice, 0)


class PayForPawnStep(Step):
    """Step that spends an action to place the pawn in any other province. [HT-P2P-5]"""

    def refusal(self, p: Position, choice: int) -> int:
        reason = action_refusal(p)
        if reason:
            return reason
        return PAWN_ALREADY_THERE if p.cells[PAWN] == choice + 1 else LEGAL

    def apply(self, p: Position, choice: int) -> None:
        p.spend_action()
        place_pawn(p, p.active(), choice, 1)
