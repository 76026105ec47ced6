"""All games as a Python game of OpenSpiel, registered as `python_kontor`, with explicit chance nodes.

The setup is one parameter: its text with other separators, `NAME;players:3;modules:FIRST+SECOND`, because OpenSpiel's
own parameters are separated by commas and equal signs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from kontor.core import registry
from kontor.core.game import Game
from kontor.core.setup_text import parse_setup, setup_text
from kontor.core.values import PositionBytes, Setup
from kontor.envs.observed_game import REWARDS, TURN_CAP, action_count, checked_reward, observed_game
from kontor.kernel.seats import CHANCE, GAME_OVER

SHORT_NAME = "python_kontor"
DEFAULTS: dict[str, Any] = {"setup": f"{registry.names()[0]};players:2", "reward": "win", "cap": TURN_CAP}
SEPARATORS = {ord(" "): ord(";"), ord("="): ord(":"), ord(","): ord("+")}
MAX_POINTS = 500.0
MAX_DECISIONS_PER_TURN = 200  # an upper bound that no turn reaches


def parameter_of(setup: Mapping[str, Any]) -> str:
    """Return a setup as a parameter of OpenSpiel."""
    return setup_text(setup).translate(SEPARATORS)


def read_parameter(text: str) -> Setup:
    """Return the setup of a parameter."""
    return parse_setup(text.translate({separator: plain for plain, separator in SEPARATORS.items()}))


class Rules:
    """A game with everything that OpenSpiel asks about it, created once for each setup."""

    def __init__(self, setup: str) -> None:
        self.game: Game = observed_game(read_parameter(setup))
        self.actions = action_count(self.game)
        self.highs = np.array(self.game.observation_spec.highs, np.float32)
        self.has_secrets = has_hidden_deals(self.game)


def has_hidden_deals(game: Game) -> bool:
    """Return whether chance deals anything hidden before the first decision."""
    position = game.start()
    while game.to_move(position) == CHANCE:
        move = game.legal_moves(position)[0]
        if game.redacted_move(position, move, None) != game.move_text(move):
            return True
        game.advance(position, move)
    return False


@lru_cache(maxsize=64)
def rules(setup: str) -> Rules:
    """Return the rules of a setup; states refer to them by the setup, because they are copied and pickled."""
    return Rules(setup)


def game_type(has_secrets: bool = True, reward: str = "win") -> pyspiel.GameType:
    """Return the type of a game for OpenSpiel."""
    kinds, utilities = pyspiel.GameType.Information, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=SHORT_NAME,
        long_name="Kontor",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.IMPERFECT_INFORMATION if has_secrets else kinds.PERFECT_INFORMATION,
        utility=utilities.CONSTANT_SUM if reward == "win" else utilities.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


def game_info(rules: Rules, reward: str, cap: int) -> pyspiel.GameInfo:
    """Return the sizes of a game for OpenSpiel."""
    least, most, total = (0.0, 1.0, 1.0) if reward == "win" else (-MAX_POINTS, MAX_POINTS, 0.0)
    return pyspiel.GameInfo(
        num_distinct_actions=rules.actions,
        max_chance_outcomes=rules.game.move_count - rules.actions,
        num_players=rules.game.players,
        min_utility=least,
        max_utility=most,
        utility_sum=total,
        max_game_length=cap * MAX_DECISIONS_PER_TURN,
    )


class KontorGame(pyspiel.Game):  # type: ignore[misc]
    """One configuration of one game."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        self.setup: str = chosen["setup"]
        self.reward = checked_reward(chosen["reward"])
        self.cap: int = chosen["cap"]
        known = rules(self.setup)
        kind = game_type(known.has_secrets, self.reward)
        super().__init__(kind, game_info(known, self.reward, self.cap), dict(params or {}))

    def new_initial_state(self) -> KontorState:
        """Return the start of a game."""
        return KontorState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> KontorObserver | None:
        """Return an observer, or None for only the public or only the private part of observations."""
        if params:
            raise ValueError(f"{SHORT_NAME} has no observation parameters, but {params} was given.")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return KontorObserver(rules(self.setup), wanted.perfect_recall)


class KontorState(pyspiel.State):  # type: ignore[misc]
    """A position of a game, and the moves that led to it as every seat may read them."""

    def __init__(self, game: KontorGame) -> None:
        super().__init__(game)
        self.setup, self.reward, self.cap = game.setup, game.reward, game.cap
        self.position: PositionBytes = self.rules.game.start()
        self.histories: list[list[str]] = [[] for _ in range(self.rules.game.players)]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return rules(self.setup)

    def current_player(self) -> int:
        """Return the seat to move, chance, or the terminal player."""
        seat, players = self.rules.game.to_move(self.position), pyspiel.PlayerId
        if self.is_terminal():
            return int(players.TERMINAL)
        return int(players.CHANCE) if seat == CHANCE else seat

    def is_terminal(self) -> bool:
        """Return whether the game is over or its turn number exceeds the cap."""
        game = self.rules.game
        return game.to_move(self.position) == GAME_OVER or game.turn(self.position) > self.cap

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.rules.game.legal_moves(self.position))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the chance moves with their probabilities."""
        odds, first = self.rules.game.chance_weights(self.position), self.rules.actions
        total = sum(odds.values())
        return [(move - first, weight / total) for move, weight in sorted(odds.items())]

    def _move(self, player: int, action: int) -> int:
        return self.rules.actions + action if player == pyspiel.PlayerId.CHANCE else action

    def _apply_action(self, action: int) -> None:
        game, move = self.rules.game, self._move(self.current_player(), action)
        for seat, history in enumerate(self.histories):
            history.append(game.redacted_move(self.position, move, seat))
        game.advance(self.position, move)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.rules.game.move_text(self._move(player, action))

    def returns(self) -> list[float]:
        """Return the returns of every player, zero before the end."""
        game = self.rules.game
        return REWARDS[self.reward](game, self.position) if self.is_terminal() else [0.0] * game.players

    def __str__(self) -> str:
        """Return the position as text."""
        return json.dumps(self.rules.game.position_json(self.position))


class KontorObserver:
    """Writes observations of a player: with perfect recall every visible move, otherwise the position."""

    def __init__(self, rules: Rules, perfect_recall: bool) -> None:
        self.rules = rules
        self.perfect_recall = perfect_recall
        self.tensor = np.zeros(0 if perfect_recall else len(rules.highs), np.float32)
        self.dict = {} if perfect_recall else {"observation": self.tensor}

    def set_from(self, state: KontorState, player: int) -> None:
        """Write the features that a player sees, each as a share of its maximum."""
        if not self.perfect_recall:
            seen = np.frombuffer(self.rules.game.observe(state.position, player), np.uint8)
            np.divide(seen, self.rules.highs, out=self.tensor)

    def string_from(self, state: KontorState, player: int) -> str:
        """Return what a player sees as text."""
        if self.perfect_recall:
            return f"seat {player}: " + ", ".join(state.histories[player])
        return json.dumps([player, self.rules.game.position_json(self.rules.game.view(state.position, player))])


pyspiel.register_game(game_type(), KontorGame)


def load(setup: Mapping[str, Any], reward: str = "win", cap: int = TURN_CAP) -> KontorGame:
    """The game of OpenSpiel for a setup."""
    found: KontorGame = pyspiel.load_game(SHORT_NAME, {"setup": parameter_of(setup), "reward": reward, "cap": cap})
    return found
