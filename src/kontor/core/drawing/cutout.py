"""Cut-outs of maps: a part of a drawing around a point, without the elements that lie outside of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree

from kontor.core.drawing.geometry import Point, number

SVG: Final = "http://www.w3.org/2000/svg"
LINK: Final = "http://www.w3.org/1999/xlink"
MOVED: Final = re.compile(r"translate\((-?[\d.]+)[ ,]+(-?[\d.]+)\)")
COORDINATES: Final = re.compile(r"(-?\d+(?:\.\d+)?)[ ,]?(-?\d+(?:\.\d+)?)")
REFERENCE: Final = re.compile(r"#([\w.-]+)")
RELATIVE: Final = re.compile(r"[a-y]")  # commands of a path with relative coordinates; `z` closes it
SHARE: Final = 0.27  # of the longer side of the map that is the width of a cut-out
RATIO: Final = 0.75  # of its height to its width
MARGIN: Final = 0.06  # of the longer side of the map: how far a group of elements reaches from its point

Box = tuple[float, float, float, float]
"""Left, top, right and bottom."""

ElementTree.register_namespace("", SVG)
ElementTree.register_namespace("xlink", LINK)


def cut_out(drawing: str, centre: Point | None) -> str:
    """Return the part of a drawing around a point, or its middle, moved so that it lies inside the map."""
    root = ElementTree.fromstring(drawing)
    _, _, whole_width, whole_height = (float(part) for part in root.attrib["viewBox"].split())
    longer = max(whole_width, whole_height)
    width, height, margin = SHARE * longer, RATIO * SHARE * longer, MARGIN * longer
    centre = centre or (whole_width / 2, whole_height / 2)
    left = min(max(0.0, centre[0] - width / 2), max(0.0, whole_width - width))
    top = min(max(0.0, centre[1] - height / 2), max(0.0, whole_height - height))
    remove_outside(root, (left - margin, top - margin, left + width + margin, top + height + margin))
    remove_unused(root)
    root.attrib["viewBox"] = f"{number(left)} {number(top)} {number(width)} {number(height)}"
    root.attrib["width"], root.attrib["height"] = number(width), number(height)
    return ElementTree.tostring(root, encoding="unicode")


def remove_outside(parent: ElementTree.Element, box: Box) -> None:
    """Remove the elements whose place is known and lies outside a box; groups that are not moved are searched."""
    for child in list(parent):
        if child.tag == f"{{{SVG}}}defs":
            continue
        found = extent(child)
        if found is not None and not overlap(found, box):
            parent.remove(child)
        elif child.tag == f"{{{SVG}}}g" and "transform" not in child.attrib:
            remove_outside(child, box)


def extent(child: ElementTree.Element) -> Box | None:
    """Return what an element covers: the point to which it is moved, or the points of a path; None if unknown."""
    moved = MOVED.match(child.attrib.get("transform", ""))
    if moved:
        x, y = float(moved[1]), float(moved[2])
        return (x, y, x, y)
    if "transform" in child.attrib:
        return None
    points = points_of(child)
    if not points:
        return None
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))


def points_of(child: ElementTree.Element) -> list[Point]:
    """Return the points of a path with absolute coordinates, or the corners or the middle of another element."""
    line = child.attrib.get("d", "")
    if line:
        found = () if RELATIVE.search(line) else COORDINATES.findall(line)
        return [(float(x), float(y)) for x, y in found]
    values = [child.attrib.get(name) for name in (("cx", "cy") if "cx" in child.attrib else ("x", "y"))]
    try:
        x, y = (float(value or "") for value in values)
        return [(x, y), (x + float(child.attrib.get("width", "0")), y + float(child.attrib.get("height", "0")))]
    except ValueError:
        return []


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes have a point in common."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def remove_unused(root: ElementTree.Element) -> None:
    """Remove the definitions to which nothing refers, nor a definition that is used."""
    for definitions in root.findall(f"{{{SVG}}}defs"):
        by_id = {child.attrib["id"]: child for child in definitions if "id" in child.attrib}
        outside = (child for child in root if child is not definitions)
        used = {name for child in outside for name in references(child) if name in by_id}
        waiting = list(used)
        while waiting:
            new = {name for name in references(by_id[waiting.pop()]) if name in by_id} - used
            used |= new
            waiting += new
        for name, child in by_id.items():
            if name not in used:
                definitions.remove(child)


def references(element: ElementTree.Element) -> Iterator[str]:
    """Yield the ids to which an element and those inside it refer."""
    for each in element.iter():
        for value in each.attrib.values():
            if "#" in value:
                yield from REFERENCE.findall(value)
