"""What decorates a map: paper, hills and trees, the compass, and the names of seas and countries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from kontor.core.drawing.elements import circle, element, group, path, rectangle
from kontor.core.drawing.geometry import number
from kontor.core.drawing.picture import Picture

COMPASS_POINTS = ((22.5, 45, 0.62, 0.1, "coast"), (45, 90, 0.76, 0.12, "lane"), (0, 90, 0.98, 0.15, "brick"))
"""For each star of the compass: its first angle, the angle between its points, their length, width and colour."""

COMPASS_RADIUS = 50
STAINS = {"light": ("#a08650", 0.1), "dark": ("#262626", 0.05)}
"""Colour and opacity of the paper: the mean of the texture that the browser shows."""


def paper(picture: Picture, width: float, height: float) -> str:
    """Return the tint of the paper and its darker border."""
    theme = picture.theme
    stops = element("stop", offset=0.62, stop_color=theme["vignette"], stop_opacity=0)
    stops += element("stop", offset=1, stop_color=theme["vignette"], stop_opacity=theme["vignette-edge"])
    name = picture.identifier("vignette")
    picture.define("vignette", element("radialGradient", stops, id=name, cx=0.5, cy=0.5, r=0.75))
    colour, opacity = STAINS[theme.name]
    tint = rectangle(0, 0, width, height, fill=colour, fill_opacity=opacity)
    return tint + rectangle(0, 0, width, height, fill=f"url(#{name})")


def terrain(picture: Picture, features: Sequence[Sequence[Any]]) -> str:
    """Return hills and trees, each given by its place, its glyph and its scale, negative for a mirrored one."""
    for glyph in sorted({feature[2] for feature in features}):
        picture.define_from_sprite(f"terrain-{glyph}")
    used = (feature(picture, *each) for each in features)
    return element("g", *used, opacity=0.82)


def feature(picture: Picture, x: float, y: float, glyph: str, scale: float) -> str:
    """Return one hill or tree."""
    transform = f"translate({number(x)} {number(y)}) scale({number(scale)} {number(abs(scale))})"
    return picture.use(f"terrain-{glyph}", transform=transform)


def compass(picture: Picture, x: float, y: float, radius: float) -> str:
    """Return a compass rose."""
    theme = picture.theme
    rings = (
        circle(43, fill=theme["land"], stroke="none", fill_opacity=0.55) + circle(43) + circle(39, stroke_width=0.6)
    )
    hub = circle(5, fill=theme["gold"], stroke_width=0.6)
    parts = [rings, *compass_points(picture), hub]
    scale = radius / COMPASS_RADIUS
    return group(x, y, *parts, scale=scale, fill="none", stroke=theme["coast"], stroke_width=1.2)


def compass_points(picture: Picture) -> Iterator[str]:
    """Yield the points of the compass, each half dark and half pale."""
    theme = picture.theme
    for first, step, length, width, colour in COMPASS_POINTS:
        tip, side = number(COMPASS_RADIUS * length), number(COMPASS_RADIUS * width)
        halves = path(f"M0-{tip}L{side}-{side}L0 0z", fill=theme[colour])
        halves += path(f"M0-{tip}L-{side}-{side}L0 0z", fill=theme["land"])
        for n in range(round(360 / step)):
            yield element("g", halves, transform=f"rotate({number(first + n * step)})", stroke_width=0.6)


def place_names(picture: Picture, names: Sequence[Mapping[str, Any]]) -> str:
    """Return the names of seas and countries."""
    return "".join(place_name(picture, name) for name in names)


def place_name(picture: Picture, name: Mapping[str, Any]) -> str:
    """Return the name of a sea in italics, or of a country in pale capitals."""
    theme, size = picture.theme, name["size"]
    transform = f"translate({number(name['x'])} {number(name['y'])}) rotate({number(name['turn'])})"
    if name["kind"] == "sea":
        style = {"fill": theme["sea-name"], "font_style": "italic", "letter_spacing": size * 0.18}
    else:
        style = {"fill": theme["coast"], "font_weight": 700, "opacity": 0.42, "letter_spacing": size * 0.45}
    return element("text", escape(name["text"]), transform=transform, font_size=size, text_anchor="middle", **style)


def ship(picture: Picture, x: float, y: float, scale: float) -> str:
    """Return a cog."""
    left, top, width, _ = picture.sprite.symbol("cog").box
    return picture.symbol("cog", x + left * scale, y + top * scale, width * scale)
