"""What a drawing of a position shows beside the position itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kontor.core.drawing.theme import PALETTES, THEMES
from kontor.core.suggestions import did_you_mean

NARROWEST, WIDEST = 50, 20_000


@dataclass(frozen=True, kw_only=True)
class DrawingOptions:
    """Theme, marks, names and size of a drawing; places are named as in moves: spaces, routes, cities, ports."""

    theme: str = "light"
    """`light` or `dark`."""

    palette: str = "heraldry"
    """The colours of the seats: `heraldry`, or `harbour` and `lantern` for colour-blind readers."""

    last: Sequence[str] = ()
    """The places of the last move, with a dashed outline."""

    arrows: Sequence[tuple[str, str]] = ()
    """Pairs of places, each joined by an arrow from the first to the second."""

    highlights: Sequence[str] = ()
    """Places with a golden outline."""

    names: Sequence[str] = ()
    """The names of the seats, written below the map."""

    caption: str = ""
    """A line of text below the map."""

    width: int | None = None
    """The width in pixels; without it, the drawing takes the width that it is given."""

    derived: Mapping[str, Any] = field(default_factory=dict)
    """What the rules derive from the position, as `Game.derived_state` returns it; without it, it is not drawn."""

    def __post_init__(self) -> None:
        check_known("theme", self.theme, THEMES)
        check_known("palette", self.palette, PALETTES)
        if self.width is not None and not NARROWEST <= self.width <= WIDEST:
            raise ValueError(f"The width of a drawing is {NARROWEST} to {WIDEST} pixels, not {self.width}.")

    def places(self) -> Iterable[str]:
        """Return every place that is named."""
        return [*self.last, *self.highlights, *(place for arrow in self.arrows for place in arrow)]


def check_known(kind: str, value: str, known: Iterable[str]) -> None:
    """Raise ValueError for a value that is not one of the known ones."""
    if value not in known:
        listed = " or ".join(repr(name) for name in known)
        raise ValueError(f"There is no {kind} {value!r}: choose {listed}.{did_you_mean(value, known)}")


def check_places(places: Iterable[str], known: Iterable[str]) -> None:
    """Raise ValueError for a place that is not on the map."""
    on_map = set(known)
    for place in places:
        if place not in on_map:
            raise ValueError(f"There is no place {place!r} on this map.{did_you_mean(place, sorted(on_map))}")


def check_names(names: Sequence[str], players: int) -> None:
    """Raise ValueError unless there are no names or one for every seat."""
    if names and len(names) != players:
        raise ValueError(f"A drawing needs {players} names, one for every seat, not {len(names)}.")
