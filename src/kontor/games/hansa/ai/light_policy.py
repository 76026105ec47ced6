"""The light policy: fast hand-written rules for moves, used inside the kernel. [H-LIGHT-1, H-LIGHT-2, H-LIGHT-3]"""

from __future__ import annotations

from typing import Final

from kontor.games.hansa.rules.pieces import TILE_TYPES, barrels_of, colour_of
from kontor.games.hansa.rules.position import Position
from kontor.games.hansa.rules.tasks import ACTIONS, LOSING, RESTOCK, SELLING, TAX
from kontor.kernel.engine import random_move, random_move_between
from kontor.kernel.generator import Generator

ENOUGH_TILES: Final = 6
NONE: Final = -1


class LightPolicy:
    """The light policy; each attribute is the number of the first move of a verb."""

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

    def choose(self, p: Position, seat: int, generator: Generator) -> int:
        """Return the move of the policy for the deciding seat; the moves must be listed."""
        phase = p.phase()
        if phase == RESTOCK:
            return self.restock if 2 * p.empty_warehouses() >= p.board.warehouses else self.skip_restock
        if phase == ACTIONS:
            return self.act(p, generator)
        if phase == SELLING:
            return p.offers[0]
        if phase == LOSING:
            return self.least_valuable(p, seat, self.lose)
        if phase == TAX:
            return self.least_valuable(p, seat, self.give_up)
        return random_move(p, generator)

    def act(self, p: Position, generator: Generator) -> int:
        """Return the first possible move of: sell, build in a new port, buy, sail, end the actions. [H-LIGHT-2]"""
        move = random_move_between(p, generator, self.sell, self.sell + TILE_TYPES)
        if move < 0:
            move = self.build_in_new_port(p)
        if move < 0 and p.held_in_all(p.active()) < ENOUGH_TILES:
            move = self.best_purchase(p)
        if move < 0:
            move = random_move_between(p, generator, self.sail, self.sail + p.board.ports)
        return move if move >= 0 else self.end_actions

    def build_in_new_port(self, p: Position) -> int:
        """Return the move that builds in a port without own posts, with the smallest single tile, or -1."""
        seat = p.active()
        if p.posts(p.ship(), seat):
            return NONE
        needs_any = p.on_board(seat) == 0
        best, best_barrels = NONE, 4
        for n in range(p.offered):
            tile = p.offers[n] - self.build
            if not 0 <= tile < TILE_TYPES or barrels_of(tile) >= best_barrels:
                continue
            if needs_any or p.held_of_colour(seat, colour_of(tile)) == 1:
                best, best_barrels = p.offers[n], barrels_of(tile)
        return best

    def best_purchase(self, p: Position) -> int:
        """Return the purchase of a tile of a colour already held, then of the one with most barrels, or -1."""
        best, best_worth = NONE, 0
        for n in range(p.offered):
            tile = p.offers[n] - self.buy
            if 0 <= tile < TILE_TYPES:
                worth = barrels_of(tile) + (4 if p.held_of_colour(p.active(), colour_of(tile)) else 0)
                if worth > best_worth:
                    best, best_worth = p.offers[n], worth
        return best

    def least_valuable(self, p: Position, seat: int, first: int) -> int:
        """Return the move that loses the tile with the fewest barrels, a single one first. [H-LIGHT-3]"""
        best, least_worth = p.offers[0], 8
        for n in range(p.offered):
            tile = p.offers[n] - first
            worth = barrels_of(tile) + (4 if p.held_of_colour(seat, colour_of(tile)) > 1 else 0)
            if worth < least_worth:
                best, least_worth = p.offers[n], worth
        return best
