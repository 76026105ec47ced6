"""The games a server offers, and the configurations in use, each made once."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from kontor.agents import catalog
from kontor.agents.levels import LEVELS
from kontor.core import registry
from kontor.core.game import Game
from kontor.core.registry import GameType

CONFIGURATIONS_KEPT = 128


def game_of(setup: Mapping[str, Any]) -> Game:
    """The game that a setup names, the same object for equal setups."""
    name = setup.get("game")
    if not isinstance(name, str):
        return registry.game(setup)  # which refuses it
    return _made(name, json.dumps(setup, sort_keys=True))


@lru_cache(maxsize=CONFIGURATIONS_KEPT)
def _made(name: str, setup: str) -> Game:
    return registry.game_type(name).game(json.loads(setup))


def agent_names() -> list[str]:
    """The agents that may take a seat, as the catalogue lists them; a planner may have a style."""
    return list(catalog.NAMES)


def describe() -> dict[str, Any]:
    """Everything a client needs for choosing a game and drawing its board."""
    games = [described(registry.game_type(name)) for name in registry.names()]
    return {"games": games, "agents": agent_names(), "levels": list(LEVELS)}


def described(game_type: GameType) -> dict[str, Any]:
    """What can be chosen in a setup of a game, and its boards and components as data."""
    return {
        **catalog.describe(game_type),
        "game": game_type.name,
        "title": game_type.title,
        "files": board_files(game_type),
    }


def board_files(game_type: GameType) -> dict[str, Any]:
    """The data files in the folder `boards` beside a family."""
    folder = files(type(game_type).__module__.rpartition(".")[0] or type(game_type).__module__) / "boards"
    if not folder.is_dir():
        return {}
    found = sorted((item for item in folder.iterdir() if item.name.endswith(".json")), key=lambda item: item.name)
    return {item.name.removesuffix(".json"): json.loads(item.read_text(encoding="utf-8")) for item in found}
