"""Protects the PettingZoo environment: PettingZoo's own tests, and what they do not cover."""

from __future__ import annotations

import copy
import pickle
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from kontor.core.state import State
from kontor.core.values import IllegalMove
from kontor.envs.pettingzoo import Environment, env, raw_env
from kontor.kernel.generator import Generator
from tests.envs.setups import SETUPS

# PettingZoo says this of every environment with action masks that it does not know by name.
pytestmark = pytest.mark.filterwarnings("ignore:Observation space for each", "ignore:Observation is not")


def played(environment: Environment, seed: int, agent: str = "light") -> dict[str, float]:
    """Return the total rewards of a game in which every agent follows a kernel policy."""
    environment.reset(seed)
    generator = Generator(seed)
    sums: dict[str, float] = dict.fromkeys(environment.possible_agents, 0.0)
    for name in environment.agent_iter():
        _, reward, terminated, truncated, _ = environment.last(observe=False)
        sums[name] += reward
        if terminated or truncated:
            environment.step(None)
        else:
            environment.step(environment.game.suggest(environment.position, generator.below(1 << 30), agent))
    return sums


@pytest.mark.parametrize("name", SETUPS)
@pytest.mark.parametrize("make", [env, raw_env])
def test_the_api_of_pettingzoo(name: str, make: Any) -> None:
    api_test(make(SETUPS[name], cap=40), num_cycles=60)


@pytest.mark.parametrize("name", SETUPS)
def test_the_seeds_of_pettingzoo(name: str) -> None:
    seed_test(lambda: env(SETUPS[name]), num_cycles=40)


@pytest.mark.parametrize("name", ["hanse-4", "hansa-2"])
def test_the_mask_allows_exactly_the_legal_moves(name: str) -> None:
    environment = Environment(SETUPS[name])
    environment.reset(3)
    for _ in range(100):
        mask = environment.observe(environment.agent_selection)["action_mask"]
        assert np.flatnonzero(mask).tolist() == environment.game.legal_moves(environment.position)
        others = set(environment.agents) - {environment.agent_selection}
        assert not any(environment.observe(other)["action_mask"].any() for other in others)
        environment.step(environment.game.suggest(environment.position, 1, "light"))


@pytest.mark.parametrize("name", ["hanse-4", "hansa-4-card"])
def test_the_winner_gets_one_point_at_the_end(name: str) -> None:
    environment = Environment(SETUPS[name])
    sums = played(environment, 5)
    winners = environment.game.scores(environment.position).winners
    assert sum(sums.values()) == pytest.approx(1)
    assert {f"player_{seat}" for seat in winners} == {agent for agent, won in sums.items() if won}
    assert environment.game.ended_by(environment.position)


def test_margins_add_up_to_nothing() -> None:
    environment = Environment(SETUPS["britannia-5"], reward="margin")
    sums = played(environment, 2)
    totals = [score.total for score in environment.game.scores(environment.position).scores]
    assert sum(sums.values()) == pytest.approx(0)
    assert sums["player_0"] == pytest.approx(totals[0] - sum(totals[1:]) / 4)


def test_a_game_past_its_cap_is_truncated() -> None:
    environment = Environment(SETUPS["hansa-2"], cap=3)
    environment.reset(1)
    while environment.game.turn(environment.position) <= 3:
        environment.step(environment.game.suggest(environment.position, 1, "light"))
    assert all(environment.truncations.values())
    assert not any(environment.terminations.values())
    assert not environment.observe("player_0")["action_mask"].any()


def test_an_illegal_action_is_refused() -> None:
    environment = Environment(SETUPS["hansa-2"])
    environment.reset(1)
    with pytest.raises(IllegalMove):
        environment.step(environment.actions - 1)


def test_an_illegal_action_in_the_usual_wrappers_loses() -> None:
    environment = env(SETUPS["hansa-2"])
    environment.reset(1)
    agent = environment.agent_selection
    environment.step(environment.unwrapped.actions - 1)
    assert environment.rewards == {name: -1.0 if name == agent else 0 for name in environment.possible_agents}
    assert all(environment.terminations.values())


def test_the_usual_wrappers_enforce_the_order_of_calls() -> None:
    with pytest.raises(Exception, match="reset"):
        env(SETUPS["hansa-2"]).observe("player_0")


def test_the_state_holds_what_is_hidden() -> None:
    environment = raw_env(SETUPS["neutral-missions"])
    states = []
    for seed in range(8):
        environment.reset(seed)
        states.append(environment.state().tobytes())
        assert environment.state_space.contains(environment.state())
    assert len(set(states)) > 1


def test_copies_play_on_in_the_same_way() -> None:
    environment = raw_env(SETUPS["hansa-2"])
    environment.reset(1)
    copies = [copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))]
    assert all(each == environment for each in copies)
    for each in copies:
        each.step(each.game.suggest(each.position, 1, "light"))
    assert copies[0] == copies[1] != environment
    assert repr(environment).startswith("Environment({'game': 'hansa'")


@pytest.mark.soak
@pytest.mark.parametrize("name", ["hansa-2", "hanse-4"])
def test_the_rendering_of_pettingzoo(name: str) -> None:
    render_test(partial(env, SETUPS[name]))


def test_rendering_as_pixels_changes_with_the_position() -> None:
    environment = raw_env(SETUPS["hansa-2"], render_mode="rgb_array")
    pictures = []
    for seed in (1, 2):
        environment.reset(seed)
        pictures.append(environment.render())
    first, second = pictures
    assert isinstance(first, np.ndarray)
    assert isinstance(second, np.ndarray)
    assert first.dtype == np.uint8
    assert first.shape[2:] == (3,)
    assert first.shape == second.shape
    assert (first != second).any()


def test_rendering_as_text_shows_the_board(capsys: pytest.CaptureFixture[str]) -> None:
    for mode in ("ansi", "human"):
        environment = raw_env(SETUPS["hansa-2"], render_mode=mode)
        environment.reset(1)
        board = str(State(environment.game, environment.position, chance="manual"))
        assert environment.render() == (board if mode == "ansi" else None)
    assert capsys.readouterr().out.strip() == board.strip()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"reward": "luck"}, "reward 'luck'"),
        ({"setup": {}}, "setup"),
        ({"render_mode": "smell"}, "render mode 'smell'"),
    ],
)
def test_invalid_arguments_are_rejected(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Environment(**{"setup": SETUPS["hansa-2"], **changes})
