"""All games as PettingZoo environments in which one agent acts after another (AEC)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from kontor.core.agent import chance_move
from kontor.envs.observed_game import REWARDS, TURN_CAP, action_count, checked_reward, observed_game
from kontor.envs.rendering import RENDER_MODES, Rendered, checked_render_mode, rendered
from kontor.kernel.checksum import CHECKED_BYTES
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE, GAME_OVER

Observation = dict[str, NDArray[Any]]
ILLEGAL_REWARD = -1.0


def env(
    setup: Mapping[str, Any],
    reward: str = "win",
    cap: int = TURN_CAP,
    render_mode: str | None = None,
    kernel: str | None = None,
) -> OrderEnforcingWrapper[str, Observation, int | None]:
    """Return a game in PettingZoo's usual wrappers; an illegal action ends it with a reward of -1 for its agent."""
    inner = raw_env(setup, reward, cap, render_mode, kernel)
    checked = AssertOutOfBoundsWrapper(TerminateIllegalWrapper(inner, illegal_reward=ILLEGAL_REWARD))
    return OrderEnforcingWrapper(checked)


def raw_env(
    setup: Mapping[str, Any],
    reward: str = "win",
    cap: int = TURN_CAP,
    render_mode: str | None = None,
    kernel: str | None = None,
) -> Environment:
    """Return a game without wrappers; an illegal action raises IllegalMove."""
    return Environment(setup, reward, cap, render_mode, kernel)


class Environment(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """One game: every seat is an agent `player_0`, `player_1` …; an action is the number of a move.

    An observation holds the features of the seat's view as `observation`, and the legal actions as `action_mask`,
    which is empty for a seat that is not to act. Rewards are given at the end of the game: `win` divides one point
    among the winners, `margin` is the difference from the mean of the others. A game whose turn number exceeds the
    cap is truncated.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "kontor_v1",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        setup: Mapping[str, Any],
        reward: str = "win",
        cap: int = TURN_CAP,
        render_mode: str | None = None,
        kernel: str | None = None,
    ) -> None:
        super().__init__()
        self.game = observed_game(setup, kernel)
        self.reward = checked_reward(reward)
        self.cap = cap
        self.render_mode = checked_render_mode(render_mode)
        self.actions = action_count(self.game)
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.actions) for agent in self.possible_agents}
        cells = len(self.game.start()) - CHECKED_BYTES
        self.state_space = spaces.Box(0, 255, (cells,), np.uint8)
        self.np_random, _ = seeding.np_random()

    def _observation_space(self) -> spaces.Space[Any]:
        highs = np.array(self.game.observation_spec.highs, np.uint8)
        seen = spaces.Box(np.zeros_like(highs), highs, dtype=np.uint8)
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (self.actions,), np.int8)})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space, the same for every agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; the seed determines every chance move from now on."""
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        self.generator = Generator(int(self.np_random.integers(1 << 63)))
        self.position = self.game.start()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._advance()

    def observe(self, agent: str) -> Observation:
        """Return the observation and the action mask of an agent."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.actions, np.int8)
        if self.game.to_move(self.position) == seat and not self._is_past_cap():
            mask[self.game.legal_moves(self.position)] = 1
        seen = self.game.observe(self.position, seat)
        return {"observation": np.frombuffer(seen, np.uint8).copy(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the move of the agent that is to act; an illegal one raises IllegalMove."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.advance(self.position, int(action) if action is not None else -1)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._advance()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _advance(self) -> None:
        """Make chance moves, then select the next agent or end the game."""
        while self.game.to_move(self.position) == CHANCE:
            self.game.advance(self.position, chance_move(self.game, self.position, self.generator))
        seat = self.game.to_move(self.position)
        if seat == GAME_OVER or self._is_past_cap():
            self._end(self.terminations if seat == GAME_OVER else self.truncations)
        else:
            self.agent_selection = self.possible_agents[seat]

    def _is_past_cap(self) -> bool:
        return self.game.turn(self.position) > self.cap

    def _end(self, ends: dict[str, bool]) -> None:
        rewards = REWARDS[self.reward](self.game, self.position)
        for agent, reward in zip(self.possible_agents, rewards, strict=True):
            ends[agent] = True
            self.rewards[agent] = reward

    def state(self) -> NDArray[np.uint8]:
        """Return all cells of the position, also what is hidden from the seats."""
        return np.frombuffer(self.position, np.uint8)[:-CHECKED_BYTES].copy()

    def render(self) -> Rendered:
        """Return the board as text or pixels, or print it in the mode `human`."""
        return rendered(self.game, self.position, self.render_mode)

    def close(self) -> None:
        """Do nothing, because no resource is open."""

    def __repr__(self) -> str:
        return f"Environment({self.game.setup!r}, reward={self.reward!r}, cap={self.cap!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Environment):
            return NotImplemented
        return self._comparable() == other._comparable()

    __hash__ = None  # type: ignore[assignment]  # it changes with every step

    def _comparable(self) -> list[Any]:
        """Return all that determines how the game goes on."""
        generator = getattr(self, "generator", None)  # there is none before the first reset
        under_way = [generator.state, self.position, self.agents, self._cumulative_rewards] if generator else []
        return [self.game.setup, self.reward, self.cap, self.np_random.bit_generator.state, *under_way]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "game": (self.game.setup, self.game.kernel)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.game = observed_game(*state["game"])
