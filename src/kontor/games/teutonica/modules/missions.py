"""Mission cards: secret cards that reward posts in three cities. [HT-MIS-1]"""

from __future__ import annotations

from kontor.core.generator import Generator
from kontor.core.kernel import door
from kontor.core.table import CHANCE
from kontor.games.teutonica.facts import CARD_DEALT
from kontor.games.teutonica.layout import MISSION
from kontor.games.teutonica.pieces import UNKNOWN_CARD
from kontor.games.teutonica.reasons import CARD_DEALT_ALREADY, LEGAL
from kontor.games.teutonica.rules import Rules
from kontor.games.teutonica.steps.step import Stage, Step
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import LEFT, MISSION_DEAL


@door
def missions(rules: Rules) -> Rules:
    """Deal every seat a secret card. [HT-MIS-1]"""
    rules.opening.append(DealingMissions())
    rules.steps.append((MISSION_DEAL, DealingMission(rules.first["chance-card"], rules.size["chance-card"])))
    return rules


def is_dealt(t: Table, card: int) -> bool:
    """Whether a seat holds the card already."""
    for seat in range(t.players):
        if t.cells[t.seat(seat) + MISSION] == card + 1:
            return True
    return False


def guess_missions(t: Table, generator: Generator) -> None:
    """Give every seat whose card is unknown one that nobody is known to hold. [HT-INF-1]"""
    for seat in range(t.players):
        if t.cells[t.seat(seat) + MISSION] == UNKNOWN_CARD:
            card = generator.below(t.board.cards)
            while is_dealt(t, card):
                card = (card + 1) % t.board.cards
            t.cells[t.seat(seat) + MISSION] = card + 1


class DealingMissions(Stage):
    """Deal one card to each player. [HT-MIS-1]"""

    def begin(self, t: Table) -> None:
        t.push(MISSION_DEAL, CHANCE)
        t.remember(LEFT, t.players)


class DealingMission(Step):
    """Chance: the card of the next seat. [HT-MIS-1]"""

    def refusal(self, t: Table, choice: int) -> int:
        return CARD_DEALT_ALREADY if is_dealt(t, choice) else LEGAL

    def apply(self, t: Table, choice: int) -> None:
        seat = t.players - t.argument(LEFT)
        t.cells[t.seat(seat) + MISSION] = choice + 1
        t.tell(CARD_DEALT, seat, choice, 0)
        t.remember(LEFT, t.argument(LEFT) - 1)
        if t.argument(LEFT) == 0:
            t.pop()
