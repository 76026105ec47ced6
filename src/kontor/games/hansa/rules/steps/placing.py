"""The three placement rounds and the action *build*."""

from __future__ import annotations

from kontor.games.hansa.rules.layout import ACTED, ACTIVE, PLACED
from kontor.games.hansa.rules.pieces import barrels_of
from kontor.games.hansa.rules.position import Position
from kontor.games.hansa.rules.raw_events import BUILT, POSTS_PLACED
from kontor.games.hansa.rules.reasons import (
    ALREADY_ACTED,
    FORBIDDEN_PORT,
    LEGAL,
    OWN_POSTS_IN_PORT,
    STOCK_EMPTY,
    TILE_NOT_HELD,
)
from kontor.games.hansa.rules.steps.step import Step
from kontor.games.hansa.rules.turns import begin_turn


class Placing(Step):
    """Place two posts in a port without own posts that is not forbidden. [H-PLACE-1 … H-PLACE-5]"""

    def refusal(self, p: Position, choice: int) -> int:
        if p.board.forbidden[choice]:
            return FORBIDDEN_PORT
        return OWN_POSTS_IN_PORT if p.posts(choice, p.active()) else LEGAL

    def apply(self, p: Position, choice: int) -> None:
        seat = p.active()
        p.add_posts(choice, seat, p.board.posts_each_round)
        p.emit(POSTS_PLACED, seat, choice, p.board.posts_each_round)
        p.cells[PLACED] += 1
        if p.cells[PLACED] == p.board.rounds_of_placement * p.players:
            begin_turn(p, p.start_player())
        else:
            p.cells[ACTIVE] = (seat + 1) % p.players


class Building(Step):
    """Spend a held tile on as many posts as it has barrels. [H-BUILD-1 … H-BUILD-5]"""

    def refusal(self, p: Position, choice: int) -> int:
        if p.cells[ACTED]:
            return ALREADY_ACTED
        if p.held(p.active(), choice) == 0:
            return TILE_NOT_HELD
        return LEGAL if p.stock(p.active()) > 0 else STOCK_EMPTY

    def moves(self, p: Position) -> None:
        if p.cells[ACTED] == 0 and p.stock(p.active()) > 0:
            p.offer_each(self.first, p.held_types(p.active()))

    def apply(self, p: Position, choice: int) -> None:
        seat = p.active()
        count = min(barrels_of(choice), p.stock(seat))
        p.remove_from_game(seat, choice)
        p.add_posts(p.ship(), seat, count)
        p.cells[ACTED] = 1
        p.emit(BUILT, seat, choice, count)
