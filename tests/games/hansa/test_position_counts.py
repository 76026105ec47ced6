"""Protects the counts and sets beside the cells: moves keep them equal to those of a newly loaded position."""

from __future__ import annotations

import pytest

from kontor.core.values import Setup
from kontor.games.hansa.game import Hansa
from kontor.games.hansa.rules.position import Position
from kontor.kernel.engine import LIGHT, UNIFORM
from kontor.kernel.generator import Generator

SETUPS: list[Setup] = [{"game": "hansa", "players": 2}, {"game": "hansa", "players": 4, "modules": ["extra-card"]}]
MOVES = 1500


@pytest.mark.parametrize("policy", [LIGHT, UNIFORM])
@pytest.mark.parametrize("setup", SETUPS, ids=lambda s: s["players"])
def test_moves_keep_the_counts_of_a_loaded_position(setup: Setup, policy: int) -> None:
    game = Hansa(setup, "interpreted")
    engine, generator = game.configuration.engine, Generator(3)
    p, fresh = engine.position, Position(engine.position.board, game.players)
    p.load(game.start())
    for number in range(MOVES):
        if engine.is_over():
            p.load(game.start())
        engine.list_moves()
        engine.make(engine.choose(generator, bytes([policy] * game.players)))
        if number % 5 == 0:
            fresh.load(p.store)
            assert (p.counts, p.sets) == (fresh.counts, fresh.sets)
