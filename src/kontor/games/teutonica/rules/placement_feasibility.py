"""Feasibility of placement: whether all pieces in hand can be put down. [HT-MOV-4]

In each country the pieces lifted there are assigned so that most spaces stay free: traders take houses, merchants
take ships and then the remaining houses. Pieces left over go to the open country, if they may leave theirs.
"""

from __future__ import annotations

from kontor.games.teutonica.rules.layout import HAND, HAND_COUNTRIES, HAND_PIECES
from kontor.games.teutonica.rules.pieces import TRADER, kind_of, piece_of
from kontor.games.teutonica.rules.position import Position


def free_houses(p: Position, country: int) -> int:
    """Return the number of empty house spaces in a country."""
    count = 0
    for route in range(p.board.routes):
        if p.board.country[route] == country:
            count += p.houses_free(route)
    return count


def free_ships(p: Position, country: int) -> int:
    """Return the number of empty ship spaces in a country."""
    count = 0
    for route in range(p.board.routes):
        if p.board.country[route] == country:
            count += p.ships_free(route)
    return count


def rest_of_hand(p: Position, country: int, kind: int) -> int:
    """Return the number of pieces in hand after the first that are of a kind and were lifted in a country."""
    count = 0
    for n in range(1, p.cells[HAND]):
        if kind_of(p.cells[HAND_PIECES + n]) == kind and p.cells[HAND_COUNTRIES + n] == country:
            count += 1
    return count


def can_place_others(p: Position, space: int, may_cross: bool) -> bool:
    """Return whether the other pieces in hand can be put down after the first is put on the space. [HT-MOV-4]"""
    if p.cells[HAND] < 2:
        return True
    p.put(space, piece_of(0, TRADER))
    found = can_place_rest(p, may_cross)
    p.take_off(space)
    return found


def can_place_rest(p: Position, may_cross: bool) -> bool:
    """Return whether all pieces in hand after the first can be put down."""
    traders, merchants = 0, 0
    for country in range(p.board.countries):
        if country != p.board.open_country:
            over_traders, over_merchants = overflow(p, country, 0, 0)
            traders += over_traders
            merchants += over_merchants
    if traders + merchants and not may_cross:
        return False
    over_traders, over_merchants = overflow(p, p.board.open_country, traders, merchants)
    return over_traders + over_merchants == 0


def overflow(p: Position, country: int, more_traders: int, more_merchants: int) -> tuple[int, int]:
    """Return the numbers of traders and merchants that do not fit into a country."""
    houses = free_houses(p, country)
    traders = rest_of_hand(p, country, 0) + more_traders
    merchants = rest_of_hand(p, country, 1) + more_merchants
    over_traders = max(0, traders - houses)
    houses_left = max(0, houses - traders)
    return over_traders, max(0, merchants - free_ships(p, country) - houses_left)
