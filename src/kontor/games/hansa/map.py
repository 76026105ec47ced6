"""Draws the map of Hansa: ports with their goods and posts, the lanes between them, and the ship."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot
from typing import Any

from kontor.core import svg
from kontor.games.hansa.board_file import load

GOODS = {
    "orange": "#e08a2e",
    "brown": "#7a5230",
    "red": "#c4463c",
    "green": "#5e9a5a",
    "blue": "#4a7fc4",
    "pink": "#dc8fb0",
}
SEAT_COLOURS = ("grey", "yellow", "purple", "white")
LANE_GAP = 40  # distance between the end of a lane and the middle of a port


def draw_map(position: Mapping[str, Any], marked: frozenset[str]) -> str:
    """Return the map of a position; marked ports have a golden outline."""
    board = load()
    ports = {port["id"]: port for port in board["ports"]}
    parts = ['<rect x="7" y="7" width="986" height="986" rx="9" fill="#bfd3ce"/>']
    parts += [lane(ports[link["from"]]["xy"], ports[link["to"]]["xy"]) for link in board["routes"]]
    for port in ports.values():
        parts += port_parts(port, position, marked)
    parts += ship(ports, position)
    return svg.document("The map of the Baltic", 1000, 1000, parts)


def lane(start: list[float], end: list[float]) -> str:
    """Return a lane with an arrowhead in the direction of sailing."""
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length
    tip_x, tip_y = x2 - dx * LANE_GAP, y2 - dy * LANE_GAP
    head = f"{tip_x:.1f},{tip_y:.1f} {tip_x - 14 * dx - 7 * dy:.1f},{tip_y - 14 * dy + 7 * dx:.1f} "
    head += f"{tip_x - 14 * dx + 7 * dy:.1f},{tip_y - 14 * dy - 7 * dx:.1f}"
    line = f'<line x1="{x1:g}" y1="{y1:g}" x2="{tip_x:.1f}" y2="{tip_y:.1f}" stroke="#3f7376" stroke-width="4"/>'
    return f'{line}<polygon points="{head}" fill="#3f7376"/>'


def port_parts(port: dict[str, Any], position: Mapping[str, Any], marked: frozenset[str]) -> Iterator[str]:
    """Yield a port: its warehouses with their goods, its name, and the posts of every seat."""
    (x, y), name = port["xy"], port["id"]
    goods = position.get("warehouses", {}).get(name) or [None] * port["warehouses"]
    outline = 'stroke="#f0b429" stroke-width="6"' if name in marked else 'stroke="#4a3b29" stroke-width="2"'
    width = 40 * len(goods) + 16
    left = x - width / 2
    yield f'<rect x="{left:g}" y="{y - 26:g}" width="{width:g}" height="52" rx="8" fill="#f2e6cc" {outline}/>'
    for n, tile in enumerate(goods):
        yield from warehouse(tile, x + 40 * (n - (len(goods) - 1) / 2), y)
    yield svg.text(port["name"], x, y - 34, 22)
    posts = position.get("posts", {}).get(name, {})
    for n, (seat, count) in enumerate(posts.items()):
        at = x + 46 * (n - (len(posts) - 1) / 2)
        yield svg.piece(SEAT_COLOURS[int(seat)], at - 9, y + 40)
        yield svg.text(str(count), at + 3, y + 46, 18, "start")


def warehouse(tile: list[Any] | None, x: float, y: float) -> Iterator[str]:
    """Yield a warehouse with its goods, one barrel for each."""
    fill = GOODS[tile[0]] if tile else "none"
    yield (
        f'<rect x="{x - 17:g}" y="{y - 17:g}" width="34" height="34" rx="5" fill="{fill}" '
        'stroke="#4a3b29" stroke-width="1.5"/>'
    )
    for n in range(tile[1] if tile else 0):
        yield f'<circle cx="{x + 9 * (n - (tile[1] - 1) / 2):g}" cy="{y:g}" r="3.6" fill="#fff6e4"/>' if tile else ""


def ship(ports: Mapping[str, Any], position: Mapping[str, Any]) -> Iterator[str]:
    """Yield the ship above its port."""
    port = ports.get(str(position.get("ship")))
    if port:
        x, y = port["xy"][0], port["xy"][1] - 66
        hull = f"M{x - 24:g} {y:g}h48l-9 15h-30zM{x - 2:g} {y - 4:g}v-30l22 26zM{x - 6:g} {y - 4:g}v-24l-16 20z"
        yield f'<path d="{hull}" fill="#4b3324" stroke="#fbf4e2" stroke-width="2"/>'
