"""Two players with the pawn: actions only beside its province. [HT-P2P-1]"""

from __future__ import annotations

from kontor.core.kernel import door
from kontor.games.teutonica.facts import PAWN_MOVED_TO
from kontor.games.teutonica.layout import ACTED, BEGUN, PAWN, PAWN_AFTER, PAWN_BEFORE, PAWN_MOVED
from kontor.games.teutonica.reach import PawnReach
from kontor.games.teutonica.reasons import (
    LEGAL,
    PAWN_MOVED_ALREADY,
    PAWN_SETUP_IS_FREE,
    PAWN_STANDS_THERE,
    PAWN_TOO_FAR,
)
from kontor.games.teutonica.rules import Rules
from kontor.games.teutonica.steps.step import Stage, Step, action_refusal
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import PAWN_SETUP, TURN


@door
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

    def begin(self, t: Table) -> None:
        t.push(PAWN_SETUP, 1)


def set_pawn(t: Table, seat: int, province: int, paid: int) -> None:
    """Put the pawn into a province."""
    t.cells[PAWN] = province + 1
    t.tell(PAWN_MOVED_TO, seat, province, paid)


class SettingPawn(Step):
    """Put the pawn into any province before the first turn. [HT-P2P-3]"""

    def refusal(self, t: Table, choice: int) -> int:
        return LEGAL if choice < t.board.provinces else PAWN_SETUP_IS_FREE

    def apply(self, t: Table, choice: int) -> None:
        set_pawn(t, t.decider(), choice, 0)
        t.pop()


class MovingPawn(Step):
    """Move the pawn free over one or two borders, before the first or after the last action. [HT-P2P-4]"""

    def refusal(self, t: Table, choice: int) -> int:
        if t.cells[PAWN_MOVED]:
            return PAWN_MOVED_ALREADY
        borders = t.board.stroll[(t.cells[PAWN] - 1) * t.board.provinces + choice]
        return LEGAL if borders else PAWN_TOO_FAR

    def apply(self, t: Table, choice: int) -> None:
        t.cells[PAWN_MOVED] = PAWN_AFTER if t.cells[ACTED] else PAWN_BEFORE
        t.cells[BEGUN] = 1
        set_pawn(t, t.active(), choice, 0)


class PayingPawn(Step):
    """Spend an action to put the pawn into any other province. [HT-P2P-5]"""

    def refusal(self, t: Table, choice: int) -> int:
        reason = action_refusal(t)
        if reason:
            return reason
        return PAWN_STANDS_THERE if t.cells[PAWN] == choice + 1 else LEGAL

    def apply(self, t: Table, choice: int) -> None:
        t.spend_action()
        set_pawn(t, t.active(), choice, 1)
