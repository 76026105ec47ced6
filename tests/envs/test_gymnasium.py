"""Protects the Gymnasium environments: Gymnasium's own check, one learner against named agents, and the vector."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from kontor.envs.evaluation import evaluate
from kontor.envs.gymnasium import SeatEnvironment, environment_id
from kontor.envs.vector import VectorEnvironment
from tests.envs.setups import SETUPS


def options(name: str) -> dict[str, Any]:
    """Return the fields of a setup as arguments of an environment."""
    return {**SETUPS[name]}


def first_legal(observation: Any, mask: Any) -> int:
    """Return the first legal action."""
    return int(np.argmax(mask))


@pytest.mark.filterwarnings("ignore:.*is not within the observation space", "ignore:.*assertion is not")
@pytest.mark.parametrize("name", ["hansa-2", "promos-favours", "britannia-5"])
def test_the_check_of_gymnasium(name: str) -> None:
    check_env(SeatEnvironment(**options(name), cap=20), skip_render_check=True)


def test_every_game_is_registered() -> None:
    for game in ("hansa", "teutonica"):
        environment = gymnasium.make(environment_id(game), players=3, opponents=["light", "uniform"], cap=12)
        observation, info = environment.reset(seed=1)
        assert environment.observation_space.contains(observation)
        assert environment.action_space.contains(np.int64(np.argmax(info["action_mask"])))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_learner_decides_for_its_seat_only(seat: int) -> None:
    environment = SeatEnvironment("teutonica", players=3, seat=seat, opponents="light", cap=12)
    _, info = environment.reset(seed=4)
    ended = False
    while not ended:
        assert environment.game.to_move(environment.position) == seat == info["seat"]
        assert np.flatnonzero(info["action_mask"]).tolist() == environment.game.legal_moves(environment.position)
        _, _, terminated, ended, info = environment.step(np.int64(np.argmax(info["action_mask"])))
        assert not terminated
    assert not info["action_mask"].any()


def test_the_reward_comes_at_the_end() -> None:
    environment = SeatEnvironment("hansa", opponents="light", reward="margin", cap=20)
    _, info = environment.reset(seed=2)
    rewards, over = [], False
    while not over:
        _, reward, terminated, truncated, info = environment.step(np.int64(np.argmax(info["action_mask"])))
        rewards.append(reward)
        over = terminated or truncated
    assert not any(rewards[:-1])
    assert rewards[-1] == info["scores"][0] - info["scores"][1] < 0


def test_an_illegal_action_ends_the_game() -> None:
    environment = SeatEnvironment("hansa")
    _, info = environment.reset(seed=1)
    _, reward, terminated, _, info = environment.step(np.int64(np.argmin(info["action_mask"])))
    assert (reward, terminated) == (-1.0, True)
    assert "illegal_action" in info


def test_a_seat_can_be_drawn_for_every_game() -> None:
    environment = SeatEnvironment("hansa", players=4, seat=None)
    assert {environment.reset(seed=n)[1]["seat"] for n in range(30)} == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seat": 2}, "seat 2"),
        ({"opponents": ["light", "light"]}, "2 opponents"),
        ({"opponents": "nobody"}, "agent 'nobody'"),
        ({"reward": "luck"}, "reward 'luck'"),
        ({"render_mode": "smell"}, "render mode 'smell'"),
        ({"cap": 1}, "cap of turns"),
    ],
)
def test_invalid_arguments_are_rejected(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        SeatEnvironment("hansa", **changes)


def test_copies_play_on_in_the_same_way() -> None:
    environment = SeatEnvironment("hansa", opponents="light", seat=None)
    _, info = environment.reset(seed=3)
    copies = [copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))]
    assert all(each == environment for each in copies)
    environment.step(np.int64(np.argmax(info["action_mask"])))
    assert all(each != environment for each in copies)
    for each in copies:
        each.step(np.int64(np.argmax(info["action_mask"])))
    assert all(each == environment for each in copies)
    assert "opponents=['light']" in repr(environment)


def test_an_evaluation_counts_scores_and_games() -> None:
    found = evaluate(SeatEnvironment("hansa", opponents="light", cap=20), first_legal, 3, 1)
    assert found.games == found.truncated == 3
    assert found.score < found.opponents
    assert found.share == 0


def test_a_vector_of_games_follows_the_conventions() -> None:
    vector: Any = gymnasium.make_vec("Kontor/Hansa-v0", 6, opponents="light", cap=8, reward="margin")
    assert isinstance(vector, VectorEnvironment)
    assert vector.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observations, info = vector.reset(seed=1)
    ended = np.zeros(6, np.bool_)
    while not ended.any():
        assert vector.observation_space.contains(observations)
        assert (vector.action_masks() == info["action_mask"]).all()
        observations, rewards, terminated, truncated, info = vector.step(info["action_mask"].argmax(axis=1).tolist())
        ended = terminated | truncated
        assert (rewards[~ended] == 0).all()
    n = int(np.argmax(ended))
    assert info["_final_obs"].tolist() == ended.tolist()
    assert vector.single_observation_space.contains(info["final_obs"][n])
    assert info["final_info"]["returns"][n][info["seat"][n]] == rewards[n]
    assert (info["final_obs"][n] != observations[n]).any()


def test_a_vector_has_one_seed() -> None:
    with pytest.raises(TypeError, match="one seed"):
        VectorEnvironment("hansa", 2).reset(seed=[1, 2])
