"""Places on a map that can be marked, and their outlines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import hypot

from kontor.core.drawing.elements import Value, circle, line_path, path, rectangle
from kontor.core.drawing.geometry import Point, number
from kontor.core.drawing.options import DrawingOptions
from kontor.core.drawing.theme import Theme

BEND = 0.2  # how far an arrow bends to the side, relative to its length
HEAD = (13.0, 6.5)  # length of the head of an arrow and half its width


@dataclass(frozen=True)
class Spot:
    """A place of the map: a circle, a rectangle around a point, or a line."""

    x: float
    y: float
    width: float
    """The radius of a circle, or half the width of a rectangle."""

    height: float | None = None
    """Half the height of a rectangle; None for a circle."""

    line: str = ""
    """The path of a road or lane; empty for an area."""

    def outline(self, more: float, **attributes: Value) -> str:
        """Return the outline of an area, a little larger than the area itself."""
        style = {"fill": "none"} | attributes
        width = self.width + more
        if self.height is None:
            return circle(width, self.x, self.y, **style)
        height = self.height + more
        return rectangle(self.x - width, self.y - height, 2 * width, 2 * height, rx=4, **style)


class Marker:
    """Draws the last move, highlights and arrows over the spots of a map."""

    def __init__(self, theme: Theme, unit: float, spots: Mapping[str, Spot], options: DrawingOptions) -> None:
        self.theme = theme
        self.unit = unit
        self.spots = spots
        self.options = options

    def chosen(self, places: Iterable[str], lines: bool) -> Iterator[Spot]:
        """Yield the spots of places that are lines, or of those that are not."""
        return (spot for place in places if bool((spot := self.spots[place]).line) == lines)

    def below_roads(self) -> str:
        """Return the marks of routes, to be drawn before the roads."""
        gold, ink, unit = self.theme["gold"], self.theme["ink"], self.unit
        dashes = f"{7 * unit:g} {5 * unit:g}"
        parts = [
            line_path(spot.line, gold, width * unit, stroke_opacity=opacity, stroke_linecap="round")
            for spot in self.chosen(self.options.highlights, lines=True)
            for width, opacity in ((17, 0.55), (12, 1))
        ]
        last = self.chosen(self.options.last, lines=True)
        return "".join([*parts, *(line_path(spot.line, ink, 13 * unit, stroke_dasharray=dashes) for spot in last)])

    def above(self) -> str:
        """Return the marks of areas and the arrows, to be drawn last."""
        traces = (self.trace(spot) for spot in self.chosen(self.options.last, lines=False))
        rings = (self.ring(spot) for spot in self.chosen(self.options.highlights, lines=False))
        arrows = (self.arrow(self.spots[start], self.spots[end]) for start, end in self.options.arrows)
        return "".join([*traces, *rings, *arrows])

    def ring(self, spot: Spot) -> str:
        """Return a golden ring around a spot."""
        styles = (("gold", 7, 0.35), ("gold-edge", 5, 1), ("gold", 2.6, 1))
        return "".join(
            spot.outline(
                3.4 * self.unit, stroke=self.theme[colour], stroke_width=width * self.unit, stroke_opacity=opacity
            )
            for colour, width, opacity in styles
        )

    def trace(self, spot: Spot) -> str:
        """Return a dashed line around a spot of the last move."""
        unit = self.unit
        bed = spot.outline(4.4 * unit, stroke=self.theme["banner"], stroke_width=3.6 * unit, stroke_opacity=0.9)
        dashes = f"{4 * unit:g} {3 * unit:g}"
        return bed + spot.outline(
            4.4 * unit, stroke=self.theme["ink"], stroke_width=1.8 * unit, stroke_dasharray=dashes
        )

    def arrow(self, start: Spot, end: Spot) -> str:
        """Return a bent arrow from one spot to another."""
        length = hypot(end.x - start.x, end.y - start.y)
        if length == 0:
            return ""
        bend = ((start.x + end.x) / 2 + (start.y - end.y) * BEND, (start.y + end.y) / 2 + (end.x - start.x) * BEND)
        to_bend = hypot(end.x - bend[0], end.y - bend[1])
        towards = ((end.x - bend[0]) / to_bend, (end.y - bend[1]) / to_bend)
        return self.arrow_parts((start.x, start.y), bend, (end.x, end.y), towards)

    def arrow_parts(self, start: Point, bend: Point, end: Point, towards: Point) -> str:
        """Return the shaft and the head of an arrow, both with a pale edge."""
        long, half = HEAD[0] * self.unit, HEAD[1] * self.unit
        neck = (end[0] - towards[0] * long, end[1] - towards[1] * long)
        sides = [(neck[0] - towards[1] * side, neck[1] + towards[0] * side) for side in (half, -half)]
        shaft = f"M{pair(start)}Q{pair(bend)} {pair(neck)}"
        head = f"M{pair(end)}L{pair(sides[0])}L{pair(sides[1])}z"
        ink, pale, unit = self.theme["accent"], self.theme["accent-ink"], self.unit
        bed = line_path(shaft, pale, 6.5 * unit, stroke_linecap="round")
        edge = path(head, fill=ink, stroke=pale, stroke_width=1.6 * unit, stroke_linejoin="round")
        return bed + edge + line_path(shaft, ink, 3.6 * unit, stroke_linecap="round")


def pair(point: Point) -> str:
    """Return the coordinates of a point as text."""
    return f"{number(point[0])} {number(point[1])}"
