"""Developing abilities."""

from __future__ import annotations

from kontor.games.teutonica.facts import ABILITY_DEVELOPED, ACTIONS_GAINED
from kontor.games.teutonica.layout import ACTIONS_LEFT, GIVEN_UP, LEVELS
from kontor.games.teutonica.pieces import ACTIONS, actions_value, covered_by
from kontor.games.teutonica.table import Table


def develop(t: Table, owner: int, ability: int) -> None:
    """Raise an ability by one level; the uncovered piece goes to the supply. [HT-ABL-2, HT-ABL-3]"""
    level = t.level(owner, ability) + 1
    t.cells[t.seat(owner) + LEVELS + ability] = level
    t.add_to_supply(owner, covered_by(ability), 1)
    t.tell(ABILITY_DEVELOPED, owner, ability, level)
    if ability == ACTIONS and actions_value(level) > actions_value(level - 1):
        gain_actions(t, owner, 1)


def gain_actions(t: Table, owner: int, count: int) -> None:
    """Add actions to the turn, unless it was given up for a favour. [HT-TRN-2, HT-FAV-2]"""
    if t.cells[GIVEN_UP] == 0:
        t.cells[ACTIONS_LEFT] += count
        t.tell(ACTIONS_GAINED, owner, count, 0)
