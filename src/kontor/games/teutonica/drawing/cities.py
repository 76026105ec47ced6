"""Cities: one gabled house for every post, lean-tos for extra posts, a ribbon with the name, and abilities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from kontor.core.drawing.elements import circle, element, group, line_path, path, rectangle, text
from kontor.core.drawing.geometry import number
from kontor.core.drawing.picture import Picture
from kontor.games.teutonica.drawing.layout import HOUSE, LEAN_TO, Json, Ribbon, lean_to_at
from kontor.games.teutonica.drawing.scene import Scene, colour_of
from kontor.games.teutonica.rules.pieces import PRIVILEGE_VALUES

KINDS = {"t": "trader", "m": "merchant"}
ABILITY_ICONS = {
    "keys": "i-key",
    "actions": "i-actions",
    "privilege": "i-privilege",
    "book": "i-book",
    "bank": "i-bank",
}
GOLD_TRIM = "#dcae4a"


def cities(scene: Scene) -> str:
    """Return all cities from north to south, so that the southern ones stand in front."""
    linked = scene.board["east_west"]["cities"]
    ordered = sorted(scene.board["cities"], key=lambda city: float(city["xy"][1]))
    return "".join(CityPainter(scene, city).draw(city["id"] in linked) for city in ordered)


def post_window(picture: Picture, privilege: str, shape: str, size: float = 20) -> str:
    """Return the window of a post: its privilege by colour and pattern."""
    theme, half = picture.theme, size / 2
    frame: dict[str, Any] = {"fill": theme["stone"], "stroke_width": 0.8}
    pane = picture.paint(f"pane-{privilege}")
    if shape == "square":
        wide = size + 3.2
        parts = rectangle(-half - 1.6, -half - 1.6, wide, wide, **frame) + rectangle(
            -half, -half, size, size, fill=pane
        )
    else:
        parts = circle(half + 1.8, **frame) + circle(half + 0.3, fill=pane)
    if privilege == "white":
        bars = f"M0-{number(half)}v{number(size)}M-{number(half)} 0h{number(size)}"
        parts += path(bars, stroke=theme["white-lead"], stroke_opacity=0.7)
    return element("g", parts, stroke=theme["contour"], stroke_width=0.9)


def piece(scene: Scene, held: Sequence[Any], y: float = 0, scale: float = 1) -> str:
    """Return a piece by its owner and its kind."""
    return scene.picture.piece(KINDS[held[1]], colour_of(held[0]), 0, y, scale)


class CityPainter:
    """Draws one city."""

    def __init__(self, scene: Scene, city: Json) -> None:
        self.scene = scene
        self.theme = scene.theme
        self.city = city
        self.count = max(1, len(city["posts"]))
        self.half = self.count * HOUSE / 2

    def draw(self, linked: bool) -> str:
        """Return the city with its pieces and its name; the two cities to be linked have flags."""
        x, y = self.city["xy"]
        shade = element("ellipse", cx=0, cy=14.5, rx=self.half + 5, ry=4, fill="#2a1a0a", fill_opacity=0.28)
        houses = self.houses() if self.city["posts"] else self.gate()
        flags = self.flags() if linked else ()
        parts = [shade, *houses, *self.extra_posts(), *flags]
        drawn = group(x, y, *parts, scale=self.scene.unit, stroke_linejoin="round", data_city=self.city["id"])
        return drawn + self.ribbon(self.scene.layout.ribbon(self.city))

    def wall(self, shape: str, fill: str, **attributes: str) -> str:
        """Return the front of a house."""
        line = self.scene.picture.sprite.line(f"gable-{shape}")
        return path(line, fill=fill, stroke=self.theme["contour"], stroke_width=1.1, **attributes)

    def niches(self, count: int) -> str:
        """Return the niches of a gable; their number is the rank of the privilege."""
        return path(self.scene.picture.sprite.line(f"niches-{count}"), fill=self.theme["stone"])

    def houses(self) -> Iterator[str]:
        """Yield the house of every printed post."""
        held = self.scene.part("posts").get(self.city["id"], [])
        brick = self.scene.picture.paint("brick")
        for n, post in enumerate(self.city["posts"]):
            parts = self.wall(post["shape"], brick) + self.niches(PRIVILEGE_VALUES.index(post["privilege"]) + 1)
            window = post_window(self.scene.picture, post["privilege"], post["shape"])
            content = self.post_content(post, held[n] if n < len(held) else None)
            yield group((n - (self.count - 1) / 2) * HOUSE, 0, parts, group(0, 1, window, content))

    def post_content(self, post: Json, held: Sequence[Any] | None) -> str:
        """Return the piece on a post, or the prestige for establishing it."""
        if held:
            return piece(self.scene, held, scale=0.88)
        if post["coin"] > 0:
            coin = circle(7.5, fill=self.theme["gold"], stroke="#5a3a00")
            return coin + text(str(post["coin"]), 0, 4.6, 13, "#3a2600")
        return ""

    def gate(self) -> Iterator[str]:
        """Yield a city without printed posts: a gate, and the posts beside it."""
        fill = self.theme["green"] if self.city["green"] else self.scene.picture.paint("brick")
        yield self.wall("square", fill, transform="scale(1.28 1)") + self.niches(3)
        stone = self.theme["stone"]
        yield path("M-7 14V1a7 7 0 0 1 14 0V14Z", fill=self.theme["roof"], stroke=stone, stroke_width=1.6)
        yield path("M0-6V14", stroke=stone)
        for n, held in enumerate(self.scene.part("green_posts").get(self.city["id"], [])):
            yield group(17 + (n + 0.5) * LEAN_TO, 0, self.lean_to("M-11-9V-20H4L13-9Z", held))

    def extra_posts(self) -> Iterator[str]:
        """Yield the extra posts, to the left of the houses or in front of them."""
        unit, (left, top) = self.scene.unit, self.city["xy"]
        extras = self.scene.part("extra_posts").get(self.city["id"], [])
        for n, held in enumerate(reversed(extras)):
            x, y = lean_to_at(self.city, n, self.scene.board)
            yield group((x - left) / unit, (y - top) / unit - 1, self.lean_to("M-13-9L-4-20H11V-9Z", held))

    def lean_to(self, roof: str, held: Sequence[Any]) -> str:
        """Return a lean-to with a piece in it."""
        contour = self.theme["contour"]
        timber = path("M-11 14V-10H11V14Z", fill=self.theme["timber"], stroke=contour)
        beams = line_path("M-11 14L11-8M-11-3L8 14", self.theme["beam"], 1.6)
        thatch = path(roof, fill=self.theme["roof"], stroke=contour, stroke_width=0.9)
        return timber + beams + thatch + piece(self.scene, held, y=1, scale=0.95)

    def flags(self) -> Iterator[str]:
        """Yield a flag at either end of the houses."""
        contour = self.theme["contour"]
        for side in (-1, 1):
            pole = path("M0-12v-25", stroke=contour, stroke_width=1.3)
            pennant = path("M0-37h11l-3 3.5l3 3.5h-11z", fill=self.theme["gold"], stroke=contour, stroke_width=0.8)
            yield group(side * (self.half - 1.5), 0, pole, pennant)

    def ribbon(self, ribbon: Ribbon) -> str:
        """Return the name of the city on a ribbon, with its controller and a tick if it is complete."""
        unit, theme, green = self.scene.unit, self.theme, self.city["green"]
        fill, ink = (theme["green"], theme["green-ink"]) if green else (theme["banner"], theme["ink"])
        cloth_line = ribbon_line(ribbon, 4 * unit)
        cloth = path(cloth_line, fill=fill, stroke=theme["banner-line"], stroke_width=unit, stroke_linejoin="round")
        name = text(self.city["name"], 0, ribbon.size * 0.355, ribbon.size, ink)
        return group(ribbon.x, ribbon.y, cloth, name, *self.signs(ribbon))

    def signs(self, ribbon: Ribbon) -> Iterator[str]:
        """Yield the shield of the controller and the tick of a complete city."""
        unit, at = self.scene.unit, ribbon.width / 2 + 3 * self.scene.unit
        owner = self.scene.options.derived.get("control", {}).get(self.city["id"])
        if owner is not None:
            yield self.scene.picture.piece("shield", colour_of(owner), -at, 0, 0.62 * unit)
        if self.city["id"] in self.scene.completed:
            disc = circle(6.6, fill=self.theme["ok"], stroke=self.theme["banner"], stroke_width=1.4)
            tick = line_path("M-3 .2L-.8 2.4L3.2-2.2", self.theme["ok-ink"], 1.6, stroke_linecap="round")
            yield group(at, 0, disc, tick, scale=unit)


def ribbon_line(ribbon: Ribbon, tip: float) -> str:
    """Return the outline of a ribbon with notched ends."""
    wide, half = ribbon.width + 2 * tip, ribbon.height / 2
    w, h, t = number(wide), number(half), number(tip)
    return f"M{number(-wide / 2)} -{h}h{w}l-{t} {h}l{t} {h}h-{w}l{t} -{h}z"


def abilities(scene: Scene) -> str:
    """Return the scrolls beside the cities that develop abilities."""
    places = scene.layout.places
    found = [
        (f"scroll:{city['id']}.{ability}", ability) for city in scene.board["cities"] for ability in city["abilities"]
    ]
    return "".join(group(*places[key], scroll(scene, ability), scale=scene.unit) for key, ability in found)


def scroll(scene: Scene, ability: str) -> str:
    """Return a scroll with the icon of an ability."""
    theme = scene.theme
    sheet = "M-12.5-10q0-3 3-3H9.5q3 0 3 3V10q0 3-3 3H-9.5q-3 0-3-3z"
    rod: dict[str, Any] = {"rx": 2, "fill": GOLD_TRIM, "stroke": theme["contour"], "stroke_width": 0.8}
    parts = path(sheet, fill=theme["scroll"], stroke=theme["scroll-line"], stroke_width=1.6)
    parts += rectangle(-14.5, -13.5, 29, 4, **rod) + rectangle(-14.5, 9.5, 29, 4, **rod)
    return parts + scene.picture.symbol(ABILITY_ICONS[ability], -9, -9, 18, theme["scroll-ink"])
