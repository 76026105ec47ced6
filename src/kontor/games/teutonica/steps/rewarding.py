"""Step 3 of Create: post, extra post, ability, special prestige, or nothing."""

from __future__ import annotations

from kontor.games.teutonica.abilities import develop
from kontor.games.teutonica.cities import Posts, has_printed_post, next_post
from kontor.games.teutonica.facts import MARKER_USED, SPECIAL_TAKEN
from kontor.games.teutonica.layout import SPECIAL
from kontor.games.teutonica.pieces import (
    ABILITIES,
    ADDITIONAL_POST,
    KINDS,
    MERCHANT,
    PRIVILEGE,
    SPECIAL_SPACES,
    highest_level,
    piece_of,
)
from kontor.games.teutonica.steps.step import Step
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import ROUTE


class EstablishingPost(Step):
    """Put a piece of the route on the leftmost empty post space of an end. [HT-PST-1, HT-PST-2]"""

    posts: Posts

    def __init__(self, first: int, posts: Posts) -> None:
        self.first = first
        self.posts = posts

    def moves(self, t: Table) -> None:
        route = t.argument(ROUTE)
        for city in (t.board.low_end[route], t.board.high_end[route]):
            if self.may_establish(t, city, route):
                t.offer(self.first + city)

    def may_establish(self, t: Table, city: int, route: int) -> bool:
        """Whether privilege and a piece of the right shape are there. [HT-PST-3, HT-PST-4]"""
        seat, post = t.active(), next_post(t, city)
        return (
            post >= 0
            and t.board.post_privilege[post] <= t.level(seat, PRIVILEGE)
            and t.on_route(seat, t.board.post_kind[post], route) > 0
        )

    def apply(self, t: Table, choice: int) -> None:
        seat, kind = t.active(), t.board.post_kind[next_post(t, choice)]
        t.use_up(seat, kind, t.argument(ROUTE))
        t.pop()
        self.posts.fill(t, piece_of(seat, kind), choice)


class EstablishingExtraPost(Step):
    """Use Extra Post: any piece of the route, to the left of everything. [HT-PST-8, HT-EAS-4]"""

    posts: Posts

    def __init__(self, first: int, posts: Posts) -> None:
        self.first = first
        self.posts = posts

    def moves(self, t: Table) -> None:
        seat, route = t.active(), t.argument(ROUTE)
        if t.unused(seat, ADDITIONAL_POST) <= 0:
            return
        for city in (t.board.low_end[route], t.board.high_end[route]):
            if t.board.is_green[city] or has_printed_post(t, city):
                for kind in range(KINDS):
                    if t.on_route(seat, kind, route):
                        t.offer(self.first + city * KINDS + kind)

    def apply(self, t: Table, choice: int) -> None:
        seat, city, kind = t.active(), choice // KINDS, choice % KINDS
        t.turn_over(seat, ADDITIONAL_POST)
        t.tell(MARKER_USED, seat, ADDITIONAL_POST, 0)
        t.use_up(seat, kind, t.argument(ROUTE))
        t.pop()
        self.posts.add_left(t, piece_of(seat, kind), city)


class DevelopingByRoute(Step):
    """Develop an ability that an end city shows. [HT-STP-1, HT-STP-2, HT-EAS-2]"""

    def moves(self, t: Table) -> None:
        route = t.argument(ROUTE)
        shown = t.board.abilities[t.board.low_end[route]] | t.board.abilities[t.board.high_end[route]]
        for ability in range(ABILITIES):
            if shown >> ability & 1 and t.level(t.active(), ability) < highest_level(ability):
                t.offer(self.first + ability)

    def apply(self, t: Table, choice: int) -> None:
        t.pop()
        develop(t, t.active(), choice)


class TakingSpecial(Step):
    """Put a merchant of the route on a special prestige space. [HT-STP-3]"""

    def moves(self, t: Table) -> None:
        seat, route = t.active(), t.argument(ROUTE)
        if t.board.joins(route, t.board.special_city) and t.on_route(seat, MERCHANT, route):
            for special in range(SPECIAL_SPACES):
                if t.cells[SPECIAL + special] == 0 and special <= t.level(seat, PRIVILEGE):
                    t.offer(self.first + special)

    def apply(self, t: Table, choice: int) -> None:
        seat = t.active()
        t.use_up(seat, MERCHANT, t.argument(ROUTE))
        t.pop()
        t.cells[SPECIAL + choice] = seat + 1
        t.tell(SPECIAL_TAKEN, seat, choice, 0)


class TakingNothing(Step):
    """Leave step 3 out. [HT-RTE-3]"""

    def moves(self, t: Table) -> None:
        t.offer(self.first)

    def apply(self, t: Table, choice: int) -> None:
        t.pop()
