"""Protects the levels with a fixed number of simulations: they play equally well on every machine."""

from __future__ import annotations

import pytest

from kontor.agents.levels import SIMULATIONS, FixedSearch, hard, medium
from kontor.core import registry
from kontor.core.agent import Agent, Budget
from kontor.kernel.generator import Generator
from tests.agents.games import SETUPS, in_turn


def fixed(agent: Agent) -> FixedSearch:
    """Return an agent that is a search with fixed simulations."""
    assert isinstance(agent, FixedSearch)
    return agent


@pytest.mark.parametrize("setup", SETUPS)
def test_hard_makes_more_simulations_than_medium_in_every_game(setup: dict[str, object]) -> None:
    game = registry.game(setup)
    budgets = [fixed(level("balanced")).effective_budget(game, Budget()) for level in (medium, hard)]
    assert [budget.seconds for budget in budgets] == [None, None]
    assert 0 < (budgets[0].playouts or 0) < (budgets[1].playouts or 0)


def test_a_game_without_a_number_of_its_own_takes_that_of_the_level(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game({"game": "teutonica"})
    monkeypatch.setattr(game, "level_options", {})
    assert fixed(hard("balanced")).effective_budget(game, Budget()) == Budget(playouts=SIMULATIONS["hard"])


def test_a_given_budget_replaces_the_simulations_of_a_level() -> None:
    game, given = registry.game({"game": "hansa", "players": 2}), Budget(playouts=7)
    assert fixed(medium("balanced")).effective_budget(game, given) == given


def test_a_level_without_a_given_budget_repeats_its_move() -> None:
    game = registry.game({"game": "hansa", "players": 3})
    position = in_turn(game, 5)
    moves = {hard("balanced").choose(game, position, Budget(), Generator(1)) for _ in range(2)}
    assert len(moves) == 1
