"""The game type of Hansa, which the registry finds by its entry point."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from kontor.core.game import Game
from kontor.core.kernel_game_type import KernelGameType
from kontor.core.values import Setup
from kontor.games.hansa.board_file import BoardFile
from kontor.games.hansa.configuration import Configuration
from kontor.games.hansa.game import STYLES, Hansa
from kontor.games.hansa.setup import MODULES, PLAYERS, SWITCHES, configurations, resolve


class HansaType(KernelGameType):
    """All configurations of Hansa: every player count with and without the extra card."""

    name = "hansa"
    title = "Hansa"
    package = Configuration.package
    styles = STYLES
    presentation = Hansa.presentation
    level_ratings: ClassVar[Mapping[str, float]] = {
        "beginner": 8.6,
        "easy": 16.4,
        "medium": 25.0,
        "hard": 32.8,
        "expert": 38.5,
    }

    def game(self, setup: Mapping[str, Any], kernel: str | None = None) -> Game:
        """Return the game of a setup. [H-SETUP-1]"""
        return Hansa(setup, kernel)

    def resolve(self, setup: Mapping[str, Any]) -> Setup:
        """Return a setup with all defaults filled in. [H-SETUP-1]"""
        return resolve(setup)

    def configurations(self) -> Iterator[Setup]:
        """Return every setup: all player counts with and without the extra card."""
        return configurations()

    def choices(self) -> dict[str, Any]:
        """Return the options of a setup and the sources of the board's data."""
        return {
            "players": list(PLAYERS),
            "modules": list(MODULES),
            "switches": {switch: list(values) for switch, values in SWITCHES.items()},
            "defaults": {switch: values[0] for switch, values in SWITCHES.items()},
            "board": {"legend": BoardFile().json["source_legend"], "facts": BoardFile().provenance()},
        }


game_type = HansaType()
