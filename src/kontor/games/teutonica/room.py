"""Whether the pieces in hand can all be put down. [HT-MOV-4]

Inside a country the pieces lifted there fill it in the way that leaves most room elsewhere: traders take houses,
merchants take ships and then the houses left; what finds no room goes to the open country, if it may cross.
"""

from __future__ import annotations

from kontor.games.teutonica.layout import HAND, HAND_COUNTRIES, HAND_PIECES
from kontor.games.teutonica.pieces import TRADER, kind_of, piece_of
from kontor.games.teutonica.table import Table


def free_houses(t: Table, country: int) -> int:
    """How many house spaces of a country are empty."""
    count = 0
    for route in range(t.board.routes):
        if t.board.country[route] == country:
            count += t.houses_free[route]
    return count


def free_ships(t: Table, country: int) -> int:
    """How many ship spaces of a country are empty."""
    count = 0
    for route in range(t.board.routes):
        if t.board.country[route] == country:
            count += t.ships_free[route]
    return count


def waiting(t: Table, country: int, kind: int) -> int:
    """How many pieces in hand besides the first are of a kind and were lifted in a country."""
    count = 0
    for n in range(1, t.cells[HAND]):
        if kind_of(t.cells[HAND_PIECES + n]) == kind and t.cells[HAND_COUNTRIES + n] == country:
            count += 1
    return count


def leaves_room(t: Table, space: int, may_cross: bool) -> bool:
    """Whether the other pieces in hand can be put down once the first one stands on the space. [HT-MOV-4]"""
    if t.cells[HAND] < 2:
        return True
    t.put(space, piece_of(0, TRADER))
    found = has_room(t, may_cross)
    t.take_off(space)
    return found


def has_room(t: Table, may_cross: bool) -> bool:
    """Whether the pieces in hand besides the first can all be put down."""
    traders, merchants = 0, 0
    for country in range(t.board.countries):
        if country != t.board.open_country:
            over_traders, over_merchants = overflow(t, country, 0, 0)
            traders += over_traders
            merchants += over_merchants
    if traders + merchants and not may_cross:
        return False
    over_traders, over_merchants = overflow(t, t.board.open_country, traders, merchants)
    return over_traders + over_merchants == 0


def overflow(t: Table, country: int, more_traders: int, more_merchants: int) -> tuple[int, int]:
    """The traders and merchants for whom a country has no room, newcomers included."""
    houses = free_houses(t, country)
    traders = waiting(t, country, 0) + more_traders
    merchants = waiting(t, country, 1) + more_merchants
    over_traders = max(0, traders - houses)
    houses_left = max(0, houses - traders)
    return over_traders, max(0, merchants - free_ships(t, country) - houses_left)
