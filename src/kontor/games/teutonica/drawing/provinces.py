"""The two-player game with the pawn: a milestone in every province, soldiers at the borders, and the pawn."""

from __future__ import annotations

from collections.abc import Iterator

from kontor.core.drawing.elements import circle, element, group, line_path, path
from kontor.core.drawing.geometry import number, roughen, smooth_path
from kontor.games.teutonica.drawing.layout import Json
from kontor.games.teutonica.drawing.scene import Scene

SHADE = "#2a1a0a"


def provinces(scene: Scene) -> str:
    """Return the provinces with their borders, soldiers and the pawn; nothing in a game without the pawn."""
    if "pawn_moved" not in scene.position:
        return ""
    game = scene.board.get("two_player") or {"provinces": (), "soldiers": ()}
    parts = [*ground(scene, game), *(border(scene, soldier) for soldier in game["soldiers"])]
    parts += [milestone(scene, province) for province in game["provinces"]]
    return "".join([*parts, *(guard(scene, soldier) for soldier in game["soldiers"])])


def ground(scene: Scene, game: Json) -> Iterator[str]:
    """Yield the shade of the province in which the pawn is."""
    for province in game["provinces"]:
        if province["id"] == scene.position.get("pawn"):
            corners = [tuple(scene.cities[city]["xy"]) for city in province["cities"]]
            shape = smooth_path(roughen(corners, 9, 0.2, closed=True), closed=True)
            yield path(shape, fill=scene.theme["province"], fill_opacity=0.45)


def border(scene: Scene, soldier: Json) -> str:
    """Return the border that a soldier keeps."""
    (x1, y1), (x2, y2) = (scene.cities[city]["xy"] for city in soldier["between"])
    d = f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
    return line_path(d, scene.theme["warn"], 2.2 * scene.unit, stroke_dasharray="7 4", stroke_opacity=0.7)


def milestone(scene: Scene, province: Json) -> str:
    """Return the milestone of a province, with the pawn if it is there."""
    theme = scene.theme
    shade = element("ellipse", cx=0, cy=6, rx=9, ry=3, fill=SHADE, fill_opacity=0.28)
    stone = path("M-5 6V-2a5 5 0 0 1 10 0V6z", fill=theme["stone"], stroke=theme["contour"])
    carving = path("M-2 0h4M-2 2.5h4", stroke=theme["terrain"])
    here = province["id"] == scene.position.get("pawn")
    pawn = pawn_figure() if here else ""
    return group(*province["xy"], shade, stone, carving, pawn, scale=scene.unit, data_province=province["id"])


def pawn_figure() -> str:
    """Return the pawn."""
    body = "M-8 7C-4 4-3.5-1-3.5-5H3.5C3.5-1 4 4 8 7z"
    edges = path(body) + circle(5.5, 0, -10)
    parts = element("g", edges, fill="#23211f", stroke="#f8efd8", stroke_width=1.2)
    parts += element("g", edges, fill="#23211f")
    return parts + path("M-3.5-4.5h7", stroke="#d9cdb4")


def guard(scene: Scene, soldier: Json) -> str:
    """Return a soldier with a pike."""
    theme = scene.theme
    contour = {"stroke": theme["contour"]}
    parts = [
        element("ellipse", cx=0, cy=12, rx=9, ry=3, fill=SHADE, fill_opacity=0.28),
        line_path("M6 12V-14", theme["contour"], 1.8, stroke_linecap="round"),
        path("M6-20l2.5 5L6-12.5L3.5-15z", fill="#b9b6ae", **contour),
        path("M-6 12C-5.5 3-4 0-1 0S3.5 3 4 12z", fill=theme["brick-2"], **contour),
        circle(3.8, -1, -4.5, fill="#e8c9a0", **contour),
        path("M-6.5-5C-5.5-10.5 3.5-10.5 4.5-5z", fill="#b9b6ae", **contour),
        line_path("M1 3.5L6 1", theme["contour"], 1.8, stroke_linecap="round"),
    ]
    return group(*soldier["xy"], *parts, scale=scene.unit)
