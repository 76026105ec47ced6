"""Protects the counts and sets beside the cells: moves keep them equal to those of a newly loaded position."""

from __future__ import annotations

import pytest

from kontor.core.values import Setup
from kontor.games.hansa.game import Hansa
from kontor.games.hansa.rules.position import Position
from kontor.kernel.engine import LIGHT, UNIFORM
from tests.games.position_counts import check_counts

SETUPS: list[Setup] = [{"game": "hansa", "players": 2}, {"game": "hansa", "players": 4, "modules": ["extra-card"]}]


@pytest.mark.parametrize("policy", [LIGHT, UNIFORM])
@pytest.mark.parametrize("setup", SETUPS, ids=lambda s: s["players"])
def test_moves_keep_the_counts_of_a_loaded_position(setup: Setup, policy: int) -> None:
    game = Hansa(setup, "interpreted")
    fresh = Position(game.configuration.engine.position.board, game.players)
    check_counts(game, fresh, policy, moves=1500)
