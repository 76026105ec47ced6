"""The family of all Hansa Teutonica games, as the registry finds it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kontor.core.game import Game, Setup
from kontor.core.kernel_game_type import KernelGameType
from kontor.games.teutonica.components import components
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.game import STYLES, Teutonica
from kontor.games.teutonica.setup import EDITIONS, SWITCHES, TWO_PLAYER_MODULES, configurations, edition
from kontor.games.teutonica.text import TeutonicaPresentation


class TeutonicaType(KernelGameType):
    """Every edition, board, player count and module set."""

    name = "teutonica"
    title = "Hansa Teutonica"
    is_default = True
    package = Configuration.package
    styles = STYLES
    presentation = TeutonicaPresentation()

    def game(self, setup: Mapping[str, Any], kernel: str | None = None) -> Game:
        """The configuration a setup names. [HT-SET-1]"""
        return Teutonica(setup, kernel)

    def configurations(self) -> Iterator[Setup]:
        """Every combination of edition, board, player count and modules that the tables allow."""
        return configurations()

    def choices(self) -> dict[str, Any]:
        """What can be chosen in a setup."""
        return {
            "editions": [self.describe_edition(name) for name in EDITIONS],
            "switches": {switch: list(values) for switch, values in SWITCHES.items()},
            "implied_modules": list(TWO_PLAYER_MODULES),
        }

    def components(self) -> dict[str, Any]:
        """The tables printed on desks and markers."""
        return components()

    def describe_edition(self, name: str) -> dict[str, Any]:
        """The boards with their player counts, the modules with their boards, and the switches' defaults."""
        content = edition(name)
        boards: dict[str, set[int]] = {}
        for setup in configurations():
            if setup["edition"] == name:
                boards.setdefault(setup["board"], set()).add(setup["players"])
        return {
            "edition": name,
            "year": content["year"],
            "boards": {board: sorted(counts) for board, counts in boards.items()},
            "modules": content["modules"],
            "switches": content["switches"],
            "board_switches": content.get("board_switches", {}),
        }


game_type = TeutonicaType()
