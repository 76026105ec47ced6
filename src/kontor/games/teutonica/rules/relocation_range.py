"""Where displaced pieces may go: the nearest ring with room. [HT-DSP-8]"""

from __future__ import annotations

from kontor.games.teutonica.rules.pieces import ANYWHERE, COMPENSATION, MERCHANT
from kontor.games.teutonica.rules.position import Position


def ring(p: Position, owner: int, origin: int, route: int) -> int:
    """The ring of a route around the route of the displacement, 0 for none. [HT-DSP-8, HT-DSP-9, HT-DSP-14]"""
    if p.holder(ANYWHERE) == owner:
        return p.board.may_go[p.board.country[origin] * p.board.countries + p.board.country[route]]
    return p.board.ring[origin * p.board.routes + route]


def may_leave(p: Position, country: int, route: int) -> bool:
    """Whether a piece lifted in a country may go to the route; -1 stands for a piece not lifted. [HT-BRI-9]"""
    return country < 0 or p.board.may_go[country * p.board.countries + p.board.country[route]] != 0


def room_in_ring(p: Position, owner: int, origin: int, kind: int, country: int, space: int) -> int:
    """The ring of a space the piece could go to, 0 when it cannot."""
    if not p.takes(space, kind):
        return 0
    route = p.board.route_of[space]
    return ring(p, owner, origin, route) if may_leave(p, country, route) else 0


def nearest_ring(p: Position, owner: int, origin: int, kind: int, country: int) -> int:
    """The nearest ring with a space for the piece, 0 when there is none. [HT-DSP-8]"""
    nearest = 0
    for route in range(p.board.routes):
        if p.room_on(route, kind) and may_leave(p, country, route):
            number = ring(p, owner, origin, route)
            if number and (nearest == 0 or number < nearest):
                nearest = number
    return nearest


def refuges(p: Position, owner: int, origin: int, kind: int) -> int:
    """How many spaces a displaced piece could go to in any ring, counted until two. [HT-DSP-10, HT-DSP-12]"""
    count = 0
    for route in range(p.board.routes):
        room = p.room_on(route, kind)
        if room and ring(p, owner, origin, route):
            count += room
            if count > 1:
                return count
    return count


def extras_due(p: Position, owner: int, kind: int) -> int:
    """How many extra pieces a displaced player may put out. [HT-DSP-5, HT-FAV-6]"""
    if kind == MERCHANT or p.holder(COMPENSATION) == owner:
        return 2
    return 1
