"""The registry: every installed family of games, found by its entry point and not known by name here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol

from kontor.core.game import Game, Setup, SetupError

GROUP = "kontor.games"


class GameType(Protocol):
    """All configurations of one game, under one name."""

    @property
    def name(self) -> str:
        """The name in setups: `teutonica`."""
        ...

    @property
    def title(self) -> str:
        """The name on the box."""
        ...

    @property
    def agents(self) -> Sequence[str]:
        """The quick policies its kernel plays by itself."""
        ...

    def game(self, setup: Mapping[str, Any], kernel: str | None = None) -> Game:
        """The configuration a setup names, or a SetupError with a sentence that says why not."""
        ...

    def configurations(self) -> Iterator[Setup]:
        """Every allowed combination of edition, board, player count and modules, defaults filled in."""
        ...

    def describe(self) -> dict[str, Any]:
        """Editions, boards, player counts, modules, switches with their defaults, agents, and the kernel."""
        ...


_added: dict[str, GameType] = {}


def register(game_type: GameType) -> None:
    """Add a family that no installed package declares."""
    _added[game_type.name] = game_type


def forget(name: str) -> None:
    """Take back a family that was added."""
    _added.pop(name, None)


def names() -> list[str]:
    """The names of all families."""
    return sorted({*_declared(), *_added})


def game_type(name: str) -> GameType:
    """The family of that name, or a SetupError that says which there are."""
    if name in _added:
        return _added[name]
    declared = _declared()
    if name not in declared:
        raise SetupError(f"setup: game {name!r} is unknown; it may be {', '.join(names()) or 'nothing'}.")
    found: GameType = declared[name].load()
    return found


def game(setup: Mapping[str, Any], kernel: str | None = None) -> Game:
    """The game that a setup names."""
    name = setup.get("game")
    if not isinstance(name, str):
        raise SetupError("setup: the field 'game' must name a game.")
    return game_type(name).game(setup, kernel)


def _declared() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
