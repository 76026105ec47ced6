"""The three placement rounds and the action *build*."""

from __future__ import annotations

from kontor.games.hansa.facts import BUILT, POSTS_PLACED
from kontor.games.hansa.layout import ACTED, ACTIVE, PLACED
from kontor.games.hansa.pieces import TILE_TYPES, barrels_of
from kontor.games.hansa.steps.step import Step
from kontor.games.hansa.table import Table
from kontor.games.hansa.turns import begin_turn


class Placing(Step):
    """Put two posts into a port without own posts, the forbidden ones excepted. [H-PLACE-1 … H-PLACE-5]"""

    def moves(self, t: Table) -> None:
        for port in range(t.board.ports):
            if not t.board.forbidden[port] and t.posts(port, t.active()) == 0:
                t.offer(self.first + port)

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
