"""Symbols, patterns and shapes from the sprite of the browser client."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from xml.etree import ElementTree

from kontor.core.drawing.theme import data_file

NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'


@dataclass(frozen=True)
class Symbol:
    """A symbol: its content as text, the attributes that its content inherits, and its box."""

    content: str
    inherited: dict[str, str]
    box: tuple[float, float, float, float]


class Sprite:
    """The elements of SVG files by their ids."""

    def __init__(self, *texts: str) -> None:
        roots = [ElementTree.fromstring(text.replace(NAMESPACE, "")) for text in texts]
        self.elements = {found.attrib["id"]: found for root in roots for found in root.iter() if "id" in found.attrib}
        self.symbols: dict[str, Symbol] = {}

    def symbol(self, name: str) -> Symbol:
        """Return a symbol; one that only refers to another is that other."""
        if name not in self.symbols:
            found = self.elements[name]
            while len(found) == 1 and found[0].tag == "use":
                found = self.elements[found[0].attrib["href"].removeprefix("#")]
            self.symbols[name] = symbol_of(found)
        return self.symbols[name]

    def line(self, name: str) -> str:
        """Return the line of a path."""
        return self.elements[name].attrib["d"]

    def definition(self, name: str) -> str:
        """Return a pattern or a gradient as text."""
        return re.sub(r"\s*\n\s*", "", ElementTree.tostring(self.elements[name], encoding="unicode"))


def symbol_of(found: ElementTree.Element) -> Symbol:
    """Return the symbol that an element describes."""
    left, top, width, height = (float(part) for part in found.attrib["viewBox"].split())
    content = "".join(ElementTree.tostring(part, encoding="unicode").strip() for part in found)
    inherited = {key: value for key, value in found.attrib.items() if key not in ("id", "viewBox")}
    return Symbol(content, inherited, (left, top, width, height))


@cache
def shared_sprite() -> Sprite:
    """Return the sprite of all games."""
    return Sprite(data_file("sprite.svg"))
