"""The light policy, which plays inside the kernel. [H-LIGHT-1, H-LIGHT-2, H-LIGHT-3]"""

from __future__ import annotations

from typing import Final

from kontor.core.engine import any_move, one_between
from kontor.core.generator import Generator
from kontor.games.hansa.pieces import TILE_TYPES, barrels_of, colour_of
from kontor.games.hansa.table import Table
from kontor.games.hansa.tasks import ACTIONS, LOSING, RESTOCK, SELLING, TAX

ENOUGH_TILES: Final = 6
NONE: Final = -1


class Light:
    """The light policy; it knows with which number each sort of move begins."""

    restock: int
    skip_restock: int
    sail: int
    buy: int
    build: int
    sell: int
    lose: int
    give_up: int
    end_actions: int

    def __init__(self, first: dict[str, int]) -> None:
        self.restock = first["restock"]
        self.skip_restock = first["skip-restock"]
        self.sail = first["sail"]
        self.buy = first["buy"]
        self.build = first["build"]
        self.sell = first["sell"]
        self.lose = first["lose"]
        self.give_up = first["give-up"]
        self.end_actions = first["end-actions"]

    def choose(self, t: Table, seat: int, generator: Generator) -> int:
        """The move the policy makes for the deciding seat; the moves have been listed."""
        phase = t.phase()
        if phase == RESTOCK:
            return self.restock if 2 * t.empty_warehouses() >= t.board.warehouses else self.skip_restock
        if phase == ACTIONS:
            return self.act(t, generator)
        if phase == SELLING:
            return t.offers[0]
        if phase == LOSING:
            return self.least(t, seat, self.lose)
        if phase == TAX:
            return self.least(t, seat, self.give_up)
        return any_move(t, generator)

    def act(self, t: Table, generator: Generator) -> int:
        """Sell, build in a new port, buy, sail, or end: the first that applies. [H-LIGHT-2]"""
        move = one_between(t, generator, self.sell, self.sell + TILE_TYPES)
        if move < 0:
            move = self.build_anew(t)
        if move < 0 and t.held_in_all(t.active()) < ENOUGH_TILES:
            move = self.best_purchase(t)
        if move < 0:
            move = one_between(t, generator, self.sail, self.sail + t.board.ports)
        return move if move >= 0 else self.end_actions

    def build_anew(self, t: Table) -> int:
        """Build, in a port without own posts, with the smallest tile that has no partner, or -1."""
        seat = t.active()
        if t.posts(t.ship(), seat):
            return NONE
        needs_any = t.on_board(seat) == 0
        best, best_barrels = NONE, 4
        for n in range(t.offered):
            tile = t.offers[n] - self.build
            if not 0 <= tile < TILE_TYPES or barrels_of(tile) >= best_barrels:
                continue
            if needs_any or t.held_of_colour(seat, colour_of(tile)) == 1:
                best, best_barrels = t.offers[n], barrels_of(tile)
        return best

    def best_purchase(self, t: Table) -> int:
        """Buy a tile of a colour already held if there is one, then the one with most barrels, or -1."""
        best, best_worth = NONE, 0
        for n in range(t.offered):
            tile = t.offers[n] - self.buy
            if 0 <= tile < TILE_TYPES:
                worth = barrels_of(tile) + (4 if t.held_of_colour(t.active(), colour_of(tile)) else 0)
                if worth > best_worth:
                    best, best_worth = t.offers[n], worth
        return best

    def least(self, t: Table, seat: int, first: int) -> int:
        """Part with the tile that has the fewest barrels, one without a partner first. [H-LIGHT-3]"""
        best, least_worth = t.offers[0], 8
        for n in range(t.offered):
            tile = t.offers[n] - first
            worth = barrels_of(tile) + (4 if t.held_of_colour(seat, colour_of(tile)) > 1 else 0)
            if worth < least_worth:
                best, least_worth = t.offers[n], worth
        return best
