"""The positions of names, signs, markers and panels on a map, and the sizes of everything on it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from kontor.core.drawing.geometry import Point, point_along
from kontor.core.drawing.land import Frame, Geography, all_land, geography_from
from kontor.core.drawing.theme import text_width
from kontor.games.teutonica.board_file import load

HOUSE = 26.5
BASE = 14
LEAN_TO = 22
SPACE = 10.6
SHIP_SPACE = 12.2
MARKER = 14.6
CELL = 17
SPECIAL_WIDTH, SPECIAL_HEIGHT, SPECIAL_STEP = 126, 42, 29
FAVOUR_STEP, FAVOUR_HEIGHT = 27, 32
NAME_SIZE = 13
TALL_BOARD_UNIT = 1.42  # tall boards are drawn larger, because they are shown smaller

Json = Mapping[str, Any]


@dataclass(frozen=True)
class Ribbon:
    """The ribbon with the name of a city."""

    x: float
    y: float
    width: float
    height: float
    size: float


@dataclass(frozen=True)
class MapLayout:
    """The stored or computed positions on the map of one board."""

    unit: float
    geography: Geography
    places: Mapping[str, Point]
    """By kind and id: `ribbon:bremen`, `scroll:stade.privilege`, `marker:…`, `tavern:…`, `special:` …"""

    compass: tuple[float, float, float] | None
    names: Sequence[Json]
    terrain: Sequence[Sequence[Any]]

    def ribbon(self, city: Json) -> Ribbon:
        """Return the ribbon of a city."""
        x, y = self.places[f"ribbon:{city['id']}"]
        size = NAME_SIZE * self.unit
        return Ribbon(x, y, text_width(city["name"], size) + 12 * self.unit, size * 1.3, size)

    def special_at(self, n: int) -> Point:
        """Return the middle of the n-th space of special prestige, from 0."""
        x, y = self.places["special:"]
        return x + (-SPECIAL_WIDTH / 2 + 19.5 + SPECIAL_STEP * n) * self.unit, y + 5.5 * self.unit

    def favour_at(self, n: int, count: int) -> Point:
        """Return the middle of the n-th of the favours shown, from 0."""
        x, y = self.places["favours:"]
        return x + (n - (count - 1) / 2) * FAVOUR_STEP * self.unit, y


@cache
def map_file(name: str) -> dict[str, Any] | None:
    """Return the content of a file in `data/maps`, or None if there is none."""
    path = files("kontor.games.teutonica") / "data" / "maps" / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None


@cache
def layout_of(board_name: str) -> MapLayout:
    """Return the layout of a board: the stored one, or a simple one for a board without it."""
    board = load(board_name)
    frame: Frame = tuple(board["frame"])
    stored = map_file(f"layouts/{board['id']}")
    if stored is None:
        return MapLayout(unit_of(board), all_land(frame), simple_places(board), None, (), ())
    lettering = stored["letterings"]["1"]
    found = map_file(f"geography/{stored['geography']}")
    geography = geography_from(found).fitted_to(frame) if found else all_land(frame)
    places = {key: (x, y) for key, (x, y) in lettering["places"].items()}
    x, y, radius = lettering["compass"]
    return MapLayout(unit_of(board), geography, places, (x, y, radius), lettering["names"], lettering["terrain"])


def unit_of(board: Json) -> float:
    """Return the drawing unit of a board."""
    width, height = board["size"]
    return 1 if width > height else TALL_BOARD_UNIT


def simple_places(board: Json) -> dict[str, Point]:
    """Return positions beside cities and routes that may cover each other."""
    unit, cities = unit_of(board), {city["id"]: city for city in board["cities"]}
    found: dict[str, Point] = {"special:": tuple(board["special_prestige"]["xy"])}
    left, top, right, _ = board["frame"]
    found["completed:"] = ((left + right) / 2, top + 26 * unit)
    found["favours:"] = ((left + right) / 2, top + 70 * unit)
    for city in board["cities"]:
        x, y = city["xy"]
        found[f"ribbon:{city['id']}"] = (x, y + 26 * unit)
        for n, ability in enumerate(city["abilities"]):
            found[f"scroll:{city['id']}.{ability}"] = (x + row_width(city, unit) / 2 + (16.5 + 31 * n) * unit, y)
    for route in board["routes"]:
        x, y = point_along(line_of(route, cities), 0.5)
        found[f"marker:{route['id']}"] = (x, y - 26 * unit)
        if route["tavern"]:
            found[f"tavern:{route['id']}"] = (x, y + 28 * unit)
    return found


def line_of(route: Json, cities: Mapping[str, Json]) -> list[Point]:
    """Return the line of a route through its spaces, from city to city."""
    start, end = (tuple(cities[city]["xy"]) for city in route["ends"])
    return [start, *((x, y) for x, y in route["points"]), end]


def row_width(city: Json, unit: float) -> float:
    """Return how wide the houses of a city are."""
    return max(1, len(city["posts"])) * HOUSE * unit


def post_at(city: Json, n: int, unit: float) -> Point:
    """Return the middle of the n-th printed post of a city, from 0."""
    x, y = city["xy"]
    return x + (n - (len(city["posts"]) - 1) / 2) * HOUSE * unit, y + unit


def has_room(city: Json, board: Json) -> bool:
    """Return whether extra posts fit to the left of a city; otherwise they stand in front of it."""
    unit, (x, y) = unit_of(board), city["xy"]
    right = x - row_width(city, unit) / 2
    left, top, bottom = right - 1.6 * LEAN_TO * unit, y - 10 * unit, y + 14 * unit

    def is_clear(space: Sequence[float]) -> bool:
        dx, dy = max(left - space[0], 0, space[0] - right), max(top - space[1], 0, space[1] - bottom)
        return bool((dx * dx + dy * dy) ** 0.5 > (SPACE - 3) * unit)

    return bool(left > board["frame"][0]) and all(is_clear(at) for route in board["routes"] for at in route["points"])


def lean_to_at(city: Json, outwards: int, board: Json) -> Point:
    """Return the middle of an extra post, counted from the printed posts outwards, from 0."""
    unit, (x, y) = unit_of(board), city["xy"]
    left, along = x - row_width(city, unit) / 2, (outwards + 0.5) * LEAN_TO * unit
    return (left - along, y + unit) if has_room(city, board) else (left + along, y + 32 * unit)
