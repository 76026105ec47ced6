"""The base class of game types: one registered game with all its configurations."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from kontor.core.game import Game
from kontor.core.presentation import Presentation
from kontor.core.values import Setup


class GameType(ABC):
    """All configurations of one game under one name; what is not abstract has a default for a small game."""

    name: ClassVar[str]  # in setups
    title: ClassVar[str]  # on the box
    agents: ClassVar[Sequence[str]] = ()  # the built-in policies
    is_default: ClassVar[bool] = False  # whether setups without a game name mean this game
    presentation: ClassVar[Presentation] = Presentation()  # texts, map and rule pages
    level_ratings: ClassVar[Mapping[str, float]] = {}  # the means of the computer levels, see decision 0026

    @abstractmethod
    def game(self, setup: Mapping[str, Any], kernel: str | None = None) -> Game:
        """Return the game of a setup; raise SetupError if the setup is not allowed."""

    def resolve(self, setup: Mapping[str, Any]) -> Setup:
        """Return a setup with all defaults filled in; raise SetupError if the setup is not allowed."""
        return self.game(setup).setup

    @abstractmethod
    def configurations(self) -> Iterator[Setup]:
        """Return every combination of edition, board, player count and modules as a setup with all defaults."""

    def describe(self) -> dict[str, Any]:
        """Return editions, boards, player counts, modules, switches with their defaults, agents and the kernel."""
        return {"game": self.name, "title": self.title, "agents": list(self.agents)}

    def board_files(self) -> dict[str, Any]:
        """Return the boards and components as data, by name, for clients that draw them."""
        return {}
