"""The places of the map that a drawing can mark, named as in moves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kontor.core.drawing.geometry import point_along, smooth_path
from kontor.core.drawing.spots import Spot
from kontor.games.hansa.board_file import load
from kontor.games.hansa.drawing.layout import (
    TILE,
    lane_id,
    lane_line,
    port_at,
    ribbon_half,
    warehouse_at,
)


@cache
def spots() -> Mapping[str, Spot]:
    """Return every spot: ports, warehouses as `lubeck.1`, and lanes as `danzig--kalmar`."""
    board = load()
    found: dict[str, Spot] = {}
    for port in board["ports"]:
        x, y = port_at(port["id"])
        found[port["id"]] = Spot(x, y + 38, ribbon_half(port), 11)
        half = TILE / 2 + 2
        places = [warehouse_at(port, n) for n in range(port["warehouses"])]
        found |= {f"{port['id']}.{n}": Spot(*at, half, half) for n, at in enumerate(places, 1)}
    for lane in board["routes"]:
        line = lane_line(lane)
        found[lane_id(lane)] = Spot(*point_along(line, 0.5), 4, line=smooth_path(line, closed=False))
    return found
