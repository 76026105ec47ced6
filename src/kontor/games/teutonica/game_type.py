"""Game type of Hansa Teutonica, as the registry loads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from kontor.core.game import Game
from kontor.core.kernel_game_type import KernelGameType
from kontor.core.values import Setup
from kontor.games.teutonica.board_file import checked_boards
from kontor.games.teutonica.components import components
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.game import STYLES, Teutonica
from kontor.games.teutonica.setup import (
    BOARDS,
    EDITIONS,
    SWITCHES,
    TWO_PLAYER_MODULES,
    configurations,
    edition,
    resolve,
)


class TeutonicaType(KernelGameType):
    """Game type with every edition, board, player count and set of modules."""

    name = "teutonica"
    title = "Hansa Teutonica"
    is_default = True
    package = Configuration.package
    styles = STYLES
    presentation = Teutonica.presentation
    level_ratings: ClassVar[Mapping[str, float]] = {
        "beginner": 9.9,
        "easy": 17.3,
        "medium": 25.0,
        "hard": 33.1,
        "expert": 39.0,
    }

    def game(self, setup: Mapping[str, Any], kernel: str | None = None) -> Game:
        """Return the game of a setup. [HT-SET-1]"""
        return Teutonica(setup, kernel)

    def resolve(self, setup: Mapping[str, Any]) -> Setup:
        """Return a setup with all defaults filled in. [HT-SET-1]"""
        return resolve(setup)

    def configurations(self) -> Iterator[Setup]:
        """Return every allowed combination of edition, board, player count and modules."""
        return configurations()

    def choices(self) -> dict[str, Any]:
        """Return the values that a setup can choose from."""
        return {
            "editions": [self.describe_edition(name) for name in EDITIONS],
            "switches": {switch: list(values) for switch, values in SWITCHES.items()},
            "implied_modules": list(TWO_PLAYER_MODULES),
        }

    def components(self) -> dict[str, Any]:
        """The tables printed on desks and markers."""
        return components()

    def board_files(self) -> dict[str, Any]:
        """Return the boards and components as data, with the boards that were added."""
        return {**super().board_files(), **checked_boards(BOARDS)}

    def describe_edition(self, name: str) -> dict[str, Any]:
        """Return the boards and player counts, the modules and boards, and the default switches of an edition."""
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
