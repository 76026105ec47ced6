"""The panels on the map: special prestige, completed cities, and the emperor's favours."""

from __future__ import annotations

from collections.abc import Iterator

from kontor.core.drawing.elements import Value, circle, group, line_path, path, rectangle, text
from kontor.games.teutonica.drawing.cities import post_window
from kontor.games.teutonica.drawing.layout import (
    CELL,
    FAVOUR_HEIGHT,
    FAVOUR_STEP,
    SPECIAL_HEIGHT,
    SPECIAL_WIDTH,
)
from kontor.games.teutonica.drawing.scene import Scene, colour_of

WOOD: dict[str, Value] = {"rx": 5, "fill": "#4a2e1e", "stroke": "#1e120a", "stroke_width": 1.2}
FAVOUR_ICONS = {
    "displaced-anywhere": "i-move",
    "extra-action": "i-actions",
    "income-share": "i-income",
    "displaced-trader-two": "i-displace",
    "cities-double": "i-city",
    "abilities-seven": "i-develop",
}
WAX = (
    "M0-12.5C4-13.5 6-10.5 9-9.5C12.5-8 11-4 12.5 0C13 4 10 6 9 9C6 12.5 3 11 0 12.5"
    "C-4 13.5-6 10.5-9 9.5C-12 7-11 3-12.5 0C-13-4-11-7-9-9C-6-12-4-11.5 0-12.5Z"
)


def panels(scene: Scene) -> str:
    """Return all panels."""
    return "".join([special_panel(scene), *special_spaces(scene), completed_cities(scene), *favours(scene)])


def special_panel(scene: Scene) -> str:
    """Return the board of the special prestige."""
    w, h = SPECIAL_WIDTH, SPECIAL_HEIGHT
    wood = rectangle(-w / 2, -h / 2, w, h, **WOOD)
    inlay = rectangle(-w / 2 + 2.5, -h / 2 + 2.5, w - 5, h - 5, rx=3, fill="none", stroke="#c99b3f")
    return group(*scene.layout.places["special:"], wood, inlay, scale=scene.unit)


def special_spaces(scene: Scene) -> Iterator[str]:
    """Yield the spaces of the special prestige with the merchants on them."""
    owners = scene.part("special")
    for n, space in enumerate(scene.board["special_prestige"]["spaces"]):
        points = str(space["points"])
        parts = text(points, 0, -13.5, 13, "#ffe7ae") + post_window(scene.picture, space["privilege"], "circle", 19)
        if points in owners:
            parts += scene.picture.piece("merchant", colour_of(owners[points]), scale=0.95)
        yield group(*scene.layout.special_at(n), parts, scale=scene.unit, data_special=points)


def completed_cities(scene: Scene) -> str:
    """Return the card that counts the completed cities."""
    theme, limit = scene.theme, scene.board["completed_cities_limit"]
    done = len(scene.completed)
    wide = limit * CELL + 10
    card = rectangle(-wide / 2, -19.5, wide, 39, rx=4, fill=theme["banner"], stroke=theme["coast"], opacity=0.93)
    title = text("Completed cities", 0, -6, 13.2, theme["ink"], font_weight=400, font_style="italic")
    cells = (cell(scene, n, n < done, n == limit - 1, (n - (limit - 1) / 2) * CELL) for n in range(limit))
    return group(*scene.layout.places["completed:"], card, title, *cells, scale=scene.unit)


def cell(scene: Scene, n: int, done: bool, last: bool, x: float) -> str:
    """Return the field of the n-th completed city; the last one ends the game."""
    theme = scene.theme
    stroke, width = (theme["warn"], 2.0) if last else (theme["coast"], 0.9)
    fill = theme["ok"] if done else theme["land"]
    box = rectangle(-7.5, -7.5, 15, 15, rx=2, fill=fill, stroke=stroke, stroke_width=width)
    round_ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    sign = line_path("M-3.5 0L-1 2.7L3.8-2.7", theme["ok-ink"], 1.8, **round_ends) if done else ""
    flag = scene.picture.symbol("i-complete", -5.5, -5.5, 11, theme["warn"]) if last and not done else ""
    return group(x, 8, box, sign, flag)


def favours(scene: Scene) -> Iterator[str]:
    """Yield the favours that can be bought."""
    shown = scene.position.get("favour_display")
    if shown is None or "favours:" not in scene.layout.places:
        return
    wide = max(len(scene.part("score")), len(shown)) * FAVOUR_STEP
    wood = rectangle(-wide / 2 - 4, -FAVOUR_HEIGHT / 2, wide + 8, FAVOUR_HEIGHT, **WOOD)
    yield group(*scene.layout.places["favours:"], wood, scale=scene.unit)
    for n, tile in enumerate(shown):
        seal = path(WAX, fill="#8c2a22", stroke="#3f0f0b") + circle(9, fill="none", stroke="#c9695c")
        sign = scene.picture.symbol(FAVOUR_ICONS.get(tile, "i-crown"), -7, -7, 14, "#ffe9d2")
        yield group(*scene.layout.favour_at(n, len(shown)), seal, sign, scale=scene.unit, data_favour=tile)
