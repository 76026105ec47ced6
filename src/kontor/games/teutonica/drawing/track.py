"""The border of the map: a graduated scale that is the score track."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from kontor.core.drawing.elements import Value, circle, element, group, path, rectangle, text
from kontor.core.drawing.geometry import Point, number
from kontor.core.drawing.picture import Picture
from kontor.games.teutonica.drawing.layout import Json
from kontor.games.teutonica.drawing.scene import Scene, colour_of
from kontor.games.teutonica.rules.endings import POINTS_THAT_END

MARGIN = 5
SCALE = 4.2
GAP = 3.5
LONG_SIDE, SHORT_SIDE = 30, 20
SHIELD_WIDTH, SHIELD_HEIGHT = 20, 24
"""The size of a shield at scale 1, with its halo."""
LARGEST_SHIELD = 0.8
ROWS = {1: (1,), 2: (2,), 3: (2, 1), 4: (2, 2), 5: (3, 2), 6: (3, 3)}
"""How many shields stand in each row of a field, by the number of shields on it."""
SHIFTS = {"top": (0, -1), "right": (2.5, 0), "bottom": (0, 3), "left": (-3, 0), "corner": (0, 0)}
"""How far the middle of a field lies from the middle of its box, by the side of the map."""


@dataclass(frozen=True)
class Field:
    """A field of the score track."""

    number: int
    side: str
    left: float
    top: float
    right: float
    bottom: float

    def middle(self, unit: float) -> Point:
        """Return where the number and the shields of the field stand."""
        dx, dy = SHIFTS[self.side]
        return (self.left + self.right) / 2 + dx * unit, (self.top + self.bottom) / 2 + dy * unit


def fields(board: Json, unit: float) -> list[Field]:
    """Return the fields clockwise from the top left corner, which is 0."""
    left, top, right, bottom = board["frame"]
    width, height = board["size"]
    edge = MARGIN * unit
    across, down = (LONG_SIDE, SHORT_SIDE) if width > height else (SHORT_SIDE, LONG_SIDE)
    w, h = (right - left) / across, (bottom - top) / down
    boxes = [("corner", edge, edge, left, top)]
    boxes += [("top", left + n * w, edge, left + (n + 1) * w, top) for n in range(across)]
    boxes += [("right", right, top + n * h, width - edge, top + (n + 1) * h) for n in range(down)]
    boxes += [("bottom", right - (n + 1) * w, bottom, right - n * w, height - edge) for n in range(across)]
    boxes += [("left", edge, bottom - (n + 1) * h, left, bottom - n * h) for n in range(down)]
    return [Field(n, *box) for n, box in enumerate(boxes)]


def border(picture: Picture, board: Json, unit: float) -> str:
    """Return the sheet with the score track and the rosettes in its corners."""
    theme, (width, height), edge = picture.theme, board["size"], MARGIN * unit
    parts = [
        rectangle(0, 0, width, height, rx=6 * unit, fill=theme["border"], stroke="none"),
        rectangle(edge, edge, width - 2 * edge, height - 2 * edge, stroke_width=1.6 * unit),
        *(part for field in fields(board, unit)[1:] for part in field_parts(picture, board, field, unit)),
        *rosettes(picture, board, unit),
    ]
    return element("g", *parts, fill="none", stroke=theme["border-line"], stroke_width=unit)


def field_parts(picture: Picture, board: Json, field: Field, unit: float) -> Iterator[str]:
    """Yield a field: its part of the scale, its edge, and its number or a dot."""
    line = picture.theme["border-line"]
    x, y = field.middle(unit)
    if field.number % 2 == 1:
        yield graduation(board, field, unit, line)
    end = f"V{number(field.bottom)}" if field.side in ("top", "bottom") else f"H{number(field.right)}"
    yield path(f"M{number(field.left)} {number(field.top)}{end}", stroke_width=0.6 * unit, stroke_opacity=0.45)
    if field.number % 5 == 0:
        yield text(str(field.number), x, y + 4.7 * unit, 13 * unit, line, stroke="none")
    else:
        yield circle(1.3 * unit, x, y, fill=line, stroke="none", fill_opacity=0.55)
    if field.number == POINTS_THAT_END:
        style: dict[str, Value] = {"stroke": picture.theme["warn"], "stroke_width": 2 * unit, "rx": 2 * unit}
        w, h = field.right - field.left - 2 * unit, field.bottom - field.top - 10 * unit
        yield rectangle(field.left + unit, field.top + unit, w, h, **style)


def graduation(board: Json, field: Field, unit: float, colour: str) -> str:
    """Return the part of the scale at a field."""
    left, top, right, bottom = board["frame"]
    thick, away = SCALE * unit, GAP * unit
    w, h = field.right - field.left, field.bottom - field.top
    boxes = {
        "top": (field.left, top - away - thick, w, thick),
        "bottom": (field.left, bottom + away, w, thick),
        "right": (right + away, field.top, thick, h),
        "left": (left - away - thick, field.top, thick, h),
    }
    return rectangle(*boxes[field.side], fill=colour, stroke="none")


def rosettes(picture: Picture, board: Json, unit: float) -> Iterator[str]:
    """Yield the rosettes in the corners."""
    left, top, right, bottom = board["frame"]
    (width, height), edge = board["size"], MARGIN * unit
    radius = min(left, top) * 0.32
    r = number(radius)
    spokes = "".join(
        path(f"M-{r} 0H{r}", transform=f"rotate({turn})", stroke_width=1.6 * unit) for turn in (0, 45, 90, 135)
    )
    hub = circle(radius * 0.45, fill=picture.theme["border"])
    for x in ((left + edge) / 2, (right + width - edge) / 2):
        for y in ((top + edge) / 2, (bottom + height - edge) / 2):
            yield group(x, y, circle(radius), spokes, hub)


def scores(scene: Scene) -> str:
    """Return the inner frame and the shields of the seats at their points."""
    unit, line = scene.unit, scene.theme["border-line"]
    left, top, right, bottom = scene.board["frame"]
    gap = GAP * unit
    frame = rectangle(left, top, right - left, bottom - top, fill="none", stroke=line, stroke_width=2.4 * unit)
    outer = (left - gap, top - gap, right - left + 2 * gap, bottom - top + 2 * gap)
    hair = rectangle(*outer, fill="none", stroke=line, stroke_width=0.8 * unit)
    return frame + hair + "".join(shields(scene))


def shields(scene: Scene) -> Iterator[str]:
    """Yield the shield of every seat; those on one field share it."""
    track, unit = fields(scene.board, scene.unit), scene.unit
    standings: dict[int, list[object]] = defaultdict(list)
    for key, points in scene.part("score").items():
        standings[points % len(track)].append(int(key) if key.isdigit() else key)
    for at, owners in standings.items():
        for owner, place in zip(owners, places(track[at], len(owners), unit), strict=True):
            yield scene.picture.piece("shield", colour_of(owner), *place)


def places(field: Field, count: int, unit: float) -> Iterator[tuple[float, float, float]]:
    """Yield the position and scale of shields that share a field: none leaves it or covers another."""
    rows = ROWS.get(count, (count,))
    width, height = (field.right - field.left) / max(rows), (field.bottom - field.top) / len(rows)
    scale = min(LARGEST_SHIELD * unit, width / SHIELD_WIDTH, height / SHIELD_HEIGHT)
    centre = (field.left + field.right) / 2
    for row, in_row in enumerate(rows):
        for n in range(in_row):
            yield centre + (n - (in_row - 1) / 2) * width, field.top + (row + 0.5) * height - scale, scale
