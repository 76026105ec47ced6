"""Protects the levels with a fixed number of simulations: they play equally well on every machine."""

from __future__ import annotations

import pytest

from kontor.agents.greedy import Greedy
from kontor.agents.levels import EFFORTS, FixedSearch, hard, medium
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
    assert fixed(hard("balanced")).effective_budget(game, Budget()) == Budget(playouts=EFFORTS["hard"].simulations)


def test_a_given_budget_replaces_the_simulations_of_a_level() -> None:
    game, given = registry.game({"game": "hansa", "players": 2}), Budget(playouts=7)
    assert fixed(medium("balanced")).effective_budget(game, given) == given


def test_a_level_without_a_given_budget_repeats_its_move() -> None:
    game = registry.game({"game": "hansa", "players": 3})
    position = in_turn(game, 5)
    moves = {hard("balanced").choose(game, position, Budget(), Generator(1)) for _ in range(2)}
    assert len(moves) == 1


def test_a_game_changes_how_many_turns_a_level_compares(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game({"game": "teutonica"})
    monkeypatch.setattr(game, "level_options", {"hard": {"plans": 24}})
    assert [fixed(level("balanced")).options_for(game).plans_at_root for level in (medium, hard)] == [12, 24]


def test_a_level_in_haste_plans_its_turn_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game({"game": "teutonica", "players": 3})
    views = [in_turn(game, turn) for turn in range(4, 64)]
    planned = [Greedy().choose(game, view, Budget(), Generator(1)) for view in views]
    chosen = {}
    for haste in (0, 50, 100):
        monkeypatch.setattr(game, "level_options", {"medium": {"haste": haste}})
        generator = Generator(1)
        chosen[haste] = [medium("balanced").choose(game, view, Budget(), generator) for view in views]
    assert chosen[100] == planned
    assert chosen[0] != planned
    assert chosen[50] not in (chosen[0], planned)
