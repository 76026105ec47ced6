"""A game as environments use it: its actions, observations and rewards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kontor.core import registry
from kontor.core.game import Game
from kontor.core.move_problems import CHANCE_VERB
from kontor.core.values import PositionBytes

TURN_CAP = 1000


def observed_game(setup: Mapping[str, Any], kernel: str | None = None) -> Game:
    """Return the game of a setup, or raise TypeError if it has no observations."""
    game = registry.game(setup, kernel)
    if not game.has_observations:
        raise TypeError(f"the game {game.setup['game']!r} has no observations.")
    return game


def action_count(game: Game) -> int:
    """Return the number of actions: all moves before the first chance move, numbered as moves."""
    chances = [move for move in range(game.move_count) if game.move_text(move).split()[0] == CHANCE_VERB]
    count = game.move_count - len(chances)
    if chances and chances[0] < count:
        raise TypeError(f"the game {game.setup['game']!r} must number its chance moves after all others.")
    return count


def wins(game: Game, position: PositionBytes) -> list[float]:
    """Return one point for the winner, shared among several."""
    winners = game.result(position)[1]
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(game.players)]


def margins(game: Game, position: PositionBytes) -> list[float]:
    """Return the points by which each seat is ahead of the mean of the others."""
    totals = [sum(points) for points in game.result(position)[0]]
    others = game.players - 1
    return [total - (sum(totals) - total) / others for total in totals]


REWARDS = {"win": wins, "margin": margins}


def checked_reward(name: str) -> str:
    """Return the name of a reward, or raise ValueError with the known names."""
    if name not in REWARDS:
        raise ValueError(f"the reward {name!r} is unknown; it may be {', '.join(REWARDS)}.")
    return name
