"""The base class of game types with a kernel."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, ClassVar

from kontor.core.game_type import GameType
from kontor.core.kernel_game import POLICIES
from kontor.kernel.runtime.loading import load_kernel


class KernelGameType(GameType):
    """All configurations of one game with a kernel."""

    package: ClassVar[str]  # the Python package of the game
    styles: ClassVar[Mapping[str, Sequence[int]]]
    agents = tuple(POLICIES)

    @abstractmethod
    def choices(self) -> dict[str, Any]:
        """Return the options of a setup."""

    def describe(self) -> dict[str, Any]:
        """Return name, title, kernel in use, agents, styles, components and the options of a setup."""
        return {
            **super().describe(),
            "kernel": load_kernel(self.package)[1],
            "styles": list(self.styles),
            "components": self.components(),
            **self.choices(),
        }

    def components(self) -> dict[str, Any]:
        """Return the tables of the rules that clients draw, such as printed values."""
        return {}

    def board_files(self) -> dict[str, Any]:
        """Return the content of the files in the folder `data/boards` of the package."""
        folder = files(self.package) / "data" / "boards"
        found = sorted((item for item in folder.iterdir() if item.name.endswith(".json")), key=lambda item: item.name)
        return {item.name.removesuffix(".json"): json.loads(item.read_text(encoding="utf-8")) for item in found}
