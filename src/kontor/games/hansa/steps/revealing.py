"""Chance: colours left out, the start player, and tiles turned face up. [H-INFO-5, H-CMD-1, H-CMD-2]"""

from __future__ import annotations

from kontor.games.hansa.facts import COLOUR_LEFT_OUT, END_TRIGGERED, START_CHOSEN, TILE_REVEALED
from kontor.games.hansa.layout import ACTIVE, BAG, END_BY, LEFT_OUT, PHASE, PILES, START, WAREHOUSES
from kontor.games.hansa.pieces import BARRELS, COLOURS, PILES_IN_ALL, TILE_TYPES
from kontor.games.hansa.reasons import COLOUR_LEFT_OUT_ALREADY, LEGAL, NOT_IN_BAG, SEAT_NOT_IN_PLAY
from kontor.games.hansa.steps.step import Step
from kontor.games.hansa.table import Table
from kontor.games.hansa.tasks import ACTIONS, CHOOSING_START, FILLING, PLACEMENT


class LeavingOut(Step):
    """A colour is left out of the game. [H-SETUP-1]"""

    wanted: int

    def __init__(self, first: int, wanted: int) -> None:
        self.first = first
        self.size = COLOURS
        self.wanted = wanted

    def refusal(self, t: Table, choice: int) -> int:
        return COLOUR_LEFT_OUT_ALREADY if t.cells[LEFT_OUT + choice] else LEGAL

    def apply(self, t: Table, choice: int) -> None:
        t.cells[LEFT_OUT + choice] = 1
        for tile in range(choice * BARRELS, choice * BARRELS + BARRELS):
            t.cells[BAG + tile] = 0
        t.tell(COLOUR_LEFT_OUT, choice, 0, 0)
        if t.colours_left_out() == self.wanted:
            t.cells[PHASE] = FILLING if t.cells[START] else CHOOSING_START


class ChoosingStart(Step):
    """The start player, unless the setup names one. [H-SETUP-7]"""

    def refusal(self, t: Table, choice: int) -> int:
        return LEGAL if choice < t.players else SEAT_NOT_IN_PLAY

    def apply(self, t: Table, choice: int) -> None:
        t.cells[START] = choice + 1
        t.cells[ACTIVE] = choice
        t.cells[PHASE] = FILLING
        t.tell(START_CHOSEN, choice, 0, 0)


def put_in_store(t: Table, tile: int) -> None:
    """Take a tile from the bag to the first empty warehouse. [H-BOARD-6]"""
    warehouse = t.first_empty()
    t.cells[BAG + tile] -= 1
    t.cells[WAREHOUSES + warehouse] = tile + 1
    t.tell(TILE_REVEALED, tile, t.board.port_of[warehouse], 0)


class Revealing(Step):
    """A tile of the bag is turned face up; its odds are its copies. [H-INFO-5]"""

    def refusal(self, t: Table, choice: int) -> int:
        return LEGAL if t.cells[BAG + choice] else NOT_IN_BAG

    def moves(self, t: Table) -> None:
        for tile in range(TILE_TYPES):
            if t.cells[BAG + tile]:
                t.offer(self.first + tile)

    def weight(self, t: Table, choice: int) -> int:
        return t.cells[BAG + choice]


class Filling(Revealing):
    """One of the first tiles; what is left in the bag makes five piles. [H-SETUP-3, H-SETUP-4]"""

    def apply(self, t: Table, choice: int) -> None:
        put_in_store(t, choice)
        if t.empty_warehouses() == 0:
            self.split(t)
            t.cells[PHASE] = PLACEMENT

    def split(self, t: Table) -> None:
        """Divide the tiles left into piles, the first ones higher by one where it does not work out. [A-9]"""
        rest = t.in_bag()
        for pile in range(PILES_IN_ALL):
            t.cells[PILES + pile] = rest // PILES_IN_ALL + (1 if pile < rest % PILES_IN_ALL else 0)


class Drawing(Revealing):
    """A tile of a restock, from the lowest pile that is not empty. [H-STOCK-6, H-STOCK-7, H-STOCK-8]"""

    def apply(self, t: Table, choice: int) -> None:
        pile = 0
        while t.cells[PILES + pile] == 0:
            pile += 1
        t.cells[PILES + pile] -= 1
        if pile == PILES_IN_ALL - 1 and t.cells[END_BY] == 0:
            t.cells[END_BY] = t.active() + 1
            t.tell(END_TRIGGERED, t.active(), 0, 0)
        put_in_store(t, choice)
        if t.empty_warehouses() == 0 or t.supply() == 0:
            t.cells[PHASE] = ACTIONS
