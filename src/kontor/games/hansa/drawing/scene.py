"""What the parts of a drawing are made from: the position, the options and the picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kontor.core.drawing.options import DrawingOptions
from kontor.core.drawing.picture import Picture
from kontor.core.drawing.theme import Theme


@dataclass(frozen=True)
class Scene:
    """One position, to be drawn with some options."""

    picture: Picture
    position: Mapping[str, Any]
    options: DrawingOptions

    @property
    def theme(self) -> Theme:
        """The colours of the picture."""
        return self.picture.theme

    def part(self, field: str) -> Mapping[str, Any]:
        """Return a field of the position that is a mapping, or an empty one."""
        found: Mapping[str, Any] = self.position.get(field) or {}
        return found
