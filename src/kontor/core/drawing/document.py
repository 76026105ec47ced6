"""The outermost element of a drawing, with the names of the seats and a caption below the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from kontor.core.drawing.elements import Value, element, rectangle, text
from kontor.core.drawing.options import DrawingOptions
from kontor.core.drawing.picture import Picture

NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
SEATS_HEIGHT = 34
CAPTION_HEIGHT = 28


@dataclass(frozen=True)
class SeatLine:
    """What is written about a seat: its colour, what it has, and whether it has the turn."""

    colour: str
    note: str
    active: bool


@dataclass(frozen=True)
class Sheet:
    """Size, unit and label of a map."""

    width: float
    height: float
    unit: float
    label: str


def document(picture: Picture, sheet: Sheet, options: DrawingOptions, seats: Sequence[SeatLine], content: str) -> str:
    """Return a stand-alone drawing."""
    below = [*seat_names(picture, sheet, options, seats), *caption(picture, sheet, options)]
    height = sheet.height + footer_height(sheet, options)
    width = options.width or sheet.width
    size = f'width="{width:g}" height="{height * width / sheet.width:g}" viewBox="0 0 {sheet.width:g} {height:g}"'
    ground = rectangle(0, 0, sheet.width, height, rx=6 * sheet.unit, fill=picture.theme["border"]) if below else ""
    definitions = element("defs", *picture.definitions.values())
    return (
        f'<svg {NAMESPACES} {size} role="img" aria-label="{escape(sheet.label)}" font-stretch="condensed" '
        f'font-family="{picture.theme["serif"]}">{definitions}{ground}{content}{"".join(below)}</svg>'
    )


def footer_height(sheet: Sheet, options: DrawingOptions) -> float:
    """Return the height of what stands below the map."""
    return (SEATS_HEIGHT * bool(options.names) + CAPTION_HEIGHT * bool(options.caption)) * sheet.unit


def seat_names(picture: Picture, sheet: Sheet, options: DrawingOptions, seats: Sequence[SeatLine]) -> list[str]:
    """Return the shield, name and note of every seat; the seat to move is underlined in gold."""
    if not options.names:
        return []
    wide = sheet.width / len(seats)
    return [
        seat_name(picture, sheet, (n * wide, wide), name, seat)
        for n, (name, seat) in enumerate(zip(options.names, seats, strict=True))
    ]


def seat_name(picture: Picture, sheet: Sheet, span: tuple[float, float], name: str, seat: SeatLine) -> str:
    """Return what is written about one seat between a left edge and a width."""
    unit, theme = sheet.unit, picture.theme
    left, y = span[0] + 14 * unit, sheet.height + SEATS_HEIGHT * unit / 2
    ink = theme["ink"]
    parts = [picture.piece("shield", seat.colour, left + 8 * unit, y, 0.8 * unit)]
    parts.append(text(name, left + 24 * unit, y + 5 * unit, 15 * unit, ink, text_anchor="start"))
    right = span[0] + span[1] - 14 * unit
    parts.append(text(seat.note, right, y + 5 * unit, 15 * unit, ink, text_anchor="end", font_weight=400))
    if seat.active:
        style: dict[str, Value] = {"fill": theme["gold"], "stroke": theme["gold-edge"], "stroke_width": 0.6 * unit}
        parts.append(rectangle(left - 2 * unit, y + 12 * unit, right - left + 4 * unit, 3.5 * unit, **style))
    return "".join(parts)


def caption(picture: Picture, sheet: Sheet, options: DrawingOptions) -> list[str]:
    """Return the caption."""
    if not options.caption:
        return []
    y = sheet.height + footer_height(sheet, options) - 10 * sheet.unit
    style: dict[str, Value] = {"font_weight": 400, "font_style": "italic"}
    return [text(options.caption, sheet.width / 2, y, 15 * sheet.unit, picture.theme["ink"], **style)]
