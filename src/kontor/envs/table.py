"""A game as environments use it: its actions, what seats see, and what they get at the end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from kontor.core import registry
from kontor.core.game import Game, PositionBytes
from kontor.core.observation_spec import Observed

CHANCE_VERB = "chance"
TURN_CAP = 1000


class ObservedGame(Game, Observed, Protocol):
    """A game that says as numbers what a seat sees."""


def observed_game(setup: Mapping[str, Any], kernel: str | None = None) -> ObservedGame:
    """The game of a setup, or a TypeError if nobody said what its seats see."""
    game = registry.game(setup, kernel)
    if not isinstance(game, Observed):
        raise TypeError(f"the game {game.setup['game']!r} has no outlook that says what a seat sees.")
    return game


def action_count(game: Game) -> int:
    """How many actions there are: all moves before the first chance move, each under its own number."""
    chances = [move for move in range(game.move_count) if game.move_text(move).split()[0] == CHANCE_VERB]
    count = game.move_count - len(chances)
    if chances and chances[0] < count:
        raise TypeError(f"the game {game.setup['game']!r} must number its chance moves after all others.")
    return count


def wins(game: Game, position: PositionBytes) -> list[float]:
    """One point for the winner, shared if there are several."""
    winners = game.scores(position).winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(game.players)]


def margins(game: Game, position: PositionBytes) -> list[float]:
    """How many points each seat is ahead of the mean of the others."""
    totals = [score.total for score in game.scores(position).scores]
    others = game.players - 1
    return [total - (sum(totals) - total) / others for total in totals]


REWARDS = {"win": wins, "margin": margins}


def checked_reward(name: str) -> str:
    """The name of a reward, or a ValueError that says which there are."""
    if name not in REWARDS:
        raise ValueError(f"the reward {name!r} is unknown; it may be {', '.join(REWARDS)}.")
    return name
