"""The three placement rounds and the action *build*."""

from __future__ import annotations

from kontor.games.hansa.facts import BUILT, POSTS_PLACED
from kontor.games.hansa.layout import ACTED, ACTIVE, PLACED
from kontor.games.hansa.pieces import TILE_TYPES, barrels_of
from kontor.games.hansa.reasons import (
    ALREADY_ACTED,
    FORBIDDEN_PORT,
    LEGAL,
    OWN_POSTS_IN_PORT,
    STOCK_EMPTY,
    TILE_NOT_HELD,
)
from kontor.games.hansa.steps.step import Step
from kontor.games.hansa.table import Table
from kontor.games.hansa.turns import begin_turn


class Placing(Step):
    """Put two posts into a port without own posts, the forbidden ones excepted. [H-PLACE-1 … H-PLACE-5]"""

    def refusal(self, t: Table, choice: int) -> int:
        if t.board.forbidden[choice]:
            return FORBIDDEN_PORT
        return OWN_POSTS_IN_PORT if t.posts(choice, t.active()) else LEGAL

    def apply(self, t: Table, choice: int) -> None:
        seat = t.active()
        t.add_posts(choice, seat, t.board.posts_each_round)
        t.tell(POSTS_PLACED, seat, choice, t.board.posts_each_round)
        t.cells[PLACED] += 1
        if t.cells[PLACED] == t.board.rounds_of_placement * t.players:
            begin_turn(t, t.start_player())
        else:
            t.cells[ACTIVE] = (seat + 1) % t.players


class Building(Step):
    """Give up a held tile for as many posts as it has barrels. [H-BUILD-1 … H-BUILD-5]"""

    def refusal(self, t: Table, choice: int) -> int:
        if t.cells[ACTED]:
            return ALREADY_ACTED
        if t.held(t.active(), choice) == 0:
            return TILE_NOT_HELD
        return LEGAL if t.stock(t.active()) > 0 else STOCK_EMPTY

    def moves(self, t: Table) -> None:
        if t.cells[ACTED] == 0 and t.stock(t.active()) > 0:
            for tile in range(TILE_TYPES):
                if t.held(t.active(), tile):
                    t.offer(self.first + tile)

    def apply(self, t: Table, choice: int) -> None:
        seat = t.active()
        count = min(barrels_of(choice), t.stock(seat))
        t.throw_out(seat, choice)
        t.add_posts(t.ship(), seat, count)
        t.cells[ACTED] = 1
        t.tell(BUILT, seat, choice, count)
