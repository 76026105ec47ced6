"""Ports: their warehouses with goods, their names and numbers, and the posts of every seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kontor.core.drawing.elements import circle, element, group, path, rectangle, text
from kontor.games.hansa.drawing.layout import NAME_SIZE, WAREHOUSE, Json, port_at, ribbon_half
from kontor.games.hansa.drawing.scene import Scene
from kontor.games.hansa.seat_colours import SEAT_COLOURS

CHIP = 37
DARK, PALE = "#2a1600", "#fff4de"
GOODS = {
    "orange": ("#e08a2e", DARK, "i-good-grain"),
    "brown": ("#7a5236", PALE, "i-good-wax"),
    "red": ("#b83a32", PALE, "i-good-cloth"),
    "green": ("#4f8a45", PALE, "i-good-timber"),
    "blue": ("#3b6fa8", PALE, "i-good-fish"),
    "pink": ("#dd8fb0", "#3a0f22", "i-good-wine"),
}
"""The colour of a tile, the colour of its sign, and the sign."""

WALL = "M-26 26V-24h2.4v-7h5.9v-7h5.9v-7h5.9v-7H5.9v7h5.9v7h5.9v7h5.9v7H26V26z"
NICHE = "M-9-26v-9a3 3 0 0 1 6 0v9zM-3-26v-14a3 3 0 0 1 6 0v14zM3-26v-9a3 3 0 0 1 6 0v9z"
BARREL = "M-3.7-5.6h7.4c1.6 3.6 1.6 7.6 0 11.2h-7.4c-1.6-3.6-1.6-7.6 0-11.2z"
CROWN = "M-13-11l-1.5-7l4.5 3.3l4-5l4 5l4.5-3.3l-1.5 7z"


def port(scene: Scene, entry: Json) -> str:
    """Return a port with everything in it."""
    width = entry["warehouses"] * WAREHOUSE / 2 + 8
    shade = element("ellipse", cx=0, cy=26, rx=width, ry=6, fill="#2a1a0a", fill_opacity=0.3)
    parts = [shade, *warehouses(scene, entry), ribbon(scene, entry), *chips(scene, entry["id"])]
    return group(*port_at(entry["id"]), *parts, data_port=entry["id"])


def warehouses(scene: Scene, entry: Json) -> Iterator[str]:
    """Yield the warehouses of a port."""
    theme = scene.theme
    stored = scene.part("warehouses").get(entry["id"], [])
    brick = scene.picture.paint("brick")
    wall = path(WALL, fill=brick, stroke=theme["contour"], stroke_width=1.3, stroke_linejoin="round")
    wall += path(NICHE, fill=theme["stone"], stroke=theme["contour"], stroke_width=0.5)
    wall += rectangle(-21, -20, 42, 43, rx=3, fill="#3a2519", stroke=theme["stone"], stroke_width=1.8)
    empty = scene.picture.symbol("i-barrel", -12, -10, 24, "#8a6a4a")
    for n in range(entry["warehouses"]):
        held = stored[n] if n < len(stored) else None
        content = group(0, 2.5, tile(scene, held)) if held else empty
        yield group((n - (entry["warehouses"] - 1) / 2) * WAREHOUSE, 0, wall, content)


def tile(scene: Scene, held: Sequence[Any]) -> str:
    """Return a tile of goods with its barrels."""
    colour, barrels = held
    fill, sign, icon = GOODS[colour]
    parts = rectangle(-19, -17, 38, 38, rx=5, fill="#1a120a", fill_opacity=0.35)
    parts += rectangle(-19, -19, 38, 38, rx=5, fill=fill, stroke="#1e130b", stroke_width=1.3)
    parts += rectangle(-17, -17, 34, 34, rx=4, fill="none", stroke="#ffffff", stroke_opacity=0.35)
    parts += scene.picture.symbol(icon, -10.5, -18, 21, sign)
    barrel = path(BARREL, fill="#d9a760", stroke=DARK) + path(
        "M-4.6-2.2h9.2M-4.6 2.2h9.2", stroke=DARK, stroke_width=0.9
    )
    rows = (group((n - (barrels - 1) / 2) * 11, 10.5, barrel) for n in range(barrels))
    return element("g", parts, *rows, data_tile=f"{colour}-{barrels}")


def ribbon(scene: Scene, entry: Json) -> str:
    """Return the name and the number of a port on a ribbon."""
    theme, half = scene.theme, ribbon_half(entry)
    w = 2 * half + 10
    d = f"M{-half - 5:.5g}-10.5h{w:.5g}l-5 10.5l5 10.5h{-w:.5g}l5-10.5z"
    parts = path(d, fill=theme["banner"], stroke=theme["banner-line"], stroke_width=1.1)
    parts += circle(8.5, -half + 10, fill=theme["accent"])
    parts += text(str(entry["number"]), -half + 10, 4.5, 12.5, theme["accent-ink"])
    return group(0, 38, parts, text(entry["name"], 10, 5.2, NAME_SIZE, theme["ink"]))


def chips(scene: Scene, name: str) -> Iterator[str]:
    """Yield the number of posts of every seat in a port; the seat that leads has a crown."""
    theme, stacks = scene.theme, scene.part("posts").get(name, {})
    leader = scene.options.derived.get("leaders", {}).get(name)
    for n, (seat, count) in enumerate(stacks.items()):
        leads = int(seat) == leader
        stroke, width = (theme["gold-line"], 2.6) if leads else (theme["banner-line"], 1)
        crown = path(CROWN, fill=theme["gold"], stroke="#3a2600") if leads else ""
        chip = rectangle(-17.5, -11, 35, 22, rx=11, fill=theme["banner"], stroke=stroke, stroke_width=width)
        post = scene.picture.piece("merchant", SEAT_COLOURS[int(seat)], -6.5, 0, 0.78)
        number = text(str(count), 9, 5, NAME_SIZE, theme["ink"])
        yield group((n - (len(stacks) - 1) / 2) * CHIP, 63, crown, chip, post, number)
