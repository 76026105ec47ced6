"""Draws the map of a position of Hansa."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from kontor.core.drawing import scenery
from kontor.core.drawing.document import SeatLine, Sheet, document
from kontor.core.drawing.elements import rectangle
from kontor.core.drawing.land import LandPainter, geography_from
from kontor.core.drawing.options import DrawingOptions, check_names, check_places
from kontor.core.drawing.picture import Picture
from kontor.core.drawing.spots import Marker
from kontor.core.drawing.sprite import shared_sprite
from kontor.core.drawing.theme import theme
from kontor.core.values import Setup
from kontor.games.hansa.board_file import load
from kontor.games.hansa.drawing.layout import FRAME, UNIT, map_data, map_size
from kontor.games.hansa.drawing.ports import port
from kontor.games.hansa.drawing.scene import Scene
from kontor.games.hansa.drawing.sea import lanes, piles, ship_in_port
from kontor.games.hansa.drawing.spots import spots
from kontor.games.hansa.seat_colours import SEAT_COLOURS


class Background(NamedTuple):
    """The parts of the map that no move changes, and what they refer to."""

    ground: str
    lanes: str
    definitions: Mapping[str, str]


@lru_cache(maxsize=8)
def background(theme_name: str, palette: str) -> Background:
    """Return the background of the map, drawn once."""
    picture, data = new_picture(theme_name, palette), map_data()
    x, y, radius = data["compass"]
    parts = [
        LandPainter(picture, geography_from(data), 1).draw((x, y)),
        scenery.paper(picture, *map_size()),
        scenery.terrain(picture, data["terrain"]),
        scenery.compass(picture, x, y, radius),
        scenery.place_names(picture, data["names"]),
    ]
    return Background("".join(parts), lanes(picture), picture.definitions)


def new_picture(theme_name: str, palette: str) -> Picture:
    """Return an empty picture."""
    return Picture(theme(theme_name, palette), shared_sprite(), f"baltic-{theme_name}-{palette}")


def draw_map(setup: Setup, position: Mapping[str, Any], options: DrawingOptions) -> str:
    """Return the map of a position."""
    check_places(options.places(), spots())
    check_names(options.names, setup["players"])
    still, picture = background(options.theme, options.palette), new_picture(options.theme, options.palette)
    picture.definitions.update(still.definitions)
    content = drawn(Scene(picture, position, options), still, Marker(picture.theme, UNIT, spots(), options))
    sheet = Sheet(*map_size(), UNIT, "The map of the Baltic")
    return document(picture, sheet, options, seat_lines(position, setup["players"]), content)


def drawn(scene: Scene, still: Background, marker: Marker) -> str:
    """Return everything on the map, from the ground up."""
    parts = [still.ground, marker.below_roads(), still.lanes, ship_in_port(scene)]
    parts += [port(scene, entry) for entry in load()["ports"]]
    return "".join([*parts, piles(scene), frame(scene), marker.above()])


def frame(scene: Scene) -> str:
    """Return the double border of the map."""
    (width, height), line = map_size(), scene.theme["border-line"]
    outer = rectangle(4, 4, width - 8, height - 8, fill="none", stroke=line, stroke_width=2)
    inner = (FRAME, FRAME, width - 2 * FRAME, height - 2 * FRAME)
    return outer + rectangle(*inner, fill="none", stroke=line, stroke_width=0.8)


def seat_lines(position: Mapping[str, Any], players: int) -> list[SeatLine]:
    """Return the thalers of every seat and whose turn it is."""
    thalers, active = position.get("thalers", {}), position.get("active")
    return [SeatLine(SEAT_COLOURS[n], f"{thalers.get(str(n), 0)} thalers", n == active) for n in range(players)]
