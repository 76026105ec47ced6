"""Final scoring, line by line, as if the game ended now. [H-SCORE-1, H-SCORE-2, H-SCORE-3]"""

from __future__ import annotations

from typing import Final

from kontor.games.hansa.layout import END_BY
from kontor.games.hansa.pieces import COLOURS, TILE_TYPES, barrels_of, tile_of
from kontor.games.hansa.table import Table

HELD_LINE: Final = 0
SOLD_LINE: Final = 1
PORT_LINE: Final = 2
EXTRA_LINE: Final = 3
LINES: Final = 4
LINE_NAMES: Final = ("held", "sold", "ports", "extra-card")

STACK: Final = 0  # the races of the extra card
WIDTH: Final = 1
SMALL_GOODS: Final = 2


def score_line(t: Table, seat: int, line: int, everybody: bool) -> int:
    """The points of one line."""
    if line == HELD_LINE:
        return t.held_in_all(seat) * t.board.held_points
    if line == SOLD_LINE:
        return score_sold(t, seat)
    if line == PORT_LINE:
        return score_ports(t, seat)
    return score_extra_card(t, seat, everybody)


def score_sold(t: Table, seat: int) -> int:
    """Each sold tile gives 1 point and 1 per barrel. [H-SCORE-2]"""
    points = 0
    for tile in range(TILE_TYPES):
        points += t.sold(seat, tile) * (t.board.sold_points + barrels_of(tile) * t.board.barrel_points)
    return points


def score_ports(t: Table, seat: int) -> int:
    """Each port with an own post gives 2 points, 4 if nobody else has one there. [H-SCORE-3]"""
    points = 0
    for port in range(t.board.ports):
        if t.posts(port, seat):
            points += t.board.lone_port_points if is_alone(t, port, seat) else t.board.port_points
    return points


def is_alone(t: Table, port: int, seat: int) -> bool:
    """Whether no other seat has a post in the port."""
    for other in range(t.players):
        if other != seat and t.posts(port, other):
            return False
    return True


def tallest_stack(t: Table, seat: int) -> int:
    """The height of the tallest stack of a seat. [H-EXTRA-2]"""
    tallest = 0
    for port in range(t.board.ports):
        tallest = max(tallest, t.posts(port, seat))
    return tallest


def ports_held(t: Table, seat: int) -> int:
    """In how many ports a seat has posts. [H-EXTRA-4]"""
    count = 0
    for port in range(t.board.ports):
        if t.posts(port, seat):
            count += 1
    return count


def small_goods_sold(t: Table, seat: int) -> int:
    """How many tiles of one barrel a seat has sold. [H-EXTRA-5]"""
    count = 0
    for colour in range(COLOURS):
        count += t.sold(seat, tile_of(colour, 1))
    return count


def standing(t: Table, seat: int, race: int) -> int:
    """How far a seat has come in one of the races of the extra card."""
    if race == STACK:
        return tallest_stack(t, seat)
    return ports_held(t, seat) if race == WIDTH else small_goods_sold(t, seat)


def wins_race(t: Table, seat: int, race: int, everybody: bool) -> bool:
    """Whether a seat gets the bonus; a shared first place earns all or nobody, by switch. [H-EXTRA-6]"""
    mine = standing(t, seat, race)
    if mine == 0:
        return False
    for other in range(t.players):
        theirs = standing(t, other, race)
        if other != seat and (theirs > mine or (theirs == mine and not everybody)):
            return False
    return True


def score_extra_card(t: Table, seat: int, everybody: bool) -> int:
    """The four bonuses of the extra card. [H-EXTRA-1 … H-EXTRA-7]"""
    points = 0
    if wins_race(t, seat, STACK, everybody):
        points += t.board.stack_bonus
    if t.cells[END_BY] == seat + 1:
        points += t.board.pile_bonus
    if wins_race(t, seat, WIDTH, everybody):
        points += t.board.ports_bonus
    if wins_race(t, seat, SMALL_GOODS, everybody):
        points += t.board.small_bonus
    return points
