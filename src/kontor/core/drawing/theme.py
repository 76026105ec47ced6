"""Colours and fonts of drawings, read from the files that the browser client uses."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

THEMES = ("light", "dark")
PALETTES = ("heraldry", "harbour", "lantern")
DEFAULT_LETTER_WIDTH = 65


@dataclass(frozen=True)
class Theme:
    """The colours of a map and the tones of every owner."""

    name: str
    colours: Mapping[str, str]
    tones: Mapping[str, tuple[str, str, str, str]]
    """Fill, side, top and mark of the pieces of a colour."""

    marks: Mapping[str, str]

    def __getitem__(self, colour: str) -> str:
        return self.colours[colour]

    def resolved(self, text: str, **more: str) -> str:
        """Return SVG text with every `var(--name)` replaced by its colour."""
        return re.sub(r"var\(--([\w-]+)\)", lambda found: more.get(found[1]) or self.colours[found[1]], text)

    def piece_colours(self, owner: str) -> dict[str, str]:
        """Return the colours that the symbols of pieces refer to."""
        return dict(zip(("piece", "piece-side", "piece-top", "mark"), self.tones[owner], strict=True))


def data_file(name: str) -> str:
    """Return the text of a file that the browser client uses as well."""
    return (files(__package__) / "data" / name).read_text(encoding="utf-8")


@cache
def theme(name: str, palette: str) -> Theme:
    """Return a theme with a palette of player colours."""
    sheets = dict(zip(THEMES, data_file("theme.css").split('[data-theme="dark"]'), strict=True))
    light, own = declarations(sheets["light"]), declarations(sheets[name])
    players: dict[str, Any] = json.loads(data_file("player_colours.json"))
    tones = {owner: tuple(shades) for owner, shades in players["palettes"][palette][name].items()}
    return Theme(name, light | own, tones, players["marks"])


def declarations(sheet: str) -> dict[str, str]:
    """Return the custom properties of a style sheet, with quotes that can stand in an attribute."""
    return {key: value.replace('"', "'") for key, value in re.findall(r"--([\w-]+): ([^;]+);", sheet)}


@cache
def letter_widths() -> dict[str, int]:
    """Return the width of letters in hundredths of the size of the font."""
    widths: dict[str, str] = json.loads(data_file("letter_widths.json"))
    return {letter: int(width) for width, letters in widths.items() for letter in letters}


def text_width(text: str, size: float) -> float:
    """Return the estimated width of a text in bold serif."""
    widths = letter_widths()
    return sum(widths.get(letter, DEFAULT_LETTER_WIDTH) for letter in text) * size / 100
