"""Protects the OpenSpiel environment: OpenSpiel's own tests, and what they do not cover."""

from __future__ import annotations

from typing import Any

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms.sample_some_states import sample_some_states
from open_spiel.python.tests import games_sim_test

from kontor.core import registry
from kontor.envs import openspiel
from kontor.kernel.seats import CHANCE
from tests.envs.setups import SETUPS

STATES = 60


@pytest.mark.parametrize("name", SETUPS)
def test_random_simulation(name: str) -> None:
    game = openspiel.load(SETUPS[name], cap=6)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("reward", ["win", "margin"])
@pytest.mark.parametrize("name", ["hansa-2", "promos-favours"])
def test_simulation_with_copies_and_pickles(name: str, reward: str) -> None:
    games_sim_test.GamesSimTest().sim_game(openspiel.load(SETUPS[name], reward, cap=6))


class PartialTree(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """The tests of OpenSpiel for games whose tree is too large to go through."""

    game: Any = None
    game_name = openspiel.SHORT_NAME
    __test__ = False

    @classmethod
    def setUpClass(cls) -> None:
        """Sample fewer states than OpenSpiel does, which takes four hundred."""
        cls.some_states = sample_some_states(cls.game, max_states=STATES)
        cls.game_type = cls.game.get_type()


class TestPartialTreeOfHansa(PartialTree):
    """A game without secrets."""

    __test__ = True
    game = openspiel.load(SETUPS["hansa-2"], cap=10)


class TestPartialTreeOfMissions(PartialTree):
    """A game with secrets."""

    __test__ = True
    game = openspiel.load(SETUPS["neutral-missions"], cap=10)


def test_setups_are_read_as_they_were_written() -> None:
    for name in ("teutonica", "hansa"):
        for setup in registry.game_type(name).configurations():
            text = openspiel.parameter_of(setup)
            assert not set(text) & set(" =,()")
            assert registry.game(openspiel.read_parameter(text)).setup == setup


def test_hidden_information_is_in_no_information_state() -> None:
    state = openspiel.load(SETUPS["neutral-missions"]).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    own, others = state.information_state_string(0), state.information_state_string(1)
    assert own.count("chance ?") == others.count("chance ?") == 1
    assert own != others
    assert "?" not in str(state.history())


def test_chance_outcomes_are_those_of_the_rules() -> None:
    state = openspiel.load(SETUPS["hansa-2"]).new_initial_state()
    game, position = state.rules.game, state.position
    assert game.to_move(position) == CHANCE
    outcomes, odds = state.chance_outcomes(), game.chance_weights(position)
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    assert [game.parse_move(state.action_to_string(action)) for action, _ in outcomes] == sorted(odds)


@pytest.mark.parametrize(("reward", "total"), [("win", 1), ("margin", 0)])
def test_returns_come_at_the_end(reward: str, total: int) -> None:
    state = openspiel.load(SETUPS["hansa-4-card"], reward, cap=30).new_initial_state()
    while not state.is_terminal():
        assert state.returns() == [0.0] * 4
        game, number = state.rules.game, len(state.history())
        move = game.suggest(state.position, number, "light")
        state.apply_action(move - state.rules.actions if state.is_chance_node() else move)
    assert sum(state.returns()) == pytest.approx(total)


def test_it_is_found_by_its_name() -> None:
    game = pyspiel.load_game("python_kontor(setup=game:teutonica;players:3,cap=20)")
    assert game.num_players() == 3
    assert game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
