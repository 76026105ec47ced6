"""The batch environment as a vector environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from kontor.envs.batch import BatchEnvironment, Step
from kontor.envs.gymnasium import Observation, observation_space
from kontor.envs.observed_game import TURN_CAP
from kontor.envs.rendering import RENDER_MODES, checked_render_mode

Numbers = NDArray[Any]


class VectorEnvironment(VectorEnv[Observation, ArrayLike, Numbers]):
    """Many games with one learner each, who in game n has seat n modulo the number of players.

    A kernel policy plays the other seats. A game that ends is replaced by the next one in the same step;
    `info["final_obs"]` and `info["final_info"]` then belong to the old one. `info["action_mask"]` marks the legal
    actions; an illegal one raises ValueError. Other keyword arguments are fields of the setup.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # the same for all, though Gymnasium types it otherwise
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 1024,
        opponents: str = "uniform",
        reward: str = "win",
        cap: int = TURN_CAP,
        processes: int = 1,
        render_mode: str | None = None,
        kernel: str | None = None,
        players: int = 2,
        **setup: Any,
    ) -> None:
        self.batch = BatchEnvironment(
            {"game": game, "players": players, **setup},
            num_envs,
            opponents=opponents,
            reward=reward,
            cap=cap,
            processes=processes,
            kernel=kernel,
        )
        self.num_envs = num_envs
        self.render_mode = checked_render_mode(render_mode)
        self.single_observation_space = observation_space(self.batch.game)
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start every game, or those that the option `reset_mask` marks; one seed determines all of them."""
        if seed is not None and not isinstance(seed, int):
            raise TypeError("give one seed: the games of a batch have seeds that are derived from it.")
        now = self.batch.reset(seed, options)
        return now.observations.copy(), self._info(now)

    def step(self, actions: ArrayLike) -> tuple[Observation, Numbers, Numbers, Numbers, dict[str, Any]]:
        """Make an action in every game."""
        now = self.batch.step(actions)
        rows = np.arange(self.num_envs)
        rewards = np.where(now.finished, now.returns[rows, now.seats], 0.0)
        info = self._info(now)
        for n in np.flatnonzero(now.finished).tolist():
            final = {"seat": now.seats[n], "returns": now.returns[n].copy()}
            ended = {"final_obs": now.terminal_observations[n].copy(), "final_info": final}
            info = self._add_info(info, ended, n)
        return now.observations.copy(), rewards, now.finished & ~now.truncated, now.truncated, info

    def _info(self, now: Step) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": now.masks.astype(np.int8),
            "_action_mask": everywhere,
            "seat": now.seats.copy(),
            "_seat": everywhere.copy(),
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal in every game."""
        return self.batch.now.masks.copy()

    def render(self) -> tuple[Any, ...] | None:
        """Return all boards as text or pixels, or print them in the mode `human`."""
        if self.render_mode is None:
            return None
        return tuple(self.batch.render(n, self.render_mode) for n in range(self.num_envs))

    def close_extras(self, **options: Any) -> None:
        """End the processes of the batch."""
        self.batch.close()

    def __repr__(self) -> str:
        return f"VectorEnvironment({self.batch!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, VectorEnvironment):
            return NotImplemented
        return self.batch == other.batch

    __hash__ = None  # type: ignore[assignment]  # it changes with every step
