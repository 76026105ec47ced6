"""The base class of game types with a kernel: the part of the registry's protocol that they share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kontor.core.game import Game, Setup
from kontor.core.kernel_game import POLICIES
from kontor.core.presentation import Presentation
from kontor.kernel.runtime.loading import load_kernel


class KernelGameType(ABC):
    """All configurations of one game with a kernel."""

    name: str
    title: str
    package: str  # the Python package of the game
    styles: Mapping[str, Sequence[int]]
    agents = tuple(POLICIES)
    is_default = False
    presentation = Presentation()

    @abstractmethod
    def game(self, setup: Mapping[str, Any], kernel: str | None = None) -> Game:
        """Return the game of a setup; raise SetupError if the setup is not allowed."""

    @abstractmethod
    def configurations(self) -> Iterator[Setup]:
        """Return every allowed setup with all defaults filled in."""

    @abstractmethod
    def choices(self) -> dict[str, Any]:
        """Return the options of a setup."""

    def describe(self) -> dict[str, Any]:
        """Return name, title, kernel in use, agents, styles, printed tables and the options of a setup."""
        return {
            "game": self.name,
            "title": self.title,
            "kernel": load_kernel(self.package)[1],
            "agents": list(self.agents),
            "styles": list(self.styles),
            "components": self.components(),
            **self.choices(),
        }

    def components(self) -> dict[str, Any]:
        """The tables of the rules that clients draw, such as printed values; empty for a game without any."""
        return {}
