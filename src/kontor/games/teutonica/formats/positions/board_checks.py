"""Checks of a position that need the whole board: East–West connections and routes full of neutral traders."""

from __future__ import annotations

from collections.abc import Sequence

from kontor.core.position_fields import refuse
from kontor.core.values import PositionBytes
from kontor.games.teutonica.formats.positions.ids import PositionIds
from kontor.games.teutonica.rules import layout
from kontor.games.teutonica.rules.cities import chain, presence
from kontor.games.teutonica.rules.pieces import NEUTRAL
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.tasks import ROUTE, STAGE

CLEARING = 4  # the stage of a neutral creation that removes the traders has begun


def check_connections(ids: PositionIds, cells: PositionBytes) -> None:
    """Reject a connection of an owner without a chain of posts; posts never leave a city. [HT-EWC-1]"""
    p = ids.configuration.loaded(cells)
    for entry in cells[layout.CONNECTED : layout.SPECIAL]:
        if entry and not has_chain(p, entry - 1):
            ends = " and ".join(repr(ids.board.cities[city]) for city in (p.board.west, p.board.east))
            owner = ids.owner_id(entry - 1)
            refuse("east_west_done", f"names {owner!r}, who has no chain of posts between {ends}", "HT-EWC-1")


def has_chain(p: Position, owner: int) -> bool:
    """Return whether a chain of an owner's posts connects East and West. [HT-EWC-1]"""
    cities, east, west = presence(p, owner), p.board.east, p.board.west
    return bool(cities >> east & 1 and chain(p, cities, east) >> west & 1)


def check_neutral_routes(ids: PositionIds, cells: PositionBytes, names: Sequence[str]) -> None:
    """Reject a route full of neutral traders that nothing resolves: it is created at once. [HT-P2N-5]"""
    p = ids.configuration.loaded(cells)
    frames = [layout.STACK + (n + 1) * layout.FRAME_SIZE + 2 for n in range(len(names))]
    sequences = [at for at, name in zip(frames, names, strict=True) if name == "neutral-creation"]
    resolved = {cells[at + ROUTE] for at in sequences if cells[at + STAGE] < CLEARING}
    for route, name in enumerate(ids.board.routes):
        if p.owns_route(NEUTRAL, route) and route not in resolved:
            claim = f"fills {name!r} with neutral traders, and no 'neutral-creation' is pending"
            refuse("spaces", claim, "HT-P2N-5")
