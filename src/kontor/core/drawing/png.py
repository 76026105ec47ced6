"""Drawings as PNG, with the optional library resvg_py."""

from __future__ import annotations


class NoConverter(ImportError):
    """The library that converts drawings to PNG is not installed."""


def png(svg: str, width: int | None = None) -> bytes:
    """Return a drawing as a PNG file of a width in pixels, by default that of the drawing."""
    try:
        import resvg_py  # optional: everything else in this package needs only the standard library
    except ImportError:
        raise NoConverter("PNG needs the library resvg_py: install kontor-games[draw].") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
