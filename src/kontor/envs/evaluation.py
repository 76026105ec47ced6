"""How well a policy plays a Gymnasium environment: its scores, those of its opponents, and the games it wins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

Policy = Callable[[NDArray[Any], NDArray[Any]], int]


@dataclass(frozen=True)
class Evaluation:
    """The result of some games of a learner."""

    games: int
    score: float  # the mean score of the learner
    opponents: float  # the mean score of all opponents
    share: float  # of games in which the learner had the highest score; a tie among n seats counts 1/n
    truncated: int  # games that ended by the turn limit

    def __str__(self) -> str:
        return (
            f"{self.games} games: mean score {self.score:.1f}, opponents {self.opponents:.1f}, "
            f"highest score in {self.share:.1%}, {self.truncated} ended by the turn limit"
        )


def evaluate(environment: gymnasium.Env[Any, Any], policy: Policy, games: int, seed: int) -> Evaluation:
    """Play games with a policy, which gets the observation and the action mask, and return their result."""
    own, others, shares, truncations = [], [], [], 0
    for n in range(games):
        observation, info = environment.reset(seed=seed if n == 0 else None)
        ended = truncated = False
        while not (ended or truncated):
            action = policy(observation, info["action_mask"])
            observation, _, ended, truncated, info = environment.step(action)
        scores, seat = info["scores"], info["seat"]
        own.append(scores[seat])
        others.append(np.delete(scores, seat).mean())
        shares.append((scores[seat] == scores.max()) / np.count_nonzero(scores == scores.max()))
        truncations += truncated
    return Evaluation(games, float(np.mean(own)), float(np.mean(others)), float(np.mean(shares)), truncations)
