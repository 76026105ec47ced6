"""The permanent markers of sea routes. [HT-PRM-1]"""

from __future__ import annotations

from kontor.games.teutonica.abilities import develop
from kontor.games.teutonica.cities import Posts
from kontor.games.teutonica.facts import PIECE_RELOCATED
from kontor.games.teutonica.pieces import KINDS, PRIVILEGE, highest_level, piece_of
from kontor.games.teutonica.steps.relocating import offers_extra, take_extra
from kontor.games.teutonica.steps.step import Step
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import LEFT, ROUTE, TRADERS_BACK


class PuttingGreenPost(Step):
    """Put a piece of the supply into a green city, to the right of all posts. [HT-PRM-7]"""

    posts: Posts

    def __init__(self, first: int, posts: Posts) -> None:
        self.first = first
        self.posts = posts

    def moves(self, t: Table) -> None:
        for city in range(t.board.cities):
            if t.board.is_green[city]:
                for kind in range(KINDS):
                    if t.in_supply(t.active(), kind):
                        t.offer(self.first + city * KINDS + kind)

    def apply(self, t: Table, choice: int) -> None:
        seat, city, kind = t.active(), choice // KINDS, choice % KINDS
        t.add_to_supply(seat, kind, -1)
        t.pop()
        self.posts.add_right(t, piece_of(seat, kind), city)


class DevelopingPrivilege(Step):
    """Develop Privilege. [HT-PRM-5]"""

    def moves(self, t: Table) -> None:
        if t.level(t.active(), PRIVILEGE) < highest_level(PRIVILEGE):
            t.offer(self.first)

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

    def __init__(self, first: int, same_route: bool) -> None:
        self.first = first
        self.same_route = same_route

    def moves(self, t: Table) -> None:
        for n in range(t.free_count):
            space = t.free_spaces[n]
            if self.same_route or t.board.route_of[space] != t.argument(ROUTE):
                for kind in range(KINDS):
                    if t.argument(TRADERS_BACK + kind) and t.takes(space, kind):
                        t.offer(self.first + space * KINDS + kind)

    def apply(self, t: Table, choice: int) -> None:
        seat, space, kind = t.active(), choice // KINDS, choice % KINDS
        t.remember(TRADERS_BACK + kind, t.argument(TRADERS_BACK + kind) - 1)
        t.add_to_stock(seat, kind, -1)
        put_out(t, piece_of(seat, kind), space)


class PlacingTwoAbroad(Step):
    """Put up to two pieces of the stock on spaces of closed countries, without permission. [HT-PRM-8]

    The created route has just returned two pieces to the stock, so supply and routes are never due. [AMB-30]
    """

    def moves(self, t: Table) -> None:
        for n in range(t.free_count):
            space = t.free_spaces[n]
            if t.board.is_closed(t.board.route_of[space]):
                for kind in range(KINDS):
                    if t.takes(space, kind) and offers_extra(t, t.active(), kind):
                        t.offer(self.first + space * KINDS + kind)

    def apply(self, t: Table, choice: int) -> None:
        seat, space, kind = t.active(), choice // KINDS, choice % KINDS
        take_extra(t, seat, kind)
        put_out(t, piece_of(seat, kind), space)
