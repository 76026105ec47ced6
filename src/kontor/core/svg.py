"""Colours and shapes for maps of positions as SVG."""

from __future__ import annotations

from html import escape

FILLS = {
    "red": "#bf2f28",
    "blue": "#2f6fc0",
    "yellow": "#f5c83a",
    "green": "#63b896",
    "purple": "#472066",
    "grey": "#5b6670",
    "white": "#fbf7ec",
    "neutral": "#a89b86",
}
DARK = "#2a211a"
PALE = "#fff6e4"
MARK_COLOURS = {"yellow": DARK, "green": DARK, "white": DARK}
MARKS = {
    "red": "M-1.1-4.5h2.2v3.4h3.4v2.2h-3.4v3.4h-2.2v-3.4h-3.4v-2.2h3.4z",
    "blue": "M-4.2 1.6 0-3 4.2 1.6V4.2L0-.4-4.2 4.2z",
    "yellow": "M-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0z",
    "green": "M-4.4-2.6-2.6-4.4 4.4 2.6 2.6 4.4z",
    "purple": "M-3.4-4.2h2.2v8.4h-2.2zM1.2-4.2h2.2v8.4h-2.2z",
}
MARKS |= {"grey": MARKS["blue"], "white": MARKS["red"], "neutral": ""}


def piece(colour: str, x: float, y: float, kind: str = "t") -> str:
    """Return a cube (kind `t`) or a disc (kind `m`) in a colour, with the mark of that colour."""
    fill, mark_colour = FILLS[colour], MARK_COLOURS.get(colour, PALE)
    frame = f'fill="{fill}" stroke="{DARK}" stroke-width="1.4"'
    disc, cube = f'<circle r="9" {frame}/>', f'<rect x="-8" y="-8" width="16" height="16" rx="2" {frame}/>'
    mark = f'<path d="{MARKS[colour]}" fill="{mark_colour}"/>' if MARKS[colour] else ""
    return f'<g transform="translate({x:g} {y:g})">{disc if kind == "m" else cube}{mark}</g>'


def text(content: str, x: float, y: float, size: float = 15, anchor: str = "middle", weight: int = 600) -> str:
    """Return a label with an outline that keeps it legible."""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" font-weight="{weight}" '
        f'fill="{DARK}" stroke="#fbf4e2" stroke-width="4" paint-order="stroke">{escape(content)}</text>'
    )


def document(label: str, width: float, height: float, parts: list[str]) -> str:
    """Return a drawing with a background and a border."""
    background = (
        f'<rect width="{width:g}" height="{height:g}" rx="14" fill="#f0e2c1"/>'
        f'<rect x="7" y="7" width="{width - 14:g}" height="{height - 14:g}" rx="9" fill="none" '
        'stroke="#a8946a" stroke-width="1.5"/>'
    )
    return (
        f'<svg class="map" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(label)}">'
        f"{background}{''.join(parts)}</svg>"
    )
