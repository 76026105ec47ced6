"""The permanent markers of sea routes. [HT-PRM-1]"""

from __future__ import annotations

from kontor.games.teutonica.abilities import develop
from kontor.games.teutonica.cities import Posts
from kontor.games.teutonica.facts import PIECE_RELOCATED
from kontor.games.teutonica.pieces import KINDS, PRIVILEGE, highest_level, piece_of
from kontor.games.teutonica.reasons import (
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
from kontor.games.teutonica.steps.relocating import offers_extra, take_extra
from kontor.games.teutonica.steps.step import Step
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import LEFT, ROUTE, TRADERS_BACK


class PuttingGreenPost(Step):
    """Put a piece of the supply into a green city, to the right of all posts. [HT-PRM-7]"""

    posts: Posts

    def __init__(self, first: int, size: int, posts: Posts) -> None:
        super().__init__(first, size)
        self.posts = posts

    def refusal(self, t: Table, choice: int) -> int:
        if not t.board.is_green[choice // KINDS]:
            return CITY_NOT_GREEN
        return LEGAL if t.in_supply(t.active(), choice % KINDS) else GREEN_POST_LACKS_KIND

    def apply(self, t: Table, choice: int) -> None:
        seat, city, kind = t.active(), choice // KINDS, choice % KINDS
        t.add_to_supply(seat, kind, -1)
        t.pop()
        self.posts.add_right(t, piece_of(seat, kind), city)


class DevelopingPrivilege(Step):
    """Develop Privilege. [HT-PRM-5]"""

    def refusal(self, t: Table, choice: int) -> int:
        return LEGAL if t.level(t.active(), PRIVILEGE) < highest_level(PRIVILEGE) else ABILITY_COMPLETE

    def apply(self, t: Table, choice: int) -> None:
        t.pop()
        develop(t, t.active(), PRIVILEGE)


def put_out(t: Table, piece: int, space: int) -> None:
    """Put one of the two pieces on a space and close the task after the second."""
    t.put(space, piece)
    t.tell(PIECE_RELOCATED, piece, space, 0)
    t.remember(LEFT, t.argument(LEFT) - 1)
    if t.argument(LEFT) == 0:
        t.pop()


class PlacingTwoOfRoute(Step):
    """Put up to two pieces of the created route on empty spaces instead of into the stock. [HT-PRM-6]"""

    same_route: bool

    def __init__(self, first: int, size: int, same_route: bool) -> None:
        super().__init__(first, size)
        self.same_route = same_route

    def refusal(self, t: Table, choice: int) -> int:
        space, kind = choice // KINDS, choice % KINDS
        if t.argument(TRADERS_BACK + kind) == 0:
            return NONE_LEFT_OF_ROUTE
        if not self.same_route and t.board.route_of[space] == t.argument(ROUTE):
            return CREATED_ROUTE
        if not t.is_free(space):
            return TWO_OF_ROUTE_OCCUPIED
        return LEGAL if t.takes(space, kind) else SHIP_TAKES_MERCHANTS

    def apply(self, t: Table, choice: int) -> None:
        seat, space, kind = t.active(), choice // KINDS, choice % KINDS
        t.remember(TRADERS_BACK + kind, t.argument(TRADERS_BACK + kind) - 1)
        t.add_to_stock(seat, kind, -1)
        put_out(t, piece_of(seat, kind), space)


class PlacingTwoAbroad(Step):
    """Put up to two pieces of the stock on spaces of closed countries, without permission. [HT-PRM-8]

    The created route has just returned two pieces to the stock, so supply and routes are never due. [AMB-30]
    """

    def refusal(self, t: Table, choice: int) -> int:
        space, kind = choice // KINDS, choice % KINDS
        if not t.board.is_closed(t.board.route_of[space]):
            return NOT_ABROAD
        if not offers_extra(t, t.active(), kind):
            return ABROAD_NOT_AT_SOURCE
        if not t.is_free(space):
            return ABROAD_OCCUPIED
        return LEGAL if t.takes(space, kind) else SHIP_TAKES_MERCHANTS

    def apply(self, t: Table, choice: int) -> None:
        seat, space, kind = t.active(), choice // KINDS, choice % KINDS
        take_extra(t, seat, kind)
        put_out(t, piece_of(seat, kind), space)
