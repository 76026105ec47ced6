"""Permanent markers of sea routes. [HT-PRM-1]"""

from __future__ import annotations

from kontor.games.teutonica.rules.abilities import develop
from kontor.games.teutonica.rules.cities import Posts
from kontor.games.teutonica.rules.pieces import KINDS, PRIVILEGE, highest_level, piece_of
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import PIECE_RELOCATED
from kontor.games.teutonica.rules.reasons import (
    ABILITY_COMPLETE,
    ABROAD_NOT_AT_SOURCE,
    ABROAD_OCCUPIED,
    CITY_NOT_GREEN,
    CREATED_ROUTE,
    GREEN_POST_LACKS_KIND,
    LEGAL,
    NONE_LEFT_OF_ROUTE,
    NOT_ABROAD,
    SHIP_TAKES_MERCHANTS,
    TWO_OF_ROUTE_OCCUPIED,
)
from kontor.games.teutonica.rules.steps.relocate import has_extra, take_extra
from kontor.games.teutonica.rules.steps.step import Step
from kontor.games.teutonica.rules.tasks import LEFT, ROUTE, TRADERS_BACK


class GreenPostStep(Step):
    """Step that establishes a post in a green city with a piece of the supply, right of all posts. [HT-PRM-7]"""

    posts: Posts

    def __init__(self, first: int, size: int, posts: Posts) -> None:
        super().__init__(first, size)
        self.posts = posts

    def refusal(self, p: Position, choice: int) -> int:
        if not p.board.is_green[choice // KINDS]:
            return CITY_NOT_GREEN
        return LEGAL if p.in_supply(p.active(), choice % KINDS) else GREEN_POST_LACKS_KIND

    def apply(self, p: Position, choice: int) -> None:
        seat, city, kind = p.active(), choice // KINDS, choice % KINDS
        p.add_to_supply(seat, kind, -1)
        p.pop()
        self.posts.add_right(p, piece_of(seat, kind), city)


class DevelopPrivilegeStep(Step):
    """Step that develops Privilege. [HT-PRM-5]"""

    def refusal(self, p: Position, choice: int) -> int:
        return LEGAL if p.level(p.active(), PRIVILEGE) < highest_level(PRIVILEGE) else ABILITY_COMPLETE

    def apply(self, p: Position, choice: int) -> None:
        p.pop()
        develop(p, p.active(), PRIVILEGE)


def put_one_of_two(p: Position, piece: int, space: int) -> None:
    """Put one of the two pieces on a space and close the task after the second."""
    p.put(space, piece)
    p.emit(PIECE_RELOCATED, piece, space, 0)
    p.set_argument(LEFT, p.argument(LEFT) - 1)
    if p.argument(LEFT) == 0:
        p.pop()


class PlaceTwoFromRouteStep(Step):
    """Step that places up to two pieces of the created route instead of returning them. [HT-PRM-6]"""

    same_route: bool

    def __init__(self, first: int, size: int, same_route: bool) -> None:
        super().__init__(first, size)
        self.same_route = same_route

    def refusal(self, p: Position, choice: int) -> int:
        space, kind = choice // KINDS, choice % KINDS
        if p.argument(TRADERS_BACK + kind) == 0:
            return NONE_LEFT_OF_ROUTE
        if not self.same_route and p.board.route_of[space] == p.argument(ROUTE):
            return CREATED_ROUTE
        if not p.is_free(space):
            return TWO_OF_ROUTE_OCCUPIED
        return LEGAL if p.accepts(space, kind) else SHIP_TAKES_MERCHANTS

    def apply(self, p: Position, choice: int) -> None:
        seat, space, kind = p.active(), choice // KINDS, choice % KINDS
        p.set_argument(TRADERS_BACK + kind, p.argument(TRADERS_BACK + kind) - 1)
        p.add_to_stock(seat, kind, -1)
        put_one_of_two(p, piece_of(seat, kind), space)


class PlaceTwoAbroadStep(Step):
    """Step that places up to two pieces of the stock in closed countries, without permission. [HT-PRM-8]

    The created route has just returned two or more pieces to the stock, so supply and routes are not needed. [AMB-30]
    """

    def refusal(self, p: Position, choice: int) -> int:
        space, kind = choice // KINDS, choice % KINDS
        if not p.board.is_closed(p.board.route_of[space]):
            return NOT_ABROAD
        if not has_extra(p, p.active(), kind):
            return ABROAD_NOT_AT_SOURCE
        if not p.is_free(space):
            return ABROAD_OCCUPIED
        return LEGAL if p.accepts(space, kind) else SHIP_TAKES_MERCHANTS

    def apply(self, p: Position, choice: int) -> None:
        seat, space, kind = p.active(), choice // KINDS, choice % KINDS
        take_extra(p, seat, kind)
        put_one_of_two(p, piece_of(seat, kind), space)
