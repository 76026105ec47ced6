"""Draws the map of Hansa Teutonica: routes with their spaces, cities with their posts, and all pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kontor.core import svg
from kontor.core.game import Setup
from kontor.games.teutonica.board_file import load

PRIVILEGES = {"white": "#fffdf6", "orange": "#f0922b", "pink": "#e58fb4", "black": "#2b2724"}
REGIONS = {"wales": "#b9c48a", "scotland": "#b3b6d0"}
GOLD = "#f0b429"
SEAT_COLOURS = ("red", "blue", "yellow", "green", "purple")
POST_WIDTH = 24

Point = tuple[float, float]


def draw_map(setup: Setup, position: Mapping[str, Any], marked: frozenset[str]) -> str:
    """Return the map of a position; marked spaces, routes and cities are highlighted."""
    board = load(setup["board"])
    cities = {city["id"]: tuple(city["xy"]) for city in board["cities"]}
    width, height = board["size"]
    parts = [road(route, cities, marked) for route in board["routes"]]
    for route in board["routes"]:
        parts += spaces(route, position, marked)
        parts += marker(route, position)
    for city in board["cities"]:
        parts += city_parts(city, position, marked)
    return svg.document(f"The map of {board['name']}", width, height, parts)


def road(route: dict[str, Any], cities: Mapping[str, Any], marked: frozenset[str]) -> str:
    """Return the line of a route between its cities through its spaces; sea lanes are blue."""
    start, end = (cities[city] for city in route["ends"])
    points = in_order(start, end, [(x, y) for x, y in route["points"]])
    line = " ".join(f"{x:g},{y:g}" for x, y in points)
    colour = "#3f7376" if "merchant" in route["spaces"] else REGIONS.get(route["region"] or "", "#cdb27e")
    highlight = f'<polyline points="{line}" fill="none" stroke="{GOLD}" stroke-width="15" stroke-linejoin="round"/>'
    below = highlight if route["id"] in marked else ""
    edge = f'<polyline points="{line}" fill="none" stroke="#7c6440" stroke-width="9" stroke-linejoin="round"/>'
    return f'{below}{edge}<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="6"/>'


def in_order(start: Point, end: Point, points: list[Point]) -> list[Point]:
    """Return the points of a route in the direction in which it is shortest."""

    def squared_distance(a: Point, b: Point) -> float:
        return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2

    forwards = squared_distance(start, points[0]) + squared_distance(points[-1], end)
    backwards = squared_distance(start, points[-1]) + squared_distance(points[0], end)
    return [start, *(points if forwards <= backwards else points[::-1]), end]


def spaces(route: dict[str, Any], position: Mapping[str, Any], marked: frozenset[str]) -> Iterator[str]:
    """Yield the spaces of a route with the pieces on them."""
    for n, ((x, y), kind) in enumerate(zip(route["points"], route["spaces"], strict=True), 1):
        space = f"{route['id']}.{n}"
        if space in marked:
            yield f'<circle cx="{x:g}" cy="{y:g}" r="16" fill="{GOLD}" stroke="#7a5200" stroke-width="1.5"/>'
        stroke = "#3f7376" if kind == "merchant" else "#4a3b29"
        yield f'<circle cx="{x:g}" cy="{y:g}" r="10" fill="#fffaec" stroke="{stroke}" stroke-width="1.6"/>'
        if space in position.get("spaces", {}):
            owner, kind_of_piece = position["spaces"][space][:2]
            yield svg.piece(owner_colour(owner), x, y, kind_of_piece)


def marker(route: dict[str, Any], position: Mapping[str, Any]) -> Iterator[str]:
    """Yield the bonus marker on a route with its label."""
    name = position.get("markers_on_routes", {}).get(route["id"])
    if name:
        middle = route["points"][len(route["points"]) // 2]
        x, y = middle[0] + 17, middle[1] - 17
        yield f'<circle cx="{x:g}" cy="{y:g}" r="11" fill="#e9e4d8" stroke="#4a3b29" stroke-width="1.4"/>'
        yield (
            f'<text x="{x:g}" y="{y + 4:g}" font-size="11" font-weight="700" text-anchor="middle" '
            f'fill="{svg.DARK}">{marker_label(name)}</text>'
        )


def marker_label(marker_name: str) -> str:
    """Return the label of a marker: one or two characters."""
    if marker_name == "?":
        return "?"
    word, _, number = marker_name.rpartition("-")
    return f"+{number}" if word == "actions" else marker_name[0].upper() + (number if number.isdigit() else "")


def city_parts(city: dict[str, Any], position: Mapping[str, Any], marked: frozenset[str]) -> Iterator[str]:
    """Yield a city: its posts in a row, extra posts to the left, its name below."""
    (x, y), name = city["xy"], city["id"]
    held = list(position.get("posts", {}).get(name) or [None] * len(city["posts"]))
    extra = [*position.get("extra_posts", {}).get(name, []), *position.get("green_posts", {}).get(name, [])]
    left = x - POST_WIDTH * len(city["posts"]) / 2
    first, width = left - POST_WIDTH * len(extra), POST_WIDTH * (len(extra) + len(city["posts"]))
    highlight = f'stroke="{GOLD}" stroke-width="5"' if name in marked else 'stroke="#5c2a20" stroke-width="1.5"'
    box = f'x="{first - 3:g}" y="{y - 15:g}" width="{width + 6:g}" height="30" rx="4"'
    yield f'<rect {box} fill="#a8492f" {highlight}/>'
    for n, (post, holder) in enumerate(zip(city["posts"], held, strict=True)):
        yield from post_parts(post, holder, left + POST_WIDTH * (n + 0.5), y)
    for n, holder in enumerate(extra):
        yield svg.piece(owner_colour(holder[0]), first + POST_WIDTH * (n + 0.5), y, holder[1])
    yield svg.text(city["name"], x, y + 31)


def owner_colour(owner: object) -> str:
    """Return the colour of the owner of a piece; pieces without a seat are neutral."""
    return SEAT_COLOURS[owner] if isinstance(owner, int) else "neutral"


def post_parts(post: dict[str, Any], holder: list[Any] | None, x: float, y: float) -> Iterator[str]:
    """Yield a post of a city: the piece on it, or its shape and privilege."""
    if holder:
        yield svg.piece(owner_colour(holder[0]), x, y, holder[1])
        return
    style = f'fill="{PRIVILEGES[post["privilege"]]}" stroke="#f2e6cc" stroke-width="1.5"'
    if post["shape"] == "circle":
        yield f'<circle cx="{x:g}" cy="{y:g}" r="9" {style}/>'
    else:
        yield f'<rect x="{x - 9:g}" y="{y - 9:g}" width="18" height="18" rx="2" {style}/>'
