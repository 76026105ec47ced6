"""Gymnasium environments: one seat of a game is the learner, agents play the others.

Importing this module registers every game: `gymnasium.make(environment_id(NAME), players=2, opponents="light")`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import register, registry
from numpy.typing import NDArray

from kontor.agents import catalog
from kontor.core import registry as games
from kontor.core.agent import Agent, Budget, chance_move
from kontor.core.game import Game
from kontor.envs.batch_arguments import check_cap
from kontor.envs.observed_game import REWARDS, TURN_CAP, action_count, checked_reward, observed_game
from kontor.envs.rendering import RENDER_MODES, Rendered, checked_render_mode, rendered
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE, GAME_OVER

ILLEGAL_REWARD = -1.0
Observation = NDArray[np.uint8]


def observation_space(game: Game) -> spaces.Space[Any]:
    """Return the space of the observations of a seat."""
    highs = np.array(game.observation_spec.highs, np.uint8)
    return spaces.Box(np.zeros_like(highs), highs, dtype=np.uint8)


class SeatEnvironment(gymnasium.Env[Observation, np.int64]):
    """One game; an action is the number of a move, and `info["action_mask"]` marks the legal ones.

    `seat` is the seat of the learner, None draws it anew for every game. `opponents` names one agent for all other
    seats, or one for each of them in the order of play after seat 0. Other keyword arguments are fields of the setup.
    The reward comes at the end, and the scores of all seats as `info["scores"]`; an illegal action ends the game with
    a reward of -1. A game whose turn number exceeds the cap is truncated.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # the same for all, though Gymnasium types it otherwise
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        seat: int | None = 0,
        opponents: str | Sequence[str] = "uniform",
        reward: str = "win",
        cap: int = TURN_CAP,
        render_mode: str | None = None,
        kernel: str | None = None,
        players: int = 2,
        **setup: Any,
    ) -> None:
        self.game = observed_game({"game": game, "players": players, **setup}, kernel)
        check_cap(players, cap)
        self.first_seat = checked_seat(seat, players)
        self.opponents = opponent_names(opponents, players)
        self.reward = checked_reward(reward)
        self.cap = cap
        self.render_mode = checked_render_mode(render_mode)
        self.observation_space = observation_space(self.game)
        self.actions = action_count(self.game)
        self.action_space = spaces.Discrete(self.actions)
        self._set_agents()

    def _set_agents(self) -> None:
        for name in self.opponents:
            catalog.check_agent(name, self.game)
        self.agents: list[Agent] = [catalog.agent(name) for name in self.opponents]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game; the seed determines every chance move and all opponents from now on."""
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(self.game.players))
        self.seat = drawn if self.first_seat is None else self.first_seat
        self.generator = Generator(int(self.np_random.integers(1 << 63)))
        self.position = self.game.start()
        self._play_opponents()
        if self.game.to_move(self.position) != self.seat:  # the game ended before the learner had to decide
            return self.reset()
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make the move of the learner and those of the others until the learner decides again or the game ends."""
        if not self._mask[int(action)]:
            illegal = {"illegal_action": int(action)}
            return self._observation(), ILLEGAL_REWARD, True, False, {**self._end_info(), **illegal}
        self.game.advance(self.position, int(action))
        self._play_opponents()
        if self.render_mode == "human":
            self.render()
        terminated = self.game.to_move(self.position) == GAME_OVER
        truncated = not terminated and self._is_past_cap()
        if not terminated and not truncated:
            return self._observation(), 0.0, False, False, self._info()
        reward = REWARDS[self.reward](self.game, self.position)[self.seat]
        return self._observation(), float(reward), terminated, truncated, self._end_info()

    def _play_opponents(self) -> None:
        game, position = self.game, self.position
        while game.to_move(position) not in (self.seat, GAME_OVER) and not self._is_past_cap():
            game.advance(position, self._opponent_move(game.to_move(position)))
        self._mask = np.zeros(self.actions, np.bool_)
        if game.to_move(position) == self.seat and not self._is_past_cap():
            self._mask[game.legal_moves(position)] = True

    def _opponent_move(self, seat: int) -> int:
        if seat == CHANCE:
            return chance_move(self.game, self.position, self.generator)
        agent = self.agents[seat if seat < self.seat else seat - 1]
        return agent.choose(self.game, self.game.view(self.position, seat), Budget(), self.generator)

    def _is_past_cap(self) -> bool:
        return self.game.turn(self.position) > self.cap

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as sb3-contrib's MaskablePPO asks for."""
        return self._mask.copy()

    def _observation(self) -> Observation:
        return np.frombuffer(self.game.observe(self.position, self.seat), np.uint8).copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._mask.astype(np.int8), "seat": self.seat}

    def _end_info(self) -> dict[str, Any]:
        scores = [score.total for score in self.game.scores(self.position).scores]
        return {**self._info(), "scores": np.array(scores)}

    def render(self) -> Rendered:
        """Return the board as text or pixels, or print it in the mode `human`."""
        return rendered(self.game, self.position, self.render_mode)

    def __repr__(self) -> str:
        named = {"seat": self.first_seat, "opponents": self.opponents, "reward": self.reward, "cap": self.cap}
        options = ", ".join(f"{name}={value!r}" for name, value in named.items())
        return f"SeatEnvironment({self.game.setup!r}, {options})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SeatEnvironment):
            return NotImplemented
        return self._comparable() == other._comparable()

    __hash__ = None  # type: ignore[assignment]  # it changes with every step

    def _comparable(self) -> list[Any]:
        """Return all that determines how the game goes on."""
        generator = getattr(self, "generator", None)  # there is none before the first reset
        under_way = [generator.state, self.position, self.seat] if generator else []
        random = self.np_random.bit_generator.state if under_way else None
        return [self.game.setup, self.first_seat, self.opponents, self.reward, self.cap, random, *under_way]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "game": (self.game.setup, self.game.kernel), "agents": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.game = observed_game(*state["game"])
        self._set_agents()


def checked_seat(seat: int | None, players: int) -> int | None:
    """Return a seat or None, or raise ValueError for a seat that does not exist."""
    if seat is not None and not 0 <= seat < players:
        raise ValueError(f"there is no seat {seat}: seats are numbered from 0 to {players - 1}.")
    return seat


def opponent_names(opponents: str | Sequence[str], players: int) -> list[str]:
    """Return the name of an agent for every seat but one."""
    names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != players - 1:
        raise ValueError(f"there are {len(names)} opponents: name {players - 1} agents, or one for all seats.")
    return names


def environment_id(game: str) -> str:
    """Return the Gymnasium id of a game."""
    return f"Kontor/{game.title()}-v0"


def register_environments() -> None:
    """Register every game that is not registered yet."""
    for name in games.names():
        if environment_id(name) not in registry:
            register(
                environment_id(name),
                entry_point=f"{__name__}:SeatEnvironment",
                vector_entry_point="kontor.envs.vector:VectorEnvironment",
                kwargs={"game": name},
            )


register_environments()
