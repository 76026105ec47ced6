"""What the parts of a drawing are made from: the board, the position, the layout and the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from kontor.core.drawing.options import DrawingOptions
from kontor.core.drawing.picture import Picture
from kontor.core.drawing.sprite import Sprite
from kontor.core.drawing.theme import Theme, data_file
from kontor.games.teutonica.drawing.layout import Json, MapLayout
from kontor.games.teutonica.seat_colours import SEAT_COLOURS


@dataclass(frozen=True)
class Scene:
    """One position on one board, to be drawn with some options."""

    board: Json
    layout: MapLayout
    picture: Picture
    position: Json
    options: DrawingOptions

    @property
    def unit(self) -> float:
        """The drawing unit of the map."""
        return self.layout.unit

    @property
    def theme(self) -> Theme:
        """The colours of the picture."""
        return self.picture.theme

    @cached_property
    def cities(self) -> Mapping[str, Json]:
        """The cities of the board by id."""
        return {city["id"]: city for city in self.board["cities"]}

    def part(self, field: str) -> Mapping[str, Any]:
        """Return a field of the position that is a mapping, or an empty one."""
        found: Mapping[str, Any] = self.position.get(field) or {}
        return found

    @property
    def completed(self) -> Sequence[str]:
        """The ids of the completed cities, as the rules derive them."""
        found: Sequence[str] = self.options.derived.get("completed", ())
        return found


def colour_of(owner: object) -> str:
    """Return the colour of an owner; an owner that is no seat is neutral."""
    return SEAT_COLOURS[owner] if isinstance(owner, int) and 0 <= owner < len(SEAT_COLOURS) else "neutral"


@cache
def sprite() -> Sprite:
    """Return the symbols of this game: those of all games, and its markers."""
    markers = files("kontor.games.teutonica") / "data" / "markers.svg"
    return Sprite(data_file("sprite.svg"), markers.read_text(encoding="utf-8"))
