"""QR codes of links, as paths that clients draw."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple


class QrCode(NamedTuple):
    """A QR code: the length of its side in modules with its quiet zone, and the dark modules as an SVG path."""

    size: int
    path: str


def qr_code(text: str) -> QrCode:
    """Return the QR code of a text; one row of dark modules is one rectangle of the path."""
    import segno

    rows = [list(row) for row in segno.make_qr(text, error="m").matrix_iter(border=2)]
    return QrCode(len(rows), "".join(run for y, row in enumerate(rows) for run in runs(row, y)))


def runs(row: list[int], y: int) -> list[str]:
    """Return the dark runs of a row as rectangles."""
    found, x = [], 0
    for dark, group in groupby(row, bool):
        width = len(list(group))
        if dark:
            found.append(f"M{x} {y}h{width}v1h-{width}z")
        x += width
    return found
