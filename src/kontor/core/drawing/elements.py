"""Elements of SVG as text."""

from __future__ import annotations

from html import escape

from kontor.core.drawing.geometry import number

Value = str | float


def element(name: str, *content: str, **attributes: Value) -> str:
    """Return an element; `stroke_width=2` becomes the attribute `stroke-width`."""
    head = "".join(f' {key.replace("_", "-")}="{written(value)}"' for key, value in attributes.items())
    return f"<{name}{head}>{''.join(content)}</{name}>" if content else f"<{name}{head}/>"


def written(value: Value) -> str:
    """Return the value of an attribute as text."""
    return value if isinstance(value, str) else number(value)


def group(x: float, y: float, *content: str, scale: float = 1, **attributes: Value) -> str:
    """Return a group that is moved to a point and scaled."""
    transform = f"translate({number(x)} {number(y)})" + (f" scale({number(scale)})" if scale != 1 else "")
    return element("g", *content, transform=transform, **attributes)


def path(d: str, **attributes: Value) -> str:
    """Return a path."""
    return element("path", d=d, **attributes)


def line_path(d: str, stroke: str, width: float, **attributes: Value) -> str:
    """Return a path that is only stroked."""
    return element("path", d=d, fill="none", stroke=stroke, stroke_width=width, **attributes)


def circle(radius: float, x: float = 0, y: float = 0, **attributes: Value) -> str:
    """Return a circle."""
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def rectangle(x: float, y: float, width: float, height: float, **attributes: Value) -> str:
    """Return a rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def text(content: str, x: float, y: float, size: float, fill: str, **attributes: Value) -> str:
    """Return a bold text with its middle at a point."""
    given: dict[str, Value] = {"font_weight": 700, "text_anchor": "middle", **attributes}
    return element("text", escape(content), x=x, y=y, font_size=size, fill=fill, **given)
