"""Maps of positions as SVG, one drawing per game; a game without one has no map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kontor.core.game import Setup
from kontor.study.maps import hansa, teutonica

Draw = Callable[[Setup, Mapping[str, Any], frozenset[str]], str]

DRAWINGS: dict[str, Draw] = {"hansa": hansa.draw, "teutonica": teutonica.draw}


def draw(setup: Setup, position: Mapping[str, Any], marked: frozenset[str] = frozenset()) -> str:
    """The map of a position with some places marked, or nothing if the game has no map."""
    drawing = DRAWINGS.get(setup["game"])
    return drawing(setup, position, marked) if drawing else ""
