"""A family of games over a kernel: the part of the registry's protocol that is the same for every game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kontor.core.game import Game, Setup
from kontor.core.kernel_game import POLICIES
from kontor.core.presentation import Presentation
from kontor.kernel.runtime.loading import load_kernel


class KernelGameType(ABC):
    """All configurations of one game whose rules live in a kernel."""

    name: str
    title: str
    package: str  # the Python package of the game
    styles: Mapping[str, Sequence[int]]
    agents = tuple(POLICIES)
    is_default = False
    presentation = Presentation()

    @abstractmethod
    def game(self, setup: Mapping[str, Any], kernel: str | None = None) -> Game:
        """The configuration a setup names."""

    @abstractmethod
    def configurations(self) -> Iterator[Setup]:
        """Every allowed configuration, defaults filled in."""

    @abstractmethod
    def choices(self) -> dict[str, Any]:
        """What can be chosen in a setup."""

    def describe(self) -> dict[str, Any]:
        """Name, kernel in use, agents, printed tables, and what can be chosen in a setup."""
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
