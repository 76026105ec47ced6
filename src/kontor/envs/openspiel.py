"""Any game as a Python game of OpenSpiel, registered as `python_kontor`, with chance as a player of its own.

The setup is one parameter, written as text: `game:teutonica;players:3;modules:mission-cards+promo-markers`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from kontor.core.game import Game, PositionBytes
from kontor.envs.table import REWARDS, TURN_CAP, ObservedGame, action_count, checked_reward, observed_game
from kontor.kernel.seats import CHANCE, GAME_OVER

SHORT_NAME = "python_kontor"
DEFAULTS: dict[str, Any] = {"setup": "game:hansa;players:2", "reward": "win", "cap": TURN_CAP}
MOST_POINTS = 500.0
DECISIONS_PER_TURN = 200  # a bound that no turn comes near


def setup_text(setup: Mapping[str, Any]) -> str:
    """A setup as a parameter of OpenSpiel."""
    fields = {key: value for key, value in setup.items() if not isinstance(value, Mapping)}
    for key, group in setup.items():
        if isinstance(group, Mapping):
            fields |= {f"{key}.{name}": value for name, value in group.items()}
    return ";".join(f"{key}:{_value_text(value)}" for key, value in fields.items() if value != [])


def _value_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "+".join(value) if isinstance(value, list) else str(value)


def read_setup(text: str) -> dict[str, Any]:
    """The setup that a parameter names."""
    setup: dict[str, Any] = {}
    for field in text.split(";"):
        key, _, value = field.partition(":")
        group, _, name = key.rpartition(".")
        place = setup.setdefault(group, {}) if group else setup
        place[name] = value.split("+") if name == "modules" else _value(value)
    return setup


def _value(text: str) -> Any:
    words = {"yes": True, "no": False}
    return int(text) if text.isdecimal() else words.get(text, text)


class Rules:
    """A game with everything that the games and states of OpenSpiel ask it, made once for each setup."""

    def __init__(self, setup: str) -> None:
        self.game: ObservedGame = observed_game(read_setup(setup))
        self.actions = action_count(self.game)
        self.highs = np.array(self.game.observation_spec.highs, np.float32)
        self.has_secrets = deals_secrets(self.game)


def deals_secrets(game: Game) -> bool:
    """Whether anything that chance deals before the first decision is hidden from somebody."""
    position = game.start()
    while game.to_move(position) == CHANCE:
        move = game.legal_moves(position)[0]
        if game.redacted_move(position, move, None) != game.move_text(move):
            return True
        game.advance(position, move)
    return False


@lru_cache(maxsize=64)
def rules(setup: str) -> Rules:
    """The rules of a setup; states name them by their setup, since they are copied and sent as text."""
    return Rules(setup)


def game_type(has_secrets: bool = True, reward: str = "win") -> pyspiel.GameType:
    """What OpenSpiel has to know about a game."""
    kinds, utilities = pyspiel.GameType.Information, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=SHORT_NAME,
        long_name="Kontor: Hansa Teutonica and Hansa",
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
    """The sizes of a game."""
    least, most, total = (0.0, 1.0, 1.0) if reward == "win" else (-MOST_POINTS, MOST_POINTS, 0.0)
    return pyspiel.GameInfo(
        num_distinct_actions=rules.actions,
        max_chance_outcomes=rules.game.move_count - rules.actions,
        num_players=rules.game.players,
        min_utility=least,
        max_utility=most,
        utility_sum=total,
        max_game_length=cap * DECISIONS_PER_TURN,
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
        """The start of a game."""
        return KontorState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> KontorObserver | None:
        """Whoever writes what players see, or nobody for only the public or only the private part of it."""
        if params:
            raise ValueError(f"{SHORT_NAME} knows no parameters of observations, so {params} cannot be meant.")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not wanted.public_info or wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return KontorObserver(rules(self.setup), wanted.perfect_recall)


class KontorState(pyspiel.State):  # type: ignore[misc]
    """A position on the way through a game, and the moves that led to it as every seat may read them."""

    def __init__(self, game: KontorGame) -> None:
        super().__init__(game)
        self.setup, self.reward, self.cap = game.setup, game.reward, game.cap
        self.position: PositionBytes = self.rules.game.start()
        self.read: list[list[str]] = [[] for _ in range(self.rules.game.players)]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return rules(self.setup)

    def current_player(self) -> int:
        """Who decides: a seat, chance, or nobody any more."""
        seat, players = self.rules.game.to_move(self.position), pyspiel.PlayerId
        if self.is_terminal():
            return int(players.TERMINAL)
        return int(players.CHANCE) if seat == CHANCE else seat

    def is_terminal(self) -> bool:
        """Whether the game is over, or its turn number past the cap."""
        game = self.rules.game
        return game.to_move(self.position) == GAME_OVER or game.turn(self.position) > self.cap

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.rules.game.legal_moves(self.position))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, and how likely each is."""
        odds, first = self.rules.game.chance_weights(self.position), self.rules.actions
        whole = sum(odds.values())
        return [(move - first, weight / whole) for move, weight in sorted(odds.items())]

    def _move(self, player: int, action: int) -> int:
        return self.rules.actions + action if player == pyspiel.PlayerId.CHANCE else action

    def _apply_action(self, action: int) -> None:
        game, move = self.rules.game, self._move(self.current_player(), action)
        for seat, words in enumerate(self.read):
            words.append(game.redacted_move(self.position, move, seat))
        game.advance(self.position, move)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.rules.game.move_text(self._move(player, action))

    def returns(self) -> list[float]:
        """What every player gets; nothing before the end."""
        game = self.rules.game
        return REWARDS[self.reward](game, self.position) if self.is_terminal() else [0.0] * game.players

    def __str__(self) -> str:
        """The position as text."""
        return json.dumps(self.rules.game.position_json(self.position))


class KontorObserver:
    """Writes what a player sees: with perfect recall every move it could read, else the table as it lies."""

    def __init__(self, rules: Rules, perfect_recall: bool) -> None:
        self.rules = rules
        self.perfect_recall = perfect_recall
        self.tensor = np.zeros(0 if perfect_recall else len(rules.highs), np.float32)
        self.dict = {} if perfect_recall else {"observation": self.tensor}

    def set_from(self, state: KontorState, player: int) -> None:
        """Write the features that a player sees, each as a part of the highest number it can have."""
        if not self.perfect_recall:
            seen = np.frombuffer(self.rules.game.observe(state.position, player), np.uint8)
            np.divide(seen, self.rules.highs, out=self.tensor)

    def string_from(self, state: KontorState, player: int) -> str:
        """What a player sees as text."""
        if self.perfect_recall:
            return f"seat {player}: " + ", ".join(state.read[player])
        return json.dumps([player, self.rules.game.position_json(self.rules.game.view(state.position, player))])


pyspiel.register_game(game_type(), KontorGame)


def load(setup: Mapping[str, Any], reward: str = "win", cap: int = TURN_CAP) -> KontorGame:
    """The game of OpenSpiel for a setup."""
    found: KontorGame = pyspiel.load_game(SHORT_NAME, {"setup": setup_text(setup), "reward": reward, "cap": cap})
    return found
