"""Module mission cards: secret cards that reward posts in three cities. [HT-MIS-1]"""

from __future__ import annotations

from kontor.games.teutonica.rules.layout import MISSION
from kontor.games.teutonica.rules.pieces import UNKNOWN_CARD
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import CARD_DEALT
from kontor.games.teutonica.rules.reasons import CARD_DEALT_ALREADY, LEGAL
from kontor.games.teutonica.rules.rule_set import RuleSet
from kontor.games.teutonica.rules.steps.step import Stage, Step
from kontor.games.teutonica.rules.tasks import LEFT, MISSION_DEAL
from kontor.kernel.generator import Generator
from kontor.kernel.runtime.dialect import exported
from kontor.kernel.seats import CHANCE_CELL


@exported
def add_mission_cards(rules: RuleSet) -> RuleSet:
    """Deal a secret card to every seat. [HT-MIS-1]"""
    rules.opening.append(MissionCardsStage())
    rules.steps.append((MISSION_DEAL, MissionCardStep(rules.first["chance-card"], rules.size["chance-card"])))
    return rules


def is_dealt(p: Position, card: int) -> bool:
    """Return whether a seat holds the card already."""
    for seat in range(p.players):
        if p.cells[p.seat(seat) + MISSION] == card + 1:
            return True
    return False


def determinize_missions(p: Position, generator: Generator) -> None:
    """Give every seat with an unknown card a random card that no other seat holds. [HT-INF-1]"""
    for seat in range(p.players):
        if p.cells[p.seat(seat) + MISSION] == UNKNOWN_CARD:
            card = generator.below(p.board.cards)
            while is_dealt(p, card):
                card = (card + 1) % p.board.cards
            p.cells[p.seat(seat) + MISSION] = card + 1


class MissionCardsStage(Stage):
    """Stage that opens the dealing of one card per player. [HT-MIS-1]"""

    def begin(self, p: Position) -> None:
        p.push(MISSION_DEAL, CHANCE_CELL)
        p.set_argument(LEFT, p.players)


class MissionCardStep(Step):
    """Chance step that deals the card of the next seat. [HT-MIS-1]"""

    def refusal(self, p: Position, choice: int) -> int:
        return CARD_DEALT_ALREADY if is_dealt(p, choice) else LEGAL

    def apply(self, p: Position, choice: int) -> None:
        seat = p.players - p.argument(LEFT)
        p.cells[p.seat(seat) + MISSION] = choice + 1
        p.emit(CARD_DEALT, seat, choice, 0)
        p.set_argument(LEFT, p.argument(LEFT) - 1)
        if p.argument(LEFT) == 0:
            p.pop()
