"""Chance moves: colours left out, the start player, and revealed tiles. [H-INFO-5, H-CMD-1, H-CMD-2]"""

from __future__ import annotations

from kontor.games.hansa.rules.layout import ACTIVE, BAG, END_BY, LEFT_OUT, PHASE, PILES, START
from kontor.games.hansa.rules.pieces import BARRELS, COLOURS, PILES_IN_ALL
from kontor.games.hansa.rules.position import Position
from kontor.games.hansa.rules.raw_events import COLOUR_LEFT_OUT, END_TRIGGERED, START_CHOSEN, TILE_REVEALED
from kontor.games.hansa.rules.reasons import COLOUR_LEFT_OUT_ALREADY, LEGAL, NOT_IN_BAG, SEAT_NOT_IN_PLAY
from kontor.games.hansa.rules.steps.step import Step
from kontor.games.hansa.rules.tasks import ACTIONS, CHOOSING_START, FILLING, PLACEMENT


class LeavingOut(Step):
    """Leave a colour out of the game. [H-SETUP-1]"""

    wanted: int

    def __init__(self, first: int, wanted: int) -> None:
        self.first = first
        self.size = COLOURS
        self.wanted = wanted

    def refusal(self, p: Position, choice: int) -> int:
        return COLOUR_LEFT_OUT_ALREADY if p.cells[LEFT_OUT + choice] else LEGAL

    def apply(self, p: Position, choice: int) -> None:
        p.cells[LEFT_OUT + choice] = 1
        for tile in range(choice * BARRELS, choice * BARRELS + BARRELS):
            p.take_from_bag(tile, p.cells[BAG + tile])
        p.emit(COLOUR_LEFT_OUT, choice, 0, 0)
        if p.colours_left_out() == self.wanted:
            p.cells[PHASE] = FILLING if p.cells[START] else CHOOSING_START


class ChoosingStart(Step):
    """Choose the start player, unless the setup names one. [H-SETUP-7]"""

    def refusal(self, p: Position, choice: int) -> int:
        return LEGAL if choice < p.players else SEAT_NOT_IN_PLAY

    def apply(self, p: Position, choice: int) -> None:
        p.cells[START] = choice + 1
        p.cells[ACTIVE] = choice
        p.cells[PHASE] = FILLING
        p.emit(START_CHOSEN, choice, 0, 0)


def fill_warehouse(p: Position, tile: int) -> None:
    """Move a tile from the bag to the first empty warehouse. [H-BOARD-6]"""
    warehouse = p.first_empty()
    p.take_from_bag(tile, 1)
    p.store_tile(warehouse, tile)
    p.emit(TILE_REVEALED, tile, p.board.port_of[warehouse], 0)


class Revealing(Step):
    """Reveal a tile of the bag; its weight is the number of its copies. [H-INFO-5]"""

    def refusal(self, p: Position, choice: int) -> int:
        return LEGAL if p.cells[BAG + choice] else NOT_IN_BAG

    def moves(self, p: Position) -> None:
        p.offer_each(self.first, p.bag_types())

    def weight(self, p: Position, choice: int) -> int:
        return p.cells[BAG + choice]


class Filling(Revealing):
    """Reveal one of the first tiles; after the last one the bag is split into five piles. [H-SETUP-3, H-SETUP-4]"""

    def apply(self, p: Position, choice: int) -> None:
        fill_warehouse(p, choice)
        if p.empty_set() == 0:
            self.split(p)
            p.cells[PHASE] = PLACEMENT

    def split(self, p: Position) -> None:
        """Split the remaining tiles into piles of equal size, the first ones higher by one if necessary. [A-9]"""
        rest = p.in_bag()
        for pile in range(PILES_IN_ALL):
            p.cells[PILES + pile] = rest // PILES_IN_ALL + (1 if pile < rest % PILES_IN_ALL else 0)


class Drawing(Revealing):
    """Reveal a tile of a restock, from the first pile that is not empty. [H-STOCK-6, H-STOCK-7, H-STOCK-8]"""

    def apply(self, p: Position, choice: int) -> None:
        pile = 0
        while p.cells[PILES + pile] == 0:
            pile += 1
        p.cells[PILES + pile] -= 1
        if pile == PILES_IN_ALL - 1 and p.cells[END_BY] == 0:
            p.cells[END_BY] = p.active() + 1
            p.emit(END_TRIGGERED, p.active(), 0, 0)
        fill_warehouse(p, choice)
        if p.empty_set() == 0 or p.supply() == 0:
            p.cells[PHASE] = ACTIONS
