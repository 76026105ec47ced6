"""The parts of a map that no move changes: land with its scenery, and roads."""

from __future__ import annotations

from collections.abc import Iterator

from kontor.core.drawing import scenery
from kontor.core.drawing.elements import element, path
from kontor.core.drawing.geometry import smooth_path
from kontor.core.drawing.land import LandPainter
from kontor.core.drawing.picture import Picture
from kontor.games.teutonica.drawing.layout import Json, MapLayout, line_of
from kontor.games.teutonica.drawing.track import border


def ground(picture: Picture, board: Json, layout: MapLayout) -> str:
    """Return the score track, land, scenery and names."""
    width, height = board["size"]
    x, y, radius = layout.compass or (0, 0, 0)
    land = LandPainter(picture, layout.geography, layout.unit)
    return "".join(
        [
            border(picture, board, layout.unit),
            land.draw((x, y), [region["id"] for region in board["regions"]]),
            scenery.paper(picture, width, height),
            scenery.terrain(picture, layout.terrain),
            scenery.compass(picture, x, y, radius) if layout.compass else "",
            scenery.place_names(picture, layout.names),
            *(scenery.ship(picture, *ship) for ship in layout.geography.ships),
        ]
    )


def road_path(route: Json, cities: dict[str, Json]) -> str:
    """Return the path of a route."""
    return smooth_path(line_of(route, cities), closed=False, tension=0.95)


def is_sea_lane(route: Json) -> bool:
    """Return whether ships sail on a route."""
    return "merchant" in route["spaces"]


def roads(picture: Picture, board: Json, unit: float) -> str:
    """Return all roads and sea lanes."""
    cities = {city["id"]: city for city in board["cities"]}
    paths = [(road_path(route, cities), is_sea_lane(route)) for route in board["routes"]]
    parts = [*beds(picture, paths, unit), *surfaces(picture, paths, unit)]
    return element("g", *parts, fill="none", stroke_linejoin="round")


def beds(picture: Picture, paths: list[tuple[str, bool]], unit: float) -> Iterator[str]:
    """Yield the edges of roads and the beds of sea lanes."""
    theme = picture.theme
    for d, sea in paths:
        if sea:
            yield path(d, stroke=theme["lane-bed"], stroke_width=8 * unit, stroke_opacity=0.8)
        else:
            yield path(d, stroke=theme["road-edge"], stroke_width=8.2 * unit)


def surfaces(picture: Picture, paths: list[tuple[str, bool]], unit: float) -> Iterator[str]:
    """Yield the surface and the ruts of roads and the lines of sea lanes."""
    theme = picture.theme
    for d, sea in paths:
        if sea:
            style = {"stroke_dasharray": f"{7 * unit:g} {5 * unit:g}", "stroke_linecap": "round"}
            yield path(d, stroke=theme["lane"], stroke_width=2.4 * unit, **style)
        else:
            yield path(d, stroke=theme["road"], stroke_width=6 * unit)
    for d, sea in paths:
        if not sea:
            dashes = f"{2 * unit:g} {4 * unit:g}"
            yield path(
                d, stroke=theme["road-edge"], stroke_width=0.9 * unit, stroke_dasharray=dashes, stroke_opacity=0.6
            )
