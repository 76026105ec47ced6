"""Sailing, buying, and the end of the actions."""

from __future__ import annotations

from kontor.games.hansa.facts import BOUGHT, PAID_TO, SAILED
from kontor.games.hansa.layout import ACTED, SHIP, WAREHOUSES
from kontor.games.hansa.pieces import NOBODY, TILE_TYPES
from kontor.games.hansa.reasons import (
    ALREADY_ACTED,
    LEGAL,
    NO_ARROW,
    NOT_IN_WAREHOUSE,
    SAILING_NOT_PAYABLE,
    TILE_NOT_PAYABLE,
)
from kontor.games.hansa.steps.step import Step
from kontor.games.hansa.table import Table
from kontor.games.hansa.turns import collect_taxes


class Sailing(Step):
    """Follow one arrow for a thaler; the new visit allows an action again. [H-MOVE-1, H-MOVE-2, H-ACT-4]"""

    def refusal(self, t: Table, choice: int) -> int:
        if not t.board.arrow[t.ship() * t.board.ports + choice]:
            return NO_ARROW
        return LEGAL if t.thalers(t.active()) >= t.board.move_cost else SAILING_NOT_PAYABLE

    def moves(self, t: Table) -> None:
        if t.thalers(t.active()) >= t.board.move_cost:
            for port in range(t.board.ports):
                if t.board.arrow[t.ship() * t.board.ports + port]:
                    t.offer(self.first + port)

    def apply(self, t: Table, choice: int) -> None:
        t.pay(t.active(), t.board.move_cost)
        t.tell(SAILED, t.active(), t.ship(), choice)
        t.cells[SHIP] = choice
        t.cells[ACTED] = 0


class Buying(Step):
    """Take a tile from a warehouse of the ship's port. [H-BUY-1, H-BUY-2, H-BUY-5]"""

    def price(self, t: Table) -> int:
        """What a tile costs here: nothing for the leader. [H-BUY-3]"""
        return 0 if t.leader(t.ship()) == t.active() else t.board.buy_cost

    def in_port(self, t: Table, tile: int) -> int:
        """The warehouse of the ship's port that holds such a tile, or -1."""
        for warehouse in range(t.board.warehouses):
            if t.board.port_of[warehouse] == t.ship() and t.stored(warehouse) == tile + 1:
                return warehouse
        return -1

    def refusal(self, t: Table, choice: int) -> int:
        if t.cells[ACTED]:
            return ALREADY_ACTED
        if self.in_port(t, choice) < 0:
            return NOT_IN_WAREHOUSE
        return LEGAL if t.thalers(t.active()) >= self.price(t) else TILE_NOT_PAYABLE

    def moves(self, t: Table) -> None:
        if t.cells[ACTED] == 0 and t.thalers(t.active()) >= self.price(t):
            for tile in range(TILE_TYPES):
                if self.in_port(t, tile) >= 0:
                    t.offer(self.first + tile)

    def apply(self, t: Table, choice: int) -> None:
        seat, price, leader = t.active(), self.price(t), t.leader(t.ship())
        t.cells[WAREHOUSES + self.in_port(t, choice)] = 0
        t.hold(seat, choice, 1)
        t.cells[ACTED] = 1
        t.pay(seat, price)
        t.tell(BOUGHT, seat, choice, price)
        if price and leader != NOBODY:
            t.pay(leader, -price)
            t.tell(PAID_TO, seat, leader, 0)


class EndingActions(Step):
    """Take no more actions: the taxes follow. [H-ACT-8, H-TAX-1]"""

    def apply(self, t: Table, choice: int) -> None:
        collect_taxes(t)
