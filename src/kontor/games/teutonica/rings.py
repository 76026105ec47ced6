"""Where displaced pieces may go: the nearest ring with room. [HT-DSP-8]"""

from __future__ import annotations

from kontor.games.teutonica.pieces import ANYWHERE, COMPENSATION, MERCHANT
from kontor.games.teutonica.table import Table


def ring(t: Table, owner: int, origin: int, route: int) -> int:
    """The ring of a route around the route of the displacement, 0 for none. [HT-DSP-8, HT-DSP-9, HT-DSP-14]"""
    if t.holder(ANYWHERE) == owner:
        return t.board.may_go[t.board.country[origin] * t.board.countries + t.board.country[route]]
    return t.board.ring[origin * t.board.routes + route]


def may_leave(t: Table, country: int, route: int) -> bool:
    """Whether a piece lifted in a country may go to the route; -1 stands for a piece not lifted. [HT-BRI-9]"""
    return country < 0 or t.board.may_go[country * t.board.countries + t.board.country[route]] != 0


def room_in_ring(t: Table, owner: int, origin: int, kind: int, country: int, space: int) -> int:
    """The ring of a space the piece could go to, 0 when it cannot."""
    if not t.takes(space, kind):
        return 0
    route = t.board.route_of[space]
    return ring(t, owner, origin, route) if may_leave(t, country, route) else 0


def nearest_ring(t: Table, owner: int, origin: int, kind: int, country: int) -> int:
    """The nearest ring with a space for the piece, 0 when there is none. [HT-DSP-8]"""
    nearest = 0
    for route in range(t.board.routes):
        if t.room_on(route, kind) and may_leave(t, country, route):
            number = ring(t, owner, origin, route)
            if number and (nearest == 0 or number < nearest):
                nearest = number
    return nearest


def refuges(t: Table, owner: int, origin: int, kind: int) -> int:
    """How many spaces a displaced piece could go to in any ring, counted until two. [HT-DSP-10, HT-DSP-12]"""
    count = 0
    for route in range(t.board.routes):
        room = t.room_on(route, kind)
        if room and ring(t, owner, origin, route):
            count += room
            if count > 1:
                return count
    return count


def extras_due(t: Table, owner: int, kind: int) -> int:
    """How many extra pieces a displaced player may put out. [HT-DSP-5, HT-FAV-6]"""
    if kind == MERCHANT or t.holder(COMPENSATION) == owner:
        return 2
    return 1
