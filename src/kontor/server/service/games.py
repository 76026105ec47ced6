"""The games a server offers, and a cache of configured games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from kontor.agents import catalog
from kontor.agents.levels import LEVELS
from kontor.core import registry
from kontor.core.game import Game
from kontor.core.game_type import GameType

CONFIGURATIONS_KEPT = 128


def game_of(setup: Mapping[str, Any]) -> Game:
    """Return the game of a setup, the same object for equal setups."""
    name = setup.get("game")
    if not isinstance(name, str):
        return registry.game(setup)  # raises SetupError
    return _cached_game(name, json.dumps(setup, sort_keys=True))


@lru_cache(maxsize=CONFIGURATIONS_KEPT)
def _cached_game(name: str, setup: str) -> Game:
    return registry.game_type(name).game(json.loads(setup))


def agent_names() -> list[str]:
    """Return the agents of the catalogue that may take a seat; a planner may have a style."""
    return catalog.names()


def games_json() -> dict[str, Any]:
    """Return everything a client needs for choosing a game and drawing its board."""
    games = [game_json(registry.game_type(name)) for name in registry.names()]
    return {"games": games, "agents": agent_names(), "levels": list(LEVELS)}


def game_json(game_type: GameType) -> dict[str, Any]:
    """Return what can be chosen in a setup of a game, with its boards and components as data."""
    return {
        **catalog.describe(game_type),
        "game": game_type.name,
        "title": game_type.title,
        "files": game_type.board_files(),
    }
