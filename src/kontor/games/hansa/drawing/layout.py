"""The positions of ports and lanes on the map, read from the file that the browser client uses."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from kontor.core.drawing.geometry import Line, Point, as_line
from kontor.core.drawing.theme import text_width
from kontor.games.hansa.board_file import load

WAREHOUSE = 52
TILE = 38
FRAME = 10
NAME_SIZE = 15
UNIT = 1.2  # of the marks over the map

Json = Mapping[str, Any]


@cache
def map_data() -> dict[str, Any]:
    """Return coasts, ports, lanes and scenery of the map."""
    path = files("kontor.games.hansa") / "data" / "maps" / "baltic.json"
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def map_size() -> tuple[float, float]:
    """Return width and height of the map."""
    _, _, width, height = map_data()["frame"]
    return width, height


def port_at(port: str) -> Point:
    """Return the middle of the warehouses of a port; a port without a place stands in a grid."""
    if known := map_data()["ports"].get(port):
        return known[0], known[1]
    along = 190 * [entry["id"] for entry in load()["ports"]].index(port)
    return 120 + along % 800, 120 + along // 800 * 180


def warehouse_at(port: Json, n: int) -> Point:
    """Return the middle of the n-th warehouse of a port, from 0."""
    x, y = port_at(port["id"])
    return x + (n - (port["warehouses"] - 1) / 2) * WAREHOUSE, y + 2.5


def ribbon_half(port: Json) -> float:
    """Return half the width of the ribbon under a port."""
    return text_width(port["name"], NAME_SIZE) / 2 + 17


def berth_at(port: Json) -> Point:
    """Return where the ship lies in a port."""
    x, y = port_at(port["id"])
    side = -1 if x > 820 else 1
    return x + side * (port["warehouses"] * WAREHOUSE / 2 + 30), y - 26


def lane_id(lane: Json) -> str:
    """Return the name of a lane."""
    return f"{lane['from']}--{lane['to']}"


def lane_line(lane: Json) -> Line:
    """Return the points of a lane from port to port."""
    known = map_data()["lanes"].get(lane_id(lane))
    return as_line(known) if known else [port_at(lane["from"]), port_at(lane["to"])]


def pile_at(n: int) -> Point:
    """Return where the n-th pile of tiles lies, from 0."""
    x, y = map_data()["piles"]
    return x - 110 + 46 * n, y - 6
