"""Development of abilities."""

from __future__ import annotations

from kontor.games.teutonica.rules.layout import ACTIONS_LEFT, GIVEN_UP, LEVELS
from kontor.games.teutonica.rules.pieces import ACTIONS, actions_value, covered_by
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import ABILITY_DEVELOPED, ACTIONS_GAINED


def develop(p: Position, owner: int, ability: int) -> None:
    """Raise an ability by one level; the uncovered piece goes to the supply. [HT-ABL-2, HT-ABL-3]"""
    level = p.level(owner, ability) + 1
    p.cells[p.seat(owner) + LEVELS + ability] = level
    p.add_to_supply(owner, covered_by(ability), 1)
    p.emit(ABILITY_DEVELOPED, owner, ability, level)
    if ability == ACTIONS and actions_value(level) > actions_value(level - 1):
        gain_actions(p, owner, 1)


def gain_actions(p: Position, owner: int, count: int) -> None:
    """Add actions to the turn, unless it was given up for a favour. [HT-TRN-2, HT-FAV-2]"""
    if p.cells[GIVEN_UP] == 0:
        p.cells[ACTIONS_LEFT] += count
        p.emit(ACTIONS_GAINED, owner, count, 0)
