"""Routes: their spaces with the pieces on them, and the markers and taverns beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kontor.core.drawing.elements import circle, group, line_path, rectangle
from kontor.core.drawing.geometry import Point, distance, number
from kontor.games.teutonica.drawing.cities import GOLD_TRIM, piece
from kontor.games.teutonica.drawing.layout import MARKER, SHIP_SPACE, SPACE, Json
from kontor.games.teutonica.drawing.scene import Scene, colour_of

FACE_DOWN = "?"
PLAIN_MARKER = "i-marker"


def spaces(scene: Scene) -> str:
    """Return the spaces of all routes and the pieces on them."""
    held = scene.part("spaces")
    return "".join(
        space(scene, f"{route['id']}.{n}", (x, y), kind, held.get(f"{route['id']}.{n}"))
        for route in scene.board["routes"]
        for n, ((x, y), kind) in enumerate(zip(route["points"], route["spaces"], strict=True), 1)
    )


def space(scene: Scene, name: str, at: Point, kind: str, held: Sequence[Any] | None) -> str:
    """Return one space with its piece."""
    theme = scene.theme
    if kind == "merchant":
        parts = circle(SHIP_SPACE, fill=theme["ship"], stroke=theme["lane"], stroke_width=1.6)
        parts += circle(9.6, fill="none", stroke=theme["lane"], stroke_width=0.8)
        sign = scene.picture.symbol("i-ship", -7.25, -7.5, 14.5, theme["lane"])
    else:
        parts = circle(SPACE, fill=theme["space"], stroke=theme["space-line"], stroke_width=1.3)
        sign = circle(7, fill="none", stroke=theme["space-line"], stroke_width=0.8, stroke_opacity=0.45)
    content = piece(scene, held, scale=1 if held[1] == "m" else 1.08) if held else sign
    return group(*at, parts, content, scale=scene.unit, data_space=name)


def beside_routes(scene: Scene) -> str:
    """Return the taverns and markers of all routes."""
    return "".join([*taverns(scene), *markers(scene)])


def tie(scene: Scene, route: Json, at: Point) -> str:
    """Return the line between a route and a sign beside it."""
    x, y = min(((x, y) for x, y in route["points"]), key=lambda space: distance(space, at))
    reach = 12 * scene.unit / (distance((x, y), at) or 1)
    end = f"L{number(x + (at[0] - x) * reach)} {number(y + (at[1] - y) * reach)}"
    d = f"M{number(at[0])} {number(at[1])}{end}"
    return line_path(d, scene.theme["coast"], 1.1 * scene.unit, stroke_dasharray="2 2.5")


def taverns(scene: Scene) -> Iterator[str]:
    """Yield the signs of taverns."""
    theme = scene.theme
    chain: dict[str, Any] = {"stroke_linecap": "round"}
    iron = line_path("M-11-13H9M-11-15V14", theme["contour"], 2.4, **chain)
    iron += line_path("M-6-13v4M8-13v4", theme["contour"], 1.2, **chain)
    board = rectangle(-9, -9, 20, 21, rx=3, fill=theme["brick-2"], stroke=GOLD_TRIM, stroke_width=1.3)
    sign = scene.picture.symbol("i-tavern", -6.75, -6.25, 15.5, "#fff4d6")
    for route in scene.board["routes"]:
        if route["tavern"]:
            at = scene.layout.places[f"tavern:{route['id']}"]
            yield tie(scene, route, at) + group(*at, iron, board, sign, scale=scene.unit)


def markers(scene: Scene) -> Iterator[str]:
    """Yield the markers of routes with the promo markers attached to them."""
    for route in scene.board["routes"]:
        name = scene.part("markers_on_routes").get(route["id"]) or route["permanent"]
        attached = scene.part("attached").get(route["id"], [])
        if name or attached:
            at = scene.layout.places[f"marker:{route['id']}"]
            empty = circle(12, fill="none", stroke=scene.theme["coast"], stroke_dasharray="3 2.5")
            shown = marker(scene, name, name == route["permanent"]) if name else empty
            promos = (seal(scene, n, owner, promo) for n, (owner, promo) in enumerate(attached))
            drawn = group(*at, shown, *promos, scale=scene.unit, data_marker=route["id"])
            yield tie(scene, route, at) + drawn


def marker(scene: Scene, name: str, permanent: bool) -> str:
    """Return a marker: a silver disc with its picture, gold if permanent, empty if face down."""
    disc = scene.picture.paint("gold-disc" if permanent else "silver-disc")
    parts = circle(15, 0.8, 1.6, fill="#1a120a", fill_opacity=0.35)
    parts += circle(MARKER, fill=disc, stroke="#2b2822", stroke_width=1.1)
    parts += circle(11.6, fill="none", stroke="#6b675e", stroke_width=0.7, stroke_opacity=0.8)
    if name == FACE_DOWN:
        return parts
    font: dict[str, Any] = {"font_size": 21, "font_weight": 700}
    return parts + scene.picture.symbol(symbol_of(scene, name), -8.5, -8.5, 17, scene.theme["marker-ink"], **font)


def symbol_of(scene: Scene, marker_name: str) -> str:
    """Return the symbol of a marker, a plain one for a marker without a picture."""
    name = f"marker-{marker_name}"
    return name if name in scene.picture.sprite.elements else PLAIN_MARKER


def seal(scene: Scene, n: int, owner: object, promo: str) -> str:
    """Return a promo marker attached to a route, with the shield of its owner."""
    colour = colour_of(owner)
    fill, _, _, mark = scene.theme.tones[colour]
    disc = circle(8.5, fill=fill, stroke=scene.theme["outline"])
    sign = scene.picture.symbol(symbol_of(scene, promo), -6, -6, 12, mark)
    return group(12 - 24 * n, 12, disc, sign, scene.picture.piece("shield", colour, 8, 6, 0.42))
