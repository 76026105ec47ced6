"""Wrappers of Gymnasium environments for training."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

from kontor.envs.gymnasium import Observation, SeatEnvironment
from kontor.envs.observed_game import margins


class MarginChanges(gymnasium.Wrapper[Observation, np.int64, Observation, np.int64]):
    """Rewards every step with the change of the learner's margin, so that a game's rewards add up to its margin.

    `scale` is the number of points for a reward of one.
    """

    def __init__(self, environment: gymnasium.Env[Observation, np.int64], scale: float = 1.0) -> None:
        super().__init__(environment)
        self.scale = scale
        self.margin = 0.0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game."""
        started = self.env.reset(seed=seed, options=options)
        self.margin = self._margin()
        return started

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the move of the learner."""
        observation, _, terminated, truncated, info = self.env.step(action)
        before, self.margin = self.margin, self._margin()
        return observation, (self.margin - before) / self.scale, terminated, truncated, info

    def _margin(self) -> float:
        learner = self.env.unwrapped
        if not isinstance(learner, SeatEnvironment):
            raise TypeError("only environments of 'kontor.envs.gymnasium' have a margin: give one of them.")
        return margins(learner.game, learner.position)[learner.seat]
