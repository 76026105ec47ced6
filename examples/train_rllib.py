r"""Trains PPO of RLlib with action masks against `uniform` and plays an evaluation.

    pip install 'ray[rllib]' torch
    python examples/train_rllib.py --minutes 4

The learner has a random seat. Its rewards are the changes of its margin, which add up to the difference of the scores
at the turn limit or at the end of the game. RLlib expects the action mask beside the observation, so a wrapper puts
it there.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import ray
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from ray.rllib.algorithms.ppo import PPO, PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from kontor.envs.evaluation import Evaluation, evaluate
from kontor.envs.gymnasium import environment_id
from kontor.envs.wrappers import MarginChanges

Masked = dict[str, NDArray[np.float32]]
SCALE = 10  # points of margin for a reward of one
ONLY_HERE: dict[str, Any] = {"_node_ip_address": "127.0.0.1", "object_store_memory": 100_000_000}


class MaskedObservations(gymnasium.Wrapper[Any, Any, Any, Any]):
    """An environment whose observations hold the action mask."""

    def __init__(self, environment: gymnasium.Env[Any, Any]) -> None:
        super().__init__(environment)
        inner, actions = environment.observation_space, environment.action_space
        assert isinstance(inner, spaces.Box)
        assert isinstance(actions, spaces.Discrete)
        mask = spaces.Box(0, 1, (int(actions.n),), np.float32)
        seen = spaces.Box(0, 255, inner.shape, np.float32)
        self.observation_space = spaces.Dict({"action_mask": mask, "observations": seen})

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Masked, dict[str, Any]]:
        """Start a game."""
        observation, info = self.env.reset(seed=seed, options=options)
        return masked(observation, info["action_mask"]), {}

    def step(self, action: Any) -> tuple[Masked, float, bool, bool, dict[str, Any]]:
        """Make a move."""
        observation, reward, ended, truncated, info = self.env.step(action)
        return masked(observation, info["action_mask"]), float(reward), ended, truncated, {}


def masked(observation: NDArray[Any], mask: NDArray[Any]) -> Masked:
    """Return an observation with its mask."""
    return {"action_mask": mask.astype(np.float32), "observations": observation.astype(np.float32)}


def algorithm(game: str, options: dict[str, Any], seed: int) -> PPO:
    """Return PPO with action masks, all in this process."""
    register_env(
        "kontor",
        lambda config: MaskedObservations(MarginChanges(gymnasium.make(environment_id(game), **options), SCALE)),
    )
    spec = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [128, 128]})
    config = (
        PPOConfig()
        .environment("kontor")
        .env_runners(num_env_runners=0, num_envs_per_env_runner=64)
        .learners(num_learners=0)
        .training(train_batch_size_per_learner=4096, minibatch_size=1024, num_epochs=4, gamma=0.999, lr=1e-3)
        .rl_module(rl_module_spec=spec)
        .debugging(seed=seed, log_level="ERROR")
    )
    return config.build_algo()


def train(trained: PPO, minutes: float) -> None:
    """Train for some minutes."""
    end = time.monotonic() + 60 * minutes
    steps = 0.0
    while time.monotonic() < end:
        report = trained.train()
        steps = report["num_env_steps_sampled_lifetime"]
        print(
            f"{steps:9,.0f} steps, mean return {report['env_runners'].get('episode_return_mean', 0):.2f}", flush=True
        )


def result(trained: PPO, game: str, options: dict[str, Any], games: int, seed: int, most_likely: bool) -> Evaluation:
    """Return the result of games in which the policy makes its most likely moves, or draws them."""
    module = trained.get_module()
    torch.manual_seed(seed)

    def choose(observation: NDArray[Any], mask: NDArray[Any]) -> int:
        batch = {name: torch.from_numpy(row)[None] for name, row in masked(observation, mask).items()}
        with torch.no_grad():
            logits = module.forward_inference({"obs": batch})["action_dist_inputs"]
        return int(logits.argmax() if most_likely else torch.distributions.Categorical(logits=logits).sample())

    return evaluate(gymnasium.make(environment_id(game), **options), choose, games, seed)


def main() -> None:
    """Train and evaluate with the options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="hansa", help="a name listed by `kontor games`")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--cap", type=int, default=20, help="the turn limit")
    parser.add_argument("--opponents", default="uniform")
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--games", type=int, default=400, help="of the evaluation")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    options = {"players": chosen.players, "cap": chosen.cap, "opponents": chosen.opponents, "seat": None}
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, **ONLY_HERE)
    trained = algorithm(chosen.game, options, chosen.seed)
    train(trained, chosen.minutes)
    for how, most_likely in (("drawn moves", False), ("most likely moves", True)):
        print(f"{how}: {result(trained, chosen.game, options, chosen.games, chosen.seed + 1, most_likely)}")
    trained.stop()


if __name__ == "__main__":
    main()
