"""The action sell, tile by tile, and the losses of the other seats."""

from __future__ import annotations

from kontor.games.hansa.rules.layout import ACTED, LOSSES, PHASE, SALE, SEAT_SIZE, SEATS, SOLD
from kontor.games.hansa.rules.pieces import BARRELS, COLOURS, TILE_TYPES, colour_of
from kontor.games.hansa.rules.position import Position
from kontor.games.hansa.rules.raw_events import CHOSEN_FOR_SALE, POST_RETURNED, TILE_LOST, TILE_SOLD
from kontor.games.hansa.rules.reasons import (
    ALREADY_ACTED,
    LEGAL,
    LONE_COLOUR_CHOSEN,
    NO_POST_HERE,
    NOT_LEFT_TO_SELL,
    NOTHING_TO_LOSE,
    ONLY_TILE_OF_COLOUR,
    OTHER_COLOUR_SOLD,
)
from kontor.games.hansa.rules.steps.step import Step
from kontor.games.hansa.rules.tasks import ACTIONS, LOSING, SELLING
from kontor.kernel.runtime.dialect import UInt64, lowest_bit


def chosen_of_colour(p: Position, colour: int) -> int:
    """Return how many tiles of a colour are chosen for the sale."""
    count = 0
    for tile in range(colour * BARRELS, colour * BARRELS + BARRELS):
        count += p.cells[SALE + tile]
    return count


def lone_colour(p: Position) -> int:
    """Return the first colour of which only one tile is chosen for the sale, or -1. [H-SELL-2]"""
    for colour in range(COLOURS):
        if chosen_of_colour(p, colour) == 1:
            return colour
    return -1


class Selling(Step):
    """Choose one more tile of a colour held at least twice. [H-SELL-1, H-SELL-2, H-SELL-3]"""

    def refusal(self, p: Position, choice: int) -> int:
        seat = p.active()
        if p.cells[ACTED]:
            return ALREADY_ACTED
        if p.posts(p.ship(), seat) == 0:
            return NO_POST_HERE
        if p.held(seat, choice) <= p.cells[SALE + choice]:
            return NOT_LEFT_TO_SELL
        return LEGAL if p.held_of_colour(seat, colour_of(choice)) > 1 else ONLY_TILE_OF_COLOUR

    def moves(self, p: Position) -> None:
        seat = p.active()
        if p.cells[ACTED] or p.posts(p.ship(), seat) == 0:
            return
        left: UInt64 = p.held_types(seat)
        while left:
            tile = lowest_bit(left)
            left &= left - 1
            if p.held(seat, tile) > p.cells[SALE + tile] and p.held_of_colour(seat, colour_of(tile)) > 1:
                p.offer(self.first + tile)

    def apply(self, p: Position, choice: int) -> None:
        p.cells[PHASE] = SELLING
        p.cells[SALE + choice] += 1
        p.emit(CHOSEN_FOR_SALE, p.active(), choice, 0)


class ClosingSale(Step):
    """Close the sale once every colour in it occurs at least twice. [H-SELL-2, H-SELL-4, H-SELL-5]"""

    def refusal(self, p: Position, choice: int) -> int:
        return LEGAL if lone_colour(p) < 0 else LONE_COLOUR_CHOSEN

    def apply(self, p: Position, choice: int) -> None:
        seat = p.active()
        self.queue_losses(p)
        for tile in range(TILE_TYPES):
            count = p.cells[SALE + tile]
            if count:
                p.hold(seat, tile, -count)
                p.cells[SEATS + seat * SEAT_SIZE + SOLD + tile] += count
                p.cells[SALE + tile] = 0
                p.emit(TILE_SOLD, seat, tile, count)
        p.add_posts(p.ship(), seat, -1)
        p.emit(POST_RETURNED, seat, p.ship(), 0)
        p.cells[ACTED] = 1
        p.cells[PHASE] = LOSING
        settle_losses(p)

    def queue_losses(self, p: Position) -> None:
        """Store which other seats lose a tile of which colours. [H-LOSS-1]"""
        for colour in range(COLOURS):
            if chosen_of_colour(p, colour):
                for seat in range(p.players):
                    if seat != p.active() and p.held_of_colour(seat, colour):
                        p.cells[LOSSES + seat] |= 1 << colour


def first_loser(p: Position) -> int:
    """Return the first seat with a loss, clockwise from the seller's left, or -1. [H-LOSS-4]"""
    for distance in range(1, p.players):
        seat = (p.active() + distance) % p.players
        if p.cells[LOSSES + seat]:
            return seat
    return -1


def colour_due(p: Position, seat: int) -> int:
    """Return the first colour of which a seat has to lose a tile. [H-LOSS-4]"""
    colour = 0
    while not p.cells[LOSSES + seat] >> colour & 1:
        colour += 1
    return colour


def only_candidate(p: Position, seat: int, colour: int) -> int:
    """Return the only type of a colour that a seat holds, or -1 if there are several. [H-LOSS-4]"""
    only = -1
    for tile in range(colour * BARRELS, colour * BARRELS + BARRELS):
        if p.held(seat, tile):
            if only >= 0:
                return -1
            only = tile
    return only


def lose(p: Position, seat: int, tile: int) -> None:
    """Move a held tile out of the game because of a sale. [H-LOSS-1, H-LOSS-2]"""
    p.remove_from_game(seat, tile)
    p.cells[LOSSES + seat] &= ~(1 << colour_of(tile))
    p.emit(TILE_LOST, seat, tile, 0)


def settle_losses(p: Position) -> None:
    """Apply the losses without a choice; if none is left, the actions continue. [H-LOSS-4, H-LOSS-5]"""
    seat = first_loser(p)
    while seat >= 0:
        only = only_candidate(p, seat, colour_due(p, seat))
        if only < 0:
            return
        lose(p, seat, only)
        seat = first_loser(p)
    p.cells[PHASE] = ACTIONS


class Losing(Step):
    """Choose which tile of a sold colour another seat loses. [H-LOSS-3]"""

    def refusal(self, p: Position, choice: int) -> int:
        seat = first_loser(p)
        if colour_of(choice) != colour_due(p, seat):
            return OTHER_COLOUR_SOLD
        return LEGAL if p.held(seat, choice) else NOTHING_TO_LOSE

    def apply(self, p: Position, choice: int) -> None:
        lose(p, first_loser(p), choice)
        settle_losses(p)
