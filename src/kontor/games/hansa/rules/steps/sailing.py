"""The actions sail and buy, and the end of the actions."""

from __future__ import annotations

from kontor.games.hansa.rules.layout import ACTED, SHIP
from kontor.games.hansa.rules.position import Position
from kontor.games.hansa.rules.raw_events import BOUGHT, PAID_TO, SAILED
from kontor.games.hansa.rules.reasons import (
    ALREADY_ACTED,
    LEGAL,
    NO_ARROW,
    NOT_IN_WAREHOUSE,
    SAILING_NOT_PAYABLE,
    TILE_NOT_PAYABLE,
)
from kontor.games.hansa.rules.steps.step import Step
from kontor.games.hansa.rules.turns import collect_taxes
from kontor.kernel.bit_sets import bit
from kontor.kernel.runtime.dialect import UInt64, lowest_bit
from kontor.kernel.seats import NO_OWNER


class Sailing(Step):
    """Sail along one arrow for a thaler; the new visit allows another action. [H-MOVE-1, H-MOVE-2, H-ACT-4]"""

    def refusal(self, p: Position, choice: int) -> int:
        if not p.board.arrow[p.ship() * p.board.ports + choice]:
            return NO_ARROW
        return LEGAL if p.thalers(p.active()) >= p.board.move_cost else SAILING_NOT_PAYABLE

    def moves(self, p: Position) -> None:
        if p.thalers(p.active()) >= p.board.move_cost:
            p.offer_each(self.first, p.board.destinations[p.ship()])

    def apply(self, p: Position, choice: int) -> None:
        p.pay(p.active(), p.board.move_cost)
        p.emit(SAILED, p.active(), p.ship(), choice)
        p.cells[SHIP] = choice
        p.cells[ACTED] = 0


class Buying(Step):
    """Buy a tile from a warehouse of the ship's port. [H-BUY-1, H-BUY-2, H-BUY-5]"""

    def price(self, p: Position) -> int:
        """Return the price of a tile in the ship's port; it is 0 for the leader. [H-BUY-3]"""
        return 0 if p.leader(p.ship()) == p.active() else p.board.buy_cost

    def find_warehouse(self, p: Position, tile: int) -> int:
        """Return the warehouse of the ship's port that holds a tile of a type, or -1."""
        warehouses = self.full_warehouses(p)
        while warehouses:
            if p.stored(lowest_bit(warehouses)) == tile + 1:
                return lowest_bit(warehouses)
            warehouses &= warehouses - 1
        return -1

    def full_warehouses(self, p: Position) -> UInt64:
        """Return the warehouses of the ship's port that hold a tile."""
        return p.board.warehouses_of[p.ship()] & ~p.empty_set()

    def refusal(self, p: Position, choice: int) -> int:
        if p.cells[ACTED]:
            return ALREADY_ACTED
        if self.find_warehouse(p, choice) < 0:
            return NOT_IN_WAREHOUSE
        return LEGAL if p.thalers(p.active()) >= self.price(p) else TILE_NOT_PAYABLE

    def moves(self, p: Position) -> None:
        if p.cells[ACTED] == 0 and p.thalers(p.active()) >= self.price(p):
            tiles: UInt64 = 0
            warehouses = self.full_warehouses(p)
            while warehouses:
                tiles |= bit(p.stored(lowest_bit(warehouses)) - 1)
                warehouses &= warehouses - 1
            p.offer_each(self.first, tiles)

    def apply(self, p: Position, choice: int) -> None:
        seat, price, leader = p.active(), self.price(p), p.leader(p.ship())
        p.clear_warehouse(self.find_warehouse(p, choice))
        p.hold(seat, choice, 1)
        p.cells[ACTED] = 1
        p.pay(seat, price)
        p.emit(BOUGHT, seat, choice, price)
        if price and leader != NO_OWNER:
            p.pay(leader, -price)
            p.emit(PAID_TO, seat, leader, 0)


class EndingActions(Step):
    """End the actions; the taxes follow. [H-ACT-8, H-TAX-1]"""

    def apply(self, p: Position, choice: int) -> None:
        collect_taxes(p)
