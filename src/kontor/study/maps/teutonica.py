"""The map of Hansa Teutonica: roads with their spaces, cities with their posts, and who stands where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kontor.core.game import Setup
from kontor.games.teutonica.board_file import load
from kontor.study.maps import ink

PRIVILEGES = {"white": "#fffdf6", "orange": "#f0922b", "pink": "#e58fb4", "black": "#2b2724"}
REGIONS = {"wales": "#b9c48a", "scotland": "#b3b6d0"}
GOLD = "#f0b429"
WIDTH = 24  # of a window

Point = tuple[float, float]


def draw(setup: Setup, position: Mapping[str, Any], marked: frozenset[str]) -> str:
    """The map of a position; marked spaces, routes and cities are ringed with gold."""
    board = load(setup["board"])
    places = {city["id"]: tuple(city["xy"]) for city in board["cities"]}
    width, height = board["size"]
    parts = [road(route, places, marked) for route in board["routes"]]
    for route in board["routes"]:
        parts += spaces(route, position, marked)
        parts += marker(route, position)
    for city in board["cities"]:
        parts += city_parts(city, position, marked)
    return ink.sheet(f"The map of {board['name']}", width, height, parts)


def road(route: dict[str, Any], places: Mapping[str, Any], marked: frozenset[str]) -> str:
    """The line of a route from city to city through its spaces; sea lanes are blue."""
    start, end = (places[city] for city in route["ends"])
    points = in_order(start, end, [(x, y) for x, y in route["points"]])
    line = " ".join(f"{x:g},{y:g}" for x, y in points)
    shade = "#3f7376" if "merchant" in route["spaces"] else REGIONS.get(route["region"] or "", "#cdb27e")
    glow = f'<polyline points="{line}" fill="none" stroke="{GOLD}" stroke-width="15" stroke-linejoin="round"/>'
    below = glow if route["id"] in marked else ""
    edge = f'<polyline points="{line}" fill="none" stroke="#7c6440" stroke-width="9" stroke-linejoin="round"/>'
    return f'{below}{edge}<polyline points="{line}" fill="none" stroke="{shade}" stroke-width="6"/>'


def in_order(start: Point, end: Point, points: list[Point]) -> list[Point]:
    """The points of a road in the direction in which it is shortest."""

    def far(a: Point, b: Point) -> float:
        return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2

    there = far(start, points[0]) + far(points[-1], end)
    back = far(start, points[-1]) + far(points[0], end)
    return [start, *(points if there <= back else points[::-1]), end]


def spaces(route: dict[str, Any], position: Mapping[str, Any], marked: frozenset[str]) -> Iterator[str]:
    """The spaces of a route with the pieces on them."""
    for n, ((x, y), kind) in enumerate(zip(route["points"], route["spaces"], strict=True), 1):
        space = f"{route['id']}.{n}"
        if space in marked:
            yield f'<circle cx="{x:g}" cy="{y:g}" r="16" fill="{GOLD}" stroke="#7a5200" stroke-width="1.5"/>'
        stroke = "#3f7376" if kind == "merchant" else "#4a3b29"
        yield f'<circle cx="{x:g}" cy="{y:g}" r="10" fill="#fffaec" stroke="{stroke}" stroke-width="1.6"/>'
        if space in position.get("spaces", {}):
            owner, sort = position["spaces"][space][:2]
            yield ink.piece(ink.colour_of("teutonica", owner), x, y, sort)


def marker(route: dict[str, Any], position: Mapping[str, Any]) -> Iterator[str]:
    """The marker that lies on a route, by its short name."""
    name = position.get("markers_on_routes", {}).get(route["id"])
    if name:
        middle = route["points"][len(route["points"]) // 2]
        x, y = middle[0] + 17, middle[1] - 17
        yield f'<circle cx="{x:g}" cy="{y:g}" r="11" fill="#e9e4d8" stroke="#4a3b29" stroke-width="1.4"/>'
        yield (
            f'<text x="{x:g}" y="{y + 4:g}" font-size="11" font-weight="700" text-anchor="middle" '
            f'fill="{ink.DARK}">{short(name)}</text>'
        )


def short(marker_name: str) -> str:
    """A marker in two signs."""
    if marker_name == "?":
        return "?"
    word, _, number = marker_name.rpartition("-")
    return f"+{number}" if word == "actions" else marker_name[0].upper() + (number if number.isdigit() else "")


def city_parts(city: dict[str, Any], position: Mapping[str, Any], marked: frozenset[str]) -> Iterator[str]:
    """A city: its windows in a row, the posts in them, extra posts to the left, its name below."""
    (x, y), name = city["xy"], city["id"]
    held = list(position.get("posts", {}).get(name) or [None] * len(city["posts"]))
    extra = [*position.get("extra_posts", {}).get(name, []), *position.get("green_posts", {}).get(name, [])]
    left = x - WIDTH * len(city["posts"]) / 2
    first, width = left - WIDTH * len(extra), WIDTH * (len(extra) + len(city["posts"]))
    glow = f'stroke="{GOLD}" stroke-width="5"' if name in marked else 'stroke="#5c2a20" stroke-width="1.5"'
    yield f'<rect x="{first - 3:g}" y="{y - 15:g}" width="{width + 6:g}" height="30" rx="4" fill="#a8492f" {glow}/>'
    for n, (post, holder) in enumerate(zip(city["posts"], held, strict=True)):
        yield from window(post, holder, left + WIDTH * (n + 0.5), y)
    for n, holder in enumerate(extra):
        yield ink.piece(ink.colour_of("teutonica", holder[0]), first + WIDTH * (n + 0.5), y, holder[1])
    yield ink.text(city["name"], x, y + 31)


def window(post: dict[str, Any], holder: list[Any] | None, x: float, y: float) -> Iterator[str]:
    """A printed space of a city: its shape and privilege, or who holds it."""
    if holder:
        yield ink.piece(ink.colour_of("teutonica", holder[0]), x, y, holder[1])
        return
    look = f'fill="{PRIVILEGES[post["privilege"]]}" stroke="#f2e6cc" stroke-width="1.5"'
    if post["shape"] == "circle":
        yield f'<circle cx="{x:g}" cy="{y:g}" r="9" {look}/>'
    else:
        yield f'<rect x="{x - 9:g}" y="{y - 9:g}" width="18" height="18" rx="2" {look}/>'
