"""A picture under construction: its theme, its symbols, and the definitions that its parts refer to."""

from __future__ import annotations

from kontor.core.drawing.elements import Value, element, group
from kontor.core.drawing.geometry import number
from kontor.core.drawing.sprite import Sprite
from kontor.core.drawing.theme import Theme

SHAPES = {"trader": "piece-trader", "merchant": "piece-merchant", "shield": "shield"}
MARK_AT = {"trader": (-2.1, 2.1, 12), "merchant": (0, -0.6, 11), "shield": (0, 0, 12.6)}
"""The middle and the width of the owner's mark on a shape."""

MARK_BOX = 12


class Picture:
    """Draws symbols and pieces in the colours of a theme and collects what they refer to.

    Ids begin with a prefix of their own, because several drawings may stand in one page.
    """

    def __init__(self, theme: Theme, sprite: Sprite, prefix: str) -> None:
        self.theme = theme
        self.sprite = sprite
        self.prefix = prefix
        self.definitions: dict[str, str] = {}

    def identifier(self, name: str) -> str:
        """Return the id of a definition in this picture."""
        return f"{self.prefix}-{name}"

    def define(self, name: str, content: str) -> None:
        """Add a definition; its element must carry the id that `identifier` returns."""
        self.definitions[name] = content

    def use(self, name: str, **attributes: Value) -> str:
        """Return a reference to a definition."""
        head = element("use", **attributes).removeprefix("<use")
        return f'<use xlink:href="#{self.identifier(name)}"{head}'

    def paint(self, name: str) -> str:
        """Return a reference to a pattern or a gradient of the sprite."""
        self.define_from_sprite(name)
        return f"url(#{self.identifier(name)})"

    def define_from_sprite(self, name: str) -> None:
        """Add an element of the sprite to the definitions."""
        if name not in self.definitions:
            found = self.theme.resolved(self.sprite.definition(name))
            self.define(name, found.replace(f'id="{name}"', f'id="{self.identifier(name)}"'))

    def symbol(self, name: str, x: float, y: float, width: float, colour: str = "", **attributes: Value) -> str:
        """Return a symbol of a given width with its top left corner at a point."""
        symbol = self.sprite.symbol(name)
        left, top, wide, _ = symbol.box
        scale = width / wide
        inherited = {key: self.coloured(value, colour) for key, value in symbol.inherited.items()}
        content = self.coloured(symbol.content, colour)
        return group(x - left * scale, y - top * scale, content, scale=scale, **inherited, **attributes)

    def coloured(self, content: str, colour: str) -> str:
        """Return a part of a symbol with the colours of the theme and a colour of its own."""
        return self.theme.resolved(content).replace("currentColor", colour)

    def piece(self, shape: str, owner: str, x: float = 0, y: float = 0, scale: float = 1) -> str:
        """Return a trader, a merchant or a shield with its owner's colour and mark."""
        name = f"{shape}-{owner}"
        if name not in self.definitions:
            self.define(name, element("g", self.shape(shape, owner), id=self.identifier(name)))
        transform = f"translate({number(x)} {number(y)}) scale({number(scale)})"
        return self.use(name, transform=transform, data_owner=owner, data_piece=shape)

    def shape(self, shape: str, owner: str) -> str:
        """Return the drawing of a trader, a merchant or a shield."""
        colours = self.theme.piece_colours(owner)
        symbol = self.sprite.symbol(SHAPES[shape])
        body = self.theme.resolved(symbol.content, **colours)
        mark = self.theme.marks[owner]
        if mark == "none":
            return element("g", body, **symbol.inherited)
        x, y, width = MARK_AT[shape]
        sign = self.theme.resolved(self.sprite.symbol(f"mark-{mark}").content, **colours)
        return element("g", body, **symbol.inherited) + group(x, y, sign, scale=width / MARK_BOX)
