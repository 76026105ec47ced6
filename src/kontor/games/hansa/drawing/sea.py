"""The sea: lanes with their directions, the road overland, the ship, and the piles of tiles on the map."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import atan2, ceil, degrees

from kontor.core.drawing.elements import Value, element, group, path, rectangle, text
from kontor.core.drawing.geometry import Line, distance, number, point_along, smooth_path
from kontor.core.drawing.picture import Picture
from kontor.core.drawing.scenery import ship
from kontor.games.hansa.board_file import load
from kontor.games.hansa.drawing.layout import berth_at, lane_line, map_data, pile_at
from kontor.games.hansa.drawing.scene import Scene

ARROW = "M13 0L-8-9L-3 0L-8 9z"
LONG_LANE = 260
SHIP_SCALE = 1.5


def lanes(picture: Picture) -> str:
    """Return all lanes and their arrows."""
    routes = load()["routes"]
    lines = [(lane_line(lane), lane["kind"] == "overland") for lane in routes]
    ways = [part for line, overland in lines for part in way(picture, smooth_path(line, closed=False), overland)]
    arrows = [part for line, overland in lines for part in arrows_on(picture, line, overland)]
    return element("g", *ways, fill="none", stroke_linecap="round") + "".join(arrows)


def way(picture: Picture, d: str, overland: bool) -> Iterator[str]:
    """Yield the bed and the line of a lane."""
    theme = picture.theme
    if overland:
        yield path(d, stroke=theme["road-edge"], stroke_width=8)
        yield path(d, stroke=theme["road"], stroke_width=5.6)
    else:
        yield path(d, stroke=theme["lane-bed"], stroke_width=8, stroke_opacity=0.8)
        yield path(d, stroke=theme["lane"], stroke_width=3, stroke_dasharray="9 6")


def arrows_on(picture: Picture, line: Line, overland: bool) -> Iterator[str]:
    """Yield the arrows of a lane: one, or two if it is long."""
    theme = picture.theme
    fill, stroke = (theme["beam"], theme["timber"]) if overland else (theme["brick"], theme["banner"])
    length = sum(distance(start, end) for start, end in pairwise(line))
    for share in (0.3, 0.68) if length > LONG_LANE else (0.5,):
        (x, y), before, after = (point_along(line, share + step) for step in (0, -0.03, 0.03))
        turn = degrees(atan2(after[1] - before[1], after[0] - before[0]))
        transform = f"translate({number(x)} {number(y)}) rotate({number(turn)})"
        style: dict[str, Value] = {"stroke_width": 1.6, "stroke_linejoin": "round"}
        yield path(ARROW, transform=transform, fill=fill, stroke=stroke, **style)


def ship_in_port(scene: Scene) -> str:
    """Return the ship where it lies."""
    ports = {port["id"]: port for port in load()["ports"]}
    port = ports.get(str(scene.position.get("ship")))
    return ship(scene.picture, *berth_at(port), SHIP_SCALE) if port else ""


def piles(scene: Scene) -> str:
    """Return the piles of face-down tiles; opening the last one ends the game."""
    theme, (x, y) = scene.theme, map_data()["piles"]
    card = rectangle(x - 146, y - 40, 258, 76, rx=7, fill=theme["banner"], stroke=theme["coast"], opacity=0.95)
    counts = scene.position.get("piles") or []
    return card + "".join(pile(scene, n, count, n == len(counts) - 1) for n, count in enumerate(counts))


def pile(scene: Scene, n: int, count: int, last: bool) -> str:
    """Return one pile with the number of its tiles."""
    theme, high = scene.theme, min(4, ceil(count / 3))
    fill = theme["brick"] if last else "#6b4a2e"
    tiles = [rectangle(-17, -15 - level * 3, 34, 34, rx=4, fill=fill, stroke="#1e130b") for level in range(high)]
    if count == 0:
        tiles = [rectangle(-17, -17, 34, 34, rx=4, fill="none", stroke=theme["line-2"], stroke_dasharray="3 3")]
    else:
        tiles.append(scene.picture.symbol("i-barrel", -9, -6 - high * 3, 18, "#e9d3a8"))
    flag = scene.picture.symbol("i-complete", 8, 22, 13, theme["warn"]) if last and count else ""
    return group(*pile_at(n), *tiles, text(str(count), 0, 35, 14, theme["ink"]), flag, data_pile=str(n + 1))
