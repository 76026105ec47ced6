"""Sea, coasts, land, countries and rivers inside the frame of a map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import cos, pi, sin
from typing import Any

from kontor.core.drawing.elements import Value, element, line_path, path, rectangle
from kontor.core.drawing.geometry import Line, Point, as_line, roughen, smooth_path
from kontor.core.drawing.picture import Picture

CONTOURS = ((30, 0.19), (21, 0.3), (13, 0.45), (6, 0.64))
"""Width and opacity of the lines along the coast."""

TAPER = ((1, 1.9), (0.8, 2.9), (0.55, 4.2))
"""Share and width of the parts of a river, which is widest at its mouth."""

ROUND: Mapping[str, Value] = {"stroke_linejoin": "round", "stroke_linecap": "round"}
RHUMBS = 32
RHUMB_LENGTH = 1900

Frame = tuple[float, float, float, float]
"""Left, top, right and bottom of a map."""


@dataclass(frozen=True)
class Geography:
    """Coasts, rivers, countries and ships of a map, set by hand."""

    frame: Frame
    land: Sequence[Line]
    rivers: Sequence[Line] = ()
    regions: Mapping[str, Line] = field(default_factory=dict)
    ships: Sequence[tuple[float, float, float]] = ()
    """Middle and scale of each ship."""

    def fitted_to(self, frame: Frame) -> Geography:
        """Return the same geography for a map with another frame."""
        old_left, old_top, old_right, old_bottom = self.frame
        left, top, right, bottom = frame

        def place(at: Point) -> Point:
            x = left + (at[0] - old_left) * (right - left) / (old_right - old_left)
            return x, top + (at[1] - old_top) * (bottom - top) / (old_bottom - old_top)

        land = [[place(at) for at in line] for line in self.land]
        rivers = [[place(at) for at in line] for line in self.rivers]
        regions = {name: [place(at) for at in line] for name, line in self.regions.items()}
        return replace(self, frame=frame, land=land, rivers=rivers, regions=regions)


def geography_from(content: Mapping[str, Any]) -> Geography:
    """Return the geography that a file of map data describes."""
    left, top, right, bottom = content["frame"]
    return Geography(
        (left, top, right, bottom),
        [as_line(line) for line in content["land"]],
        [as_line(line) for line in content["rivers"]],
        {name: as_line(line) for name, line in content["regions"].items()},
        [(x, y, scale) for x, y, scale in content["ships"]],
    )


def all_land(frame: Frame) -> Geography:
    """Return the geography of a map without a coast."""
    left, top, right, bottom = frame
    corners = [(left - 40, top - 40), (right + 40, top - 40), (right + 40, bottom + 40), (left - 40, bottom + 40)]
    return Geography(frame, [corners])


class LandPainter:
    """Draws the land of a map."""

    def __init__(self, picture: Picture, geography: Geography, unit: float) -> None:
        self.picture = picture
        self.theme = picture.theme
        self.geography = geography
        self.unit = unit

    def draw(self, rhumb_centre: Point, regions: Sequence[str] = ()) -> str:
        """Return sea, land, shaded regions and rivers."""
        self.define()
        inside = [*self.tints(regions), *self.rims(), *self.rivers()]
        return element(
            "g",
            self.sea(),
            *self.rhumbs(rhumb_centre),
            *self.contours(),
            self.coast(fill=self.theme["land"], stroke=self.theme["coast"], stroke_width=1.5 * self.unit),
            element("g", *inside, clip_path=f"url(#{self.picture.identifier('land')})"),
            clip_path=f"url(#{self.picture.identifier('frame')})",
            fill="none",
            **ROUND,
        )

    def define(self) -> None:
        """Define the line of the coast and the areas to which the drawing is clipped."""
        picture = self.picture
        lines = [roughen(line, 11 + n, 0.15, closed=True) for n, line in enumerate(self.geography.land)]
        coast = "".join(smooth_path(line, closed=True) for line in lines)
        picture.define("coast", path(coast, id=picture.identifier("coast")))
        frame = self.rectangle(rx=2 * self.unit)
        picture.define("frame", element("clipPath", frame, id=picture.identifier("frame")))
        picture.define("land", element("clipPath", picture.use("coast"), id=picture.identifier("land")))

    def rectangle(self, **attributes: Value) -> str:
        """Return a rectangle with the size of the frame."""
        left, top, right, bottom = self.geography.frame
        return rectangle(left, top, right - left, bottom - top, **attributes)

    def coast(self, **attributes: Value) -> str:
        """Return the coast."""
        return self.picture.use("coast", **attributes)

    def sea(self) -> str:
        """Return the sea."""
        return self.rectangle(fill=self.theme["sea"])

    def rhumbs(self, centre: Point) -> Iterator[str]:
        """Yield the lines that meet in the compass, every second one pale."""
        ends = [(cos(n * pi * 2 / RHUMBS), sin(n * pi * 2 / RHUMBS)) for n in range(RHUMBS)]
        lines = [f"M{centre[0]:g} {centre[1]:g}l{x * RHUMB_LENGTH:.0f} {y * RHUMB_LENGTH:.0f}" for x, y in ends]
        for first, opacity in ((0, 0.42), (1, 0.22)):
            yield path(
                "".join(lines[first::2]),
                stroke=self.theme["sea-line"],
                stroke_width=0.6 * self.unit,
                stroke_opacity=opacity,
            )

    def contours(self) -> Iterator[str]:
        """Yield the lines along the coast."""
        for width, opacity in CONTOURS:
            yield self.coast(stroke=self.theme["sea-line"], stroke_width=width * self.unit, stroke_opacity=opacity)
            yield self.coast(stroke=self.theme["sea"], stroke_width=(width - 1.8) * self.unit)

    def tints(self, regions: Sequence[str]) -> Iterator[str]:
        """Yield shaded regions with their borders."""
        unit = self.unit
        for name in regions:
            if line := self.geography.regions.get(name):
                shape = smooth_path(roughen(line, 5, 0.08, closed=True), closed=True, tension=0.5)
                yield path(shape, fill=self.theme[name], fill_opacity=0.62)
                dashes = f"{7 * unit:g} {4 * unit:g}"
                yield line_path(shape, self.theme["warn"], 2.2 * unit, stroke_dasharray=dashes, stroke_opacity=0.75)

    def rims(self) -> Iterator[str]:
        """Yield the darker land along the coast."""
        for width, opacity in ((16, 0.75), (7, 0.8)):
            yield self.coast(stroke=self.theme["land-2"], stroke_width=width * self.unit, stroke_opacity=opacity)

    def rivers(self) -> Iterator[str]:
        """Yield the rivers, each with its banks."""
        for n, river in enumerate(self.geography.rivers):
            line = roughen(river, 40 + n, 0.14, closed=False)
            parts = [line[: max(3, int(len(line) * share))] for share, _ in TAPER]
            for stroke, more in (("river-edge", 1.3), ("river", 0)):
                for part, (_, width) in zip(parts, TAPER, strict=True):
                    drawn = smooth_path(part, closed=False)
                    yield path(drawn, stroke=self.theme[stroke], stroke_width=(width + more) * self.unit)
