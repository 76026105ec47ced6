"""Two players with the pawn: actions only beside its province. [HT-P2P-1]"""

from __future__ import annotations

from kontor.games.teutonica.rules.layout import ACTED, BEGUN, PAWN, PAWN_AFTER, PAWN_BEFORE, PAWN_MOVED
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import PAWN_MOVED_TO
from kontor.games.teutonica.rules.reach import PawnReach
from kontor.games.teutonica.rules.reasons import (
    LEGAL,
    PAWN_MOVED_ALREADY,
    PAWN_SETUP_IS_FREE,
    PAWN_STANDS_THERE,
    PAWN_TOO_FAR,
)
from kontor.games.teutonica.rules.rule_set import Rules
from kontor.games.teutonica.rules.steps.step import Stage, Step, action_refusal
from kontor.games.teutonica.rules.tasks import PAWN_SETUP, TURN
from kontor.kernel.runtime.dialect import exported


@exported
def pawn(rules: Rules) -> Rules:
    """Put the pawn on the board and bind Place, Displace and Create to it. [HT-P2P-3, HT-P2P-6]"""
    rules.reach = PawnReach()
    rules.opening.append(AskingForPawn())
    first, size = rules.first, rules.size
    rules.steps.append((PAWN_SETUP, SettingPawn(first["pawn-free"], size["pawn-free"] + size["pawn-paid"])))
    rules.steps.append((TURN, MovingPawn(first["pawn-free"], size["pawn-free"])))
    rules.steps.append((TURN, PayingPawn(first["pawn-paid"], size["pawn-paid"])))
    return rules


class AskingForPawn(Stage):
    """The second player puts the pawn into a province. [HT-P2P-3]"""

    def begin(self, p: Position) -> None:
        p.push(PAWN_SETUP, 1)


def set_pawn(p: Position, seat: int, province: int, paid: int) -> None:
    """Put the pawn into a province."""
    p.cells[PAWN] = province + 1
    p.emit(PAWN_MOVED_TO, seat, province, paid)


class SettingPawn(Step):
    """Put the pawn into any province before the first turn. [HT-P2P-3]"""

    def refusal(self, p: Position, choice: int) -> int:
        return LEGAL if choice < p.board.provinces else PAWN_SETUP_IS_FREE

    def apply(self, p: Position, choice: int) -> None:
        set_pawn(p, p.decider(), choice, 0)
        p.pop()


class MovingPawn(Step):
    """Move the pawn free over one or two borders, before the first or after the last action. [HT-P2P-4]"""

    def refusal(self, p: Position, choice: int) -> int:
        if p.cells[PAWN_MOVED]:
            return PAWN_MOVED_ALREADY
        borders = p.board.stroll[(p.cells[PAWN] - 1) * p.board.provinces + choice]
        return LEGAL if borders else PAWN_TOO_FAR

    def apply(self, p: Position, choice: int) -> None:
        p.cells[PAWN_MOVED] = PAWN_AFTER if p.cells[ACTED] else PAWN_BEFORE
        p.cells[BEGUN] = 1
        set_pawn(p, p.active(), choice, 0)


class PayingPawn(Step):
    """Spend an action to put the pawn into any other province. [HT-P2P-5]"""

    def refusal(self, p: Position, choice: int) -> int:
        reason = action_refusal(p)
        if reason:
            return reason
        return PAWN_STANDS_THERE if p.cells[PAWN] == choice + 1 else LEGAL

    def apply(self, p: Position, choice: int) -> None:
        p.spend_action()
        set_pawn(p, p.active(), choice, 1)
