"""Writes the icons of the web app as PNG files, drawn from public/icon.svg. Run it after changing that file."""

from __future__ import annotations

from pathlib import Path

import resvg_py

PUBLIC = Path(__file__).parent.parent / "public"
BACKGROUND = "#4b3324"
SAFE_PART = 0.8  # of a maskable icon, which systems cut to any shape


def main() -> None:
    """Write all icons."""
    drawing = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    for size in (192, 512):
        write(drawing, f"icon-{size}.png", size)
    inner = drawing.partition(">")[2].rpartition("</svg>")[0]
    write(maskable(inner), "icon-maskable-512.png", 512)
    write(maskable(inner), "icon-apple-180.png", 180)
    write(badge(inner), "badge.png", 96)


def write(drawing: str, name: str, size: int) -> None:
    """Write a drawing as a PNG file."""
    (PUBLIC / name).write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=size, height=size)))


def maskable(inner: str) -> str:
    """Return the icon with a background that fills the square, and the rest within the safe part."""
    margin = 32 * (1 - SAFE_PART) / 2
    moved = f'<g transform="translate({margin} {margin}) scale({SAFE_PART})">{inner}</g>'
    ground = f'<rect width="32" height="32" fill="{BACKGROUND}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">{ground}{moved}</svg>'


def badge(inner: str) -> str:
    """Return the house alone in white, of which systems use only the shape."""
    house = next(part for part in inner.split("/>") if 'd="M6' in part)
    path = house.partition('d="')[2].partition('"')[0]
    window = "M12.5 16h7v7h-7z"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        f'<path d="{path}{window}" fill="#fff" fill-rule="evenodd"/></svg>'
    )


if __name__ == "__main__":
    main()
