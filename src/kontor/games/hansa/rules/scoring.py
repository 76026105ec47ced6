"""Final scoring, line by line, as if the game ended now. [H-SCORE-1, H-SCORE-2, H-SCORE-3]"""

from __future__ import annotations

from typing import Final

from kontor.games.hansa.rules.layout import END_BY
from kontor.games.hansa.rules.pieces import COLOURS, TILE_TYPES, barrels_of, tile_of
from kontor.games.hansa.rules.position import Position

HELD_LINE: Final = 0
SOLD_LINE: Final = 1
PORT_LINE: Final = 2
EXTRA_LINE: Final = 3
LINES: Final = 4
LINE_NAMES: Final = ("held", "sold", "ports", "extra-card")

STACK: Final = 0  # the comparisons of the extra card
WIDTH: Final = 1
SMALL_GOODS: Final = 2


def score_line(p: Position, seat: int, line: int, ties_score: bool) -> int:
    """Return the points of one score line."""
    if line == HELD_LINE:
        return p.held_in_all(seat) * p.board.held_points
    if line == SOLD_LINE:
        return score_sold(p, seat)
    if line == PORT_LINE:
        return score_ports(p, seat)
    return score_extra_card(p, seat, ties_score)


def score_sold(p: Position, seat: int) -> int:
    """Return the points of sold tiles: 1 for each tile and 1 for each barrel. [H-SCORE-2]"""
    points = 0
    for tile in range(TILE_TYPES):
        points += p.sold(seat, tile) * (p.board.sold_points + barrels_of(tile) * p.board.barrel_points)
    return points


def score_ports(p: Position, seat: int) -> int:
    """Return the points of ports: 2 for each port with an own post, 4 if no other seat has one there. [H-SCORE-3]"""
    points = 0
    for port in range(p.board.ports):
        if p.posts(port, seat):
            points += p.board.lone_port_points if is_alone(p, port, seat) else p.board.port_points
    return points


def is_alone(p: Position, port: int, seat: int) -> bool:
    """Return whether no other seat has a post in the port."""
    for other in range(p.players):
        if other != seat and p.posts(port, other):
            return False
    return True


def tallest_stack(p: Position, seat: int) -> int:
    """Return the height of the tallest stack of a seat. [H-EXTRA-2]"""
    tallest = 0
    for port in range(p.board.ports):
        tallest = max(tallest, p.posts(port, seat))
    return tallest


def ports_held(p: Position, seat: int) -> int:
    """Return in how many ports a seat has posts. [H-EXTRA-4]"""
    count = 0
    for port in range(p.board.ports):
        if p.posts(port, seat):
            count += 1
    return count


def small_goods_sold(p: Position, seat: int) -> int:
    """Return how many tiles of one barrel a seat has sold. [H-EXTRA-5]"""
    count = 0
    for colour in range(COLOURS):
        count += p.sold(seat, tile_of(colour, 1))
    return count


def bonus_count(p: Position, seat: int, bonus: int) -> int:
    """Return the count of a seat in one of the comparisons of the extra card."""
    if bonus == STACK:
        return tallest_stack(p, seat)
    return ports_held(p, seat) if bonus == WIDTH else small_goods_sold(p, seat)


def wins_bonus(p: Position, seat: int, bonus: int, ties_score: bool) -> bool:
    """Return whether a seat gets a bonus; seats that share the first place score only if `ties_score`. [H-EXTRA-6]"""
    mine = bonus_count(p, seat, bonus)
    if mine == 0:
        return False
    for other in range(p.players):
        theirs = bonus_count(p, other, bonus)
        if other != seat and (theirs > mine or (theirs == mine and not ties_score)):
            return False
    return True


def score_extra_card(p: Position, seat: int, ties_score: bool) -> int:
    """Return the points of the four bonuses of the extra card. [H-EXTRA-1 … H-EXTRA-7]"""
    points = 0
    if wins_bonus(p, seat, STACK, ties_score):
        points += p.board.stack_bonus
    if p.cells[END_BY] == seat + 1:
        points += p.board.pile_bonus
    if wins_bonus(p, seat, WIDTH, ties_score):
        points += p.board.ports_bonus
    if wins_bonus(p, seat, SMALL_GOODS, ties_score):
        points += p.board.small_bonus
    return points
