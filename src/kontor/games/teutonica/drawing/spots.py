"""The places of a map that a drawing can mark, named as in moves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kontor.core.drawing.geometry import point_along
from kontor.core.drawing.spots import Spot
from kontor.games.teutonica.board_file import load
from kontor.games.teutonica.drawing.ground import road_path
from kontor.games.teutonica.drawing.layout import SHIP_SPACE, SPACE, Json, MapLayout, layout_of, line_of, post_at


@cache
def spots(board_name: str) -> Mapping[str, Spot]:
    """Return every spot of a board: spaces, routes, cities, posts as `bremen.1`, and provinces."""
    board = load(board_name)
    layout = layout_of(board_name)
    found: dict[str, Spot] = {}
    for route in board["routes"]:
        found |= route_spots(board, layout, route)
    for city in board["cities"]:
        found |= city_spots(layout, city)
    for province in board.get("two_player", {}).get("provinces", ()):
        x, y = province["xy"]
        found[province["id"]] = Spot(x, y, 10 * layout.unit)
    return found


def route_spots(board: Json, layout: MapLayout, route: Json) -> dict[str, Spot]:
    """Return the spots of a route and of its spaces."""
    cities = {city["id"]: city for city in board["cities"]}
    x, y = point_along(line_of(route, cities), 0.5)
    found = {route["id"]: Spot(x, y, 4 * layout.unit, line=road_path(route, cities))}
    for n, ((x, y), kind) in enumerate(zip(route["points"], route["spaces"], strict=True), 1):
        radius = SHIP_SPACE if kind == "merchant" else SPACE
        found[f"{route['id']}.{n}"] = Spot(x, y, radius * layout.unit)
    return found


def city_spots(layout: MapLayout, city: Json) -> dict[str, Spot]:
    """Return the spots of a city, which is its name, and of its posts."""
    ribbon, half = layout.ribbon(city), 10.5 * layout.unit
    found = {city["id"]: Spot(ribbon.x, ribbon.y, ribbon.width / 2, ribbon.height / 2)}
    for n, post in enumerate(city["posts"]):
        height = None if post["shape"] == "circle" else half
        found[f"{city['id']}.{n + 1}"] = Spot(*post_at(city, n, layout.unit), half, height)
    return found
