r"""Trains MaskablePPO of sb3-contrib against `uniform` and plays an evaluation.

    pip install sb3-contrib
    python examples/train_sb3.py --minutes 3

The learner has a random seat. Its rewards are the changes of its margin, which add up to the difference of the scores
at the turn limit or at the end of the game.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import gymnasium
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

from kontor.envs.evaluation import Evaluation, evaluate
from kontor.envs.gymnasium import environment_id
from kontor.envs.wrappers import MarginChanges

SCALE = 10  # points of margin for a reward of one


class Deadline(BaseCallback):  # type: ignore[misc]  # the library is untyped where it is not installed
    """Ends the training after some minutes."""

    def __init__(self, minutes: float) -> None:
        super().__init__()
        self.end = time.monotonic() + 60 * minutes

    def _on_step(self) -> bool:
        return time.monotonic() < self.end


def train(game: str, options: dict[str, Any], minutes: float, seed: int) -> MaskablePPO:
    """Return a policy after some minutes of training."""
    environments = make_vec_env(
        environment_id(game),
        n_envs=64,
        seed=seed,
        env_kwargs=options,
        wrapper_class=MarginChanges,
        wrapper_kwargs={"scale": SCALE},
    )
    settings = {"n_steps": 64, "batch_size": 1024, "n_epochs": 4, "gamma": 0.999, "learning_rate": 1e-3}
    model = MaskablePPO("MlpPolicy", environments, **settings, seed=seed, device="cpu")
    model.learn(10**9, Deadline(minutes))
    print(f"{model.num_timesteps:,} steps in {minutes:g} minutes")
    return model


def result(
    model: MaskablePPO, game: str, options: dict[str, Any], games: int, seed: int, most_likely: bool
) -> Evaluation:
    """Return the result of games in which the policy makes its most likely moves, or draws them."""

    def choose(observation: NDArray[Any], mask: NDArray[Any]) -> int:
        action, _ = model.predict(observation, action_masks=mask, deterministic=most_likely)
        return int(action)

    return evaluate(gymnasium.make(environment_id(game), **options), choose, games, seed)


def main() -> None:
    """Train and evaluate with the options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="hansa", help="a name listed by `kontor games`")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--cap", type=int, default=20, help="the turn limit")
    parser.add_argument("--opponents", default="uniform")
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--games", type=int, default=400, help="of the evaluation")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    torch.set_num_threads(1)
    options = {"players": chosen.players, "cap": chosen.cap, "opponents": chosen.opponents, "seat": None}
    model = train(chosen.game, options, chosen.minutes, chosen.seed)
    for how, most_likely in (("drawn moves", False), ("most likely moves", True)):
        print(f"{how}: {result(model, chosen.game, options, chosen.games, chosen.seed + 1, most_likely)}")


if __name__ == "__main__":
    main()
