"""The registry of games: packages below `kontor.games`, entry points of other packages, and games added by code."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from kontor.core.entry_points import entry_points
from kontor.core.game import Game
from kontor.core.game_type import GameType
from kontor.core.suggestions import did_you_mean
from kontor.core.values import SetupError
from kontor.kernel.runtime.errors import shown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "kontor.games"  # both the entry point group and the package that is searched
MODULE = "game_type"  # of a game package; it holds an object of the same name


_added: dict[str, GameType] = {}


def register(game_type: GameType) -> None:
    """Add a game type that no installed package declares."""
    _added[game_type.name] = game_type
    _shared_game.cache_clear()


def unregister(name: str) -> None:
    """Remove a game type that was added."""
    _added.pop(name, None)
    _shared_game.cache_clear()


def names() -> list[str]:
    """Return the names of all game types."""
    return sorted({*_packages(), *_declared(), *_added})


def game_type(name: str) -> GameType:
    """Return the game type of a name; raise SetupError with the known names if there is none."""
    if name in _added:
        return _added[name]
    if name in _packages():
        found: GameType = getattr(import_module(f"{GROUP}.{name}.{MODULE}"), MODULE)
        return found
    declared = _declared()
    if name not in declared:
        known = names()
        choices = ", ".join(known) or "nothing"
        raise SetupError(f"setup: game {shown(name)} is unknown; it may be {choices}.{did_you_mean(name, known)}")
    loaded: GameType = declared[name].load()
    return loaded


def default_name() -> str | None:
    """Return the name of the game that is meant where a setup names none."""
    return next((name for name in names() if game_type(name).is_default), None)


def game(setup: Mapping[str, Any], kernel: str | None = None) -> Game:
    """Return the game of a setup."""
    name = setup.get("game")
    if not isinstance(name, str):
        raise SetupError("setup: the field 'game' must name a game.")
    return game_type(name).game(setup, kernel)


def shared_game(setup: Mapping[str, Any], kernel: str | None = None) -> Game:
    """Return the game of a setup, the same object as for earlier calls while it is remembered."""
    return _shared_game(json.dumps(setup, sort_keys=True), kernel)


@lru_cache(maxsize=64)
def _shared_game(setup: str, kernel: str | None) -> Game:
    return game(json.loads(setup), kernel)


@cache
def _packages() -> frozenset[str]:
    """Return the names of the packages below `kontor.games` that hold a game."""
    found = iter_modules(import_module(GROUP).__path__)
    return frozenset(each.name for each in found if each.ispkg and find_spec(f"{GROUP}.{each.name}.{MODULE}"))


def _declared() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(GROUP)}
