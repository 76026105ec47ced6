"""Selling tile by tile, and what the others lose by it."""

from __future__ import annotations

from kontor.games.hansa.facts import CHOSEN_FOR_SALE, POST_RETURNED, TILE_LOST, TILE_SOLD
from kontor.games.hansa.layout import ACTED, LOSSES, PHASE, SALE, SEAT_SIZE, SEATS, SOLD
from kontor.games.hansa.pieces import BARRELS, COLOURS, TILE_TYPES, colour_of
from kontor.games.hansa.reasons import (
    ALREADY_ACTED,
    LEGAL,
    LONE_COLOUR_CHOSEN,
    NO_POST_HERE,
    NOT_LEFT_TO_SELL,
    NOTHING_TO_LOSE,
    ONLY_TILE_OF_COLOUR,
    OTHER_COLOUR_SOLD,
)
from kontor.games.hansa.steps.step import Step
from kontor.games.hansa.table import Table
from kontor.games.hansa.tasks import ACTIONS, LOSING, SELLING


def chosen_of_colour(t: Table, colour: int) -> int:
    """How many tiles of a colour are chosen for the sale."""
    count = 0
    for tile in range(colour * BARRELS, colour * BARRELS + BARRELS):
        count += t.cells[SALE + tile]
    return count


def lone_colour(t: Table) -> int:
    """Return the first colour of which only one tile is chosen for the sale, or -1. [H-SELL-2]"""
    for colour in range(COLOURS):
        if chosen_of_colour(t, colour) == 1:
            return colour
    return -1


class Selling(Step):
    """Choose one more tile of a colour held at least twice. [H-SELL-1, H-SELL-2, H-SELL-3]"""

    def refusal(self, t: Table, choice: int) -> int:
        seat = t.active()
        if t.cells[ACTED]:
            return ALREADY_ACTED
        if t.posts(t.ship(), seat) == 0:
            return NO_POST_HERE
        if t.held(seat, choice) <= t.cells[SALE + choice]:
            return NOT_LEFT_TO_SELL
        return LEGAL if t.held_of_colour(seat, colour_of(choice)) > 1 else ONLY_TILE_OF_COLOUR

    def moves(self, t: Table) -> None:
        seat = t.active()
        if t.cells[ACTED] or t.posts(t.ship(), seat) == 0:
            return
        for tile in range(TILE_TYPES):
            if t.held(seat, tile) > t.cells[SALE + tile] and t.held_of_colour(seat, colour_of(tile)) > 1:
                t.offer(self.first + tile)

    def apply(self, t: Table, choice: int) -> None:
        t.cells[PHASE] = SELLING
        t.cells[SALE + choice] += 1
        t.tell(CHOSEN_FOR_SALE, t.active(), choice, 0)


class ClosingSale(Step):
    """Close the sale once every colour in it occurs at least twice. [H-SELL-2, H-SELL-4, H-SELL-5]"""

    def refusal(self, t: Table, choice: int) -> int:
        return LEGAL if lone_colour(t) < 0 else LONE_COLOUR_CHOSEN

    def apply(self, t: Table, choice: int) -> None:
        seat = t.active()
        self.queue_losses(t)
        for tile in range(TILE_TYPES):
            count = t.cells[SALE + tile]
            if count:
                t.hold(seat, tile, -count)
                t.cells[SEATS + seat * SEAT_SIZE + SOLD + tile] += count
                t.cells[SALE + tile] = 0
                t.tell(TILE_SOLD, seat, tile, count)
        t.add_posts(t.ship(), seat, -1)
        t.tell(POST_RETURNED, seat, t.ship(), 0)
        t.cells[ACTED] = 1
        t.cells[PHASE] = LOSING
        settle_losses(t)

    def queue_losses(self, t: Table) -> None:
        """Note which other seats lose a tile of which colours. [H-LOSS-1]"""
        for colour in range(COLOURS):
            if chosen_of_colour(t, colour):
                for seat in range(t.players):
                    if seat != t.active() and t.held_of_colour(seat, colour):
                        t.cells[LOSSES + seat] |= 1 << colour


def first_loser(t: Table) -> int:
    """The seat whose loss is due, clockwise from the seller's left, or -1. [H-LOSS-4]"""
    for distance in range(1, t.players):
        seat = (t.active() + distance) % t.players
        if t.cells[LOSSES + seat]:
            return seat
    return -1


def colour_due(t: Table, seat: int) -> int:
    """The first colour a seat has to lose a tile of. [H-LOSS-4]"""
    colour = 0
    while not t.cells[LOSSES + seat] >> colour & 1:
        colour += 1
    return colour


def only_candidate(t: Table, seat: int, colour: int) -> int:
    """The one type of tile of a colour that a seat holds, or -1 if there are several. [H-LOSS-4]"""
    only = -1
    for tile in range(colour * BARRELS, colour * BARRELS + BARRELS):
        if t.held(seat, tile):
            if only >= 0:
                return -1
            only = tile
    return only


def lose(t: Table, seat: int, tile: int) -> None:
    """Let a held tile leave the game because of a sale. [H-LOSS-1, H-LOSS-2]"""
    t.throw_out(seat, tile)
    t.cells[LOSSES + seat] &= ~(1 << colour_of(tile))
    t.tell(TILE_LOST, seat, tile, 0)


def settle_losses(t: Table) -> None:
    """Settle the losses that are no choice; without a further one the seller goes on. [H-LOSS-4, H-LOSS-5]"""
    seat = first_loser(t)
    while seat >= 0:
        only = only_candidate(t, seat, colour_due(t, seat))
        if only < 0:
            return
        lose(t, seat, only)
        seat = first_loser(t)
    t.cells[PHASE] = ACTIONS


class Losing(Step):
    """Choose which tile of the sold colour goes, out of turn. [H-LOSS-3]"""

    def refusal(self, t: Table, choice: int) -> int:
        seat = first_loser(t)
        if colour_of(choice) != colour_due(t, seat):
            return OTHER_COLOUR_SOLD
        return LEGAL if t.held(seat, choice) else NOTHING_TO_LOSE

    def apply(self, t: Table, choice: int) -> None:
        lose(t, first_loser(t), choice)
        settle_losses(t)
