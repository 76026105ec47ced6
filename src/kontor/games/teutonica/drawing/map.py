"""Draws the map of a position of Hansa Teutonica."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from kontor.core.drawing.document import SeatLine, Sheet, document
from kontor.core.drawing.options import DrawingOptions, check_names, check_places
from kontor.core.drawing.picture import Picture
from kontor.core.drawing.spots import Marker
from kontor.core.drawing.theme import theme
from kontor.core.values import Setup
from kontor.games.teutonica.board_file import load
from kontor.games.teutonica.drawing.cities import abilities, cities
from kontor.games.teutonica.drawing.ground import ground, roads
from kontor.games.teutonica.drawing.layout import layout_of
from kontor.games.teutonica.drawing.panels import panels
from kontor.games.teutonica.drawing.provinces import provinces
from kontor.games.teutonica.drawing.routes import beside_routes, spaces
from kontor.games.teutonica.drawing.scene import Scene, sprite
from kontor.games.teutonica.drawing.spots import spots
from kontor.games.teutonica.drawing.track import scores
from kontor.games.teutonica.seat_colours import SEAT_COLOURS


class Background(NamedTuple):
    """The parts of a map that no move changes, and what they refer to."""

    ground: str
    roads: str
    definitions: Mapping[str, str]


@lru_cache(maxsize=32)
def background(board_name: str, theme_name: str, palette: str) -> Background:
    """Return the background of a board, drawn once."""
    board = load(board_name)
    layout, picture = layout_of(board_name), new_picture(board_name, theme_name, palette)
    parts = ground(picture, board, layout), roads(picture, board, layout.unit)
    return Background(*parts, picture.definitions)


def new_picture(board_name: str, theme_name: str, palette: str) -> Picture:
    """Return an empty picture."""
    return Picture(theme(theme_name, palette), sprite(), f"{board_name}-{theme_name}-{palette}")


def draw_map(setup: Setup, position: Mapping[str, Any], options: DrawingOptions) -> str:
    """Return the map of a position."""
    name, players = setup["board"], setup["players"]
    known = spots(name)
    check_places(options.places(), known)
    check_names(options.names, players)
    board, still = load(name), background(name, options.theme, options.palette)
    picture = new_picture(name, options.theme, options.palette)
    picture.definitions.update(still.definitions)
    scene = Scene(board, layout_of(name), picture, position, options)
    content = drawn(scene, still, Marker(picture.theme, scene.unit, known, options))
    width, height = board["size"]
    sheet = Sheet(width, height, scene.unit, f"The map of {board['name']}")
    return document(picture, sheet, options, seat_lines(position, players), content)


def drawn(scene: Scene, still: Background, marker: Marker) -> str:
    """Return everything on the map, from the ground up."""
    parts = [still.ground, provinces(scene), marker.below_roads(), still.roads, cities(scene), spaces(scene)]
    parts += [abilities(scene), beside_routes(scene), panels(scene), scores(scene), marker.above()]
    return "".join(parts)


def seat_lines(position: Mapping[str, Any], players: int) -> list[SeatLine]:
    """Return the prestige of every seat and whose turn it is."""
    points = position.get("score", {})
    active = position.get("active")
    return [SeatLine(SEAT_COLOURS[n], str(points.get(str(n), 0)), n == active) for n in range(players)]
