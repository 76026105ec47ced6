"""Module Emperor's Favour: tiles bought with markers and the actions of a turn. [HT-FAV-1]

The effects of tiles are implemented with the rules they change: `relocation_range`, `steps.income`, `steps.turn` and
`scoring`.
"""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.rules.layout import ACTIONS_LEFT, BEGUN, FAVOUR, GIVEN_UP
from kontor.games.teutonica.rules.pieces import FAVOURS, MARKER_TYPES
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import FAVOUR_BOUGHT, FAVOUR_SHOWN
from kontor.games.teutonica.rules.reasons import (
    FAVOUR_DISPLAYED_ALREADY,
    FAVOUR_NOT_DISPLAYED,
    FIRST_MARKER_MISSING,
    LEGAL,
    SECOND_MARKER_MISSING,
    TURN_UNDER_WAY,
)
from kontor.games.teutonica.rules.rule_set import RuleSet
from kontor.games.teutonica.rules.steps.income import ShareIncomeStep
from kontor.games.teutonica.rules.steps.step import Stage, Step
from kontor.games.teutonica.rules.tasks import FAVOUR_DISPLAY, INCOME_REACTION, LEFT, TURN
from kontor.kernel.runtime.dialect import exported
from kontor.kernel.seats import CHANCE_CELL

PAIRS: Final = MARKER_TYPES * (MARKER_TYPES + 1) // 2  # pairs of marker types, alike or not


@exported
def add_favours(rules: RuleSet) -> RuleSet:
    """Display tiles and let players buy them. [HT-FAV-1, HT-FAV-2]"""
    any_kind = rules.switches["favour_income_kind"] == "any"
    first, size = rules.first, rules.size
    reactions = size["react-income"] + size["react-decline"]
    rules.opening.append(FavourDisplayStage())
    rules.steps.append((FAVOUR_DISPLAY, FavourDisplayStep(first["chance-tile"], size["chance-tile"])))
    rules.steps.append((TURN, BuyFavourStep(first["buy-favour"], size["buy-favour"])))
    rules.steps.append((INCOME_REACTION, ShareIncomeStep(first["react-income"], reactions, any_kind)))
    return rules


class FavourDisplayStage(Stage):
    """Stage that opens the display of one tile per player. [HT-FAV-1]"""

    def begin(self, p: Position) -> None:
        p.push(FAVOUR_DISPLAY, CHANCE_CELL)
        p.set_argument(LEFT, p.players)


class FavourDisplayStep(Step):
    """Chance step that displays the next tile. [HT-FAV-1]"""

    def refusal(self, p: Position, choice: int) -> int:
        return FAVOUR_DISPLAYED_ALREADY if p.cells[FAVOUR + choice] else LEGAL

    def apply(self, p: Position, choice: int) -> None:
        p.cells[FAVOUR + choice] = 1
        p.emit(FAVOUR_SHOWN, choice, 0, 0)
        p.set_argument(LEFT, p.argument(LEFT) - 1)
        if p.argument(LEFT) == 0:
            p.pop()


def pair_of(number: int) -> tuple[int, int]:
    """Return the two marker types of a pair, in the order of the move list."""
    one = 0
    while number >= MARKER_TYPES - one:
        number -= MARKER_TYPES - one
        one += 1
    return one, one + number


class BuyFavourStep(Step):
    """Step that buys a tile for two unused markers and all actions of the turn. [HT-FAV-2, HT-FAV-3]"""

    def refusal(self, p: Position, choice: int) -> int:
        if p.cells[BEGUN]:
            return TURN_UNDER_WAY
        if p.cells[FAVOUR + choice // PAIRS] != 1:
            return FAVOUR_NOT_DISPLAYED
        one, other = pair_of(choice % PAIRS)
        return self.markers_refusal(p, one, other)

    def markers_refusal(self, p: Position, one: int, other: int) -> int:
        """Return which of two markers the active seat does not have unused, or LEGAL. [HT-FAV-2]"""
        needed = 2 if one == other else 1
        if p.unused(p.active(), one) < needed:
            return FIRST_MARKER_MISSING
        return LEGAL if p.unused(p.active(), other) >= needed else SECOND_MARKER_MISSING

    def moves(self, p: Position) -> None:
        if p.cells[BEGUN]:
            return
        for favour in range(FAVOURS):
            if p.cells[FAVOUR + favour] == 1:
                pair = favour * PAIRS
                for one in range(MARKER_TYPES):
                    for other in range(one, MARKER_TYPES):
                        if self.markers_refusal(p, one, other) == LEGAL:
                            p.offer(self.first + pair)
                        pair += 1

    def apply(self, p: Position, choice: int) -> None:
        favour = choice // PAIRS
        one, other = pair_of(choice % PAIRS)
        p.mark_used(p.active(), one)
        p.mark_used(p.active(), other)
        p.cells[FAVOUR + favour] = p.active() + 2
        p.cells[ACTIONS_LEFT] = 0
        p.cells[GIVEN_UP] = 1
        p.emit(FAVOUR_BOUGHT, p.active(), favour, 0)
