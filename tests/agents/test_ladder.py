"""Protects a part of docs/ladder.md with budgets in simulations, so that the same games are played everywhere."""

from __future__ import annotations

import pytest

from kontor.core import registry
from tests.agents.games import play, wins

PACE = 100  # simulations for every second


@pytest.mark.parametrize(
    ("stronger", "weaker", "games"),
    [
        ("light", "uniform", 20),
        ("greedy", "light", 40),
        ("expert", "medium", 12),
        ("hard", "medium", 40),
        ("medium", "easy", 40),
        ("easy", "beginner", 40),
    ],
)
def test_levels_of_hansa_for_two(stronger: str, weaker: str, games: int) -> None:
    assert wins(registry.game({"game": "hansa", "players": 2}), stronger, weaker, games, PACE) >= 0.65 * games


@pytest.mark.parametrize(
    ("stronger", "weaker", "games"),
    [
        ("greedy", "light", 16),
        ("hard", "medium", 12),
        pytest.param("hard", "medium", 48, marks=pytest.mark.soak),
        ("medium", "easy", 24),
        ("easy", "beginner", 16),
    ],
)
def test_levels_of_hansa_teutonica_for_four(stronger: str, weaker: str, games: int) -> None:
    assert wins(registry.game({"game": "teutonica"}), stronger, weaker, games, PACE) >= 0.65 * games


@pytest.mark.parametrize("name", ["beginner", "easy", "medium"])
def test_players_around_the_pawn_bring_it_to_their_routes(name: str) -> None:
    game = registry.game({"game": "teutonica", "edition": "first", "players": 2})
    endings = [game.ended_by(play(game, [name, name], seed, 150)[0]) for seed in range(6)]
    assert endings.count(None) <= 1
