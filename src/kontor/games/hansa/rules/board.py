"""The board and the numbers of the game as tables, created once from the board file."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from kontor.kernel.bit_sets import with_bit
from kontor.kernel.runtime.dialect import BitSets, Ints, UInt64


class Board:
    """The ports with their warehouses and arrows, and every number the rules use."""

    ports: int
    warehouses: int
    home: int  # where the ship starts
    thalers: int
    purse: int  # thalers of each player at the start
    income: int
    restock_cost: int
    move_cost: int
    buy_cost: int
    thalers_kept: int
    tiles_kept: int
    posts_each: int
    rounds_of_placement: int
    posts_each_round: int
    held_points: int
    sold_points: int
    barrel_points: int
    port_points: int
    lone_port_points: int
    stack_bonus: int
    pile_bonus: int
    ports_bonus: int
    small_bonus: int
    bank_may_owe: int
    port_of: Ints  # warehouse, in filling order -> port
    arrow: Ints  # port * ports + port -> a ship may sail there
    forbidden: Ints  # port -> no posts there in the opening
    copies: Ints  # barrels - 1 -> tiles of each colour
    all_warehouses: UInt64  # as a bit set, as those below
    warehouses_of: BitSets  # port -> its warehouses
    destinations: BitSets  # port -> the ports to which a ship may sail

    def __init__(self, tables: dict[str, Sequence[int]]) -> None:
        self.ports, self.warehouses, self.home = tables["sizes"]
        self.thalers, self.purse, self.income, self.restock_cost = tables["money"][:4]
        self.move_cost, self.buy_cost, self.thalers_kept, self.bank_may_owe = tables["money"][4:]
        self.posts_each, self.rounds_of_placement, self.posts_each_round, self.tiles_kept = tables["posts"]
        self.held_points, self.sold_points, self.barrel_points = tables["scoring"][:3]
        self.port_points, self.lone_port_points = tables["scoring"][3:]
        self.stack_bonus, self.pile_bonus, self.ports_bonus, self.small_bonus = tables["bonuses"]
        self.port_of = array("i", tables["port_of"])
        self.arrow = array("i", tables["arrow"])
        self.forbidden = array("i", tables["forbidden"])
        self.copies = array("i", tables["copies"])
        self.collect_sets()

    def collect_sets(self) -> None:
        """Collect the warehouses and the destinations of every port into bit sets."""
        self.all_warehouses = 0
        self.warehouses_of = array("Q", bytes(8 * self.ports))
        self.destinations = array("Q", bytes(8 * self.ports))
        for warehouse in range(self.warehouses):
            port = self.port_of[warehouse]
            self.all_warehouses = with_bit(self.all_warehouses, warehouse, True)
            self.warehouses_of[port] = with_bit(self.warehouses_of[port], warehouse, True)
        for port in range(self.ports):
            for other in range(self.ports):
                is_near = self.arrow[port * self.ports + other] != 0
                self.destinations[port] = with_bit(self.destinations[port], other, is_near)
