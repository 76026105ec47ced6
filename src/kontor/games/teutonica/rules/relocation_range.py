"""Relocation range: displaced and extra pieces go to the nearest ring with a space that accepts them. [HT-DSP-8]"""

from __future__ import annotations

from kontor.games.teutonica.rules.pieces import ANYWHERE, COMPENSATION, MERCHANT
from kontor.games.teutonica.rules.position import Position
from kontor.kernel.runtime.dialect import UInt64, lowest_bit


def ring(p: Position, owner: int, origin: int, route: int) -> int:
    """Return the ring of a route around the route of the displacement, 0 for none. [HT-DSP-8, HT-DSP-9, HT-DSP-14]"""
    if p.holder(ANYWHERE) == owner:
        return p.board.may_go[p.board.country[origin] * p.board.countries + p.board.country[route]]
    return p.board.ring[origin * p.board.routes + route]


def relocation_routes(p: Position, owner: int, origin: int) -> UInt64:
    """Return the routes in any ring around the route of the displacement. [HT-DSP-8, HT-DSP-9, HT-DSP-14]"""
    if p.holder(ANYWHERE) == owner:
        return p.board.routes_from[p.board.country[origin]]
    return p.board.routes_around[origin]


def may_go_to_route(p: Position, country: int, route: int) -> bool:
    """Return whether a piece lifted in a country may go to the route; -1 means it was not lifted. [HT-BRI-9]"""
    return country < 0 or p.board.may_go[country * p.board.countries + p.board.country[route]] != 0


def ring_of_space(p: Position, owner: int, origin: int, kind: int, country: int, space: int) -> int:
    """Return the ring of a space to which the piece can go, otherwise 0."""
    if not p.accepts(space, kind):
        return 0
    route = p.board.route_of[space]
    return ring(p, owner, origin, route) if may_go_to_route(p, country, route) else 0


def nearest_ring(p: Position, owner: int, origin: int, kind: int, country: int) -> int:
    """Return the nearest ring with a space for the piece, or 0. [HT-DSP-8]"""
    nearest = 0
    routes: UInt64 = p.open_routes(kind) & relocation_routes(p, owner, origin)
    while routes:
        route = lowest_bit(routes)
        routes &= routes - 1
        number = ring(p, owner, origin, route)
        if (nearest == 0 or number < nearest) and may_go_to_route(p, country, route):
            nearest = number
    return nearest


def can_relocate(p: Position, owner: int, origin: int, kind: int) -> bool:
    """Return whether a displaced piece has a space in any ring. [HT-DSP-12]"""
    return p.open_routes(kind) & relocation_routes(p, owner, origin) != 0


def count_relocation_spaces(p: Position, owner: int, origin: int, kind: int) -> int:
    """Return the number of spaces for a displaced piece in any ring; stop counting at two. [HT-DSP-10]"""
    count = 0
    routes: UInt64 = p.open_routes(kind) & relocation_routes(p, owner, origin)
    while routes and count < 2:
        count += p.free_for_kind(lowest_bit(routes), kind)
        routes &= routes - 1
    return count


def extra_pieces_due(p: Position, owner: int, kind: int) -> int:
    """Return the number of extra pieces that a displaced player may place. [HT-DSP-5, HT-FAV-6]"""
    if kind == MERCHANT or p.holder(COMPENSATION) == owner:
        return 2
    return 1
