"""Step 3 of Create: post, extra post, ability, special prestige, or nothing."""

from __future__ import annotations

from kontor.games.teutonica.abilities import develop
from kontor.games.teutonica.cities import Posts, has_printed_post, next_post
from kontor.games.teutonica.facts import MARKER_USED, SPECIAL_TAKEN
from kontor.games.teutonica.layout import SPECIAL
from kontor.games.teutonica.pieces import (
    ADDITIONAL_POST,
    KINDS,
    MERCHANT,
    PRIVILEGE,
    highest_level,
    piece_of,
)
from kontor.games.teutonica.reasons import (
    ABILITY_COMPLETE,
    ABILITY_NOT_SHOWN,
    EXTRA_POST_COMES_FIRST,
    EXTRA_POST_LACKS_KIND,
    GREEN_WITHOUT_POST_SPACE,
    LEGAL,
    NO_POST_SPACE,
    POST_LACKS_KIND,
    POST_NEEDS_PRIVILEGE,
    POST_NOT_AT_END,
    SPECIAL_LACKS_MERCHANT,
    SPECIAL_NEEDS_PRIVILEGE,
    SPECIAL_NOT_AT_END,
    SPECIAL_OCCUPIED,
)
from kontor.games.teutonica.steps.step import Step, marker_refusal
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import ROUTE


class EstablishingPost(Step):
    """Put a piece of the route on the leftmost empty post space of an end. [HT-PST-1, HT-PST-2]"""

    posts: Posts

    def __init__(self, first: int, size: int, posts: Posts) -> None:
        super().__init__(first, size)
        self.posts = posts

    def refusal(self, t: Table, choice: int) -> int:
        seat, route = t.active(), t.argument(ROUTE)
        if not t.board.joins(route, choice):
            return POST_NOT_AT_END
        post = next_post(t, choice)
        if post < 0:
            return GREEN_WITHOUT_POST_SPACE if t.board.is_green[choice] else NO_POST_SPACE
        if t.board.post_privilege[post] > t.level(seat, PRIVILEGE):
            return POST_NEEDS_PRIVILEGE
        return LEGAL if t.on_route(seat, t.board.post_kind[post], route) else POST_LACKS_KIND

    def moves(self, t: Table) -> None:
        route = t.argument(ROUTE)
        for city in (t.board.low_end[route], t.board.high_end[route]):
            self.offer_legal(t, city, city + 1)

    def apply(self, t: Table, choice: int) -> None:
        seat, kind = t.active(), t.board.post_kind[next_post(t, choice)]
        t.use_up(seat, kind, t.argument(ROUTE))
        t.pop()
        self.posts.fill(t, piece_of(seat, kind), choice)


class EstablishingExtraPost(Step):
    """Use Extra Post: any piece of the route, to the left of everything. [HT-PST-8, HT-EAS-4]"""

    posts: Posts

    def __init__(self, first: int, size: int, posts: Posts) -> None:
        super().__init__(first, size)
        self.posts = posts

    def refusal(self, t: Table, choice: int) -> int:
        city, route = choice // KINDS, t.argument(ROUTE)
        if not t.board.joins(route, city):
            return POST_NOT_AT_END
        reason = marker_refusal(t, ADDITIONAL_POST)
        if reason:
            return reason
        if not t.board.is_green[city] and not has_printed_post(t, city):
            return EXTRA_POST_COMES_FIRST
        return LEGAL if t.on_route(t.active(), choice % KINDS, route) else EXTRA_POST_LACKS_KIND

    def moves(self, t: Table) -> None:
        route = t.argument(ROUTE)
        if t.unused(t.active(), ADDITIONAL_POST) > 0:
            for city in (t.board.low_end[route], t.board.high_end[route]):
                self.offer_legal(t, city * KINDS, city * KINDS + KINDS)

    def apply(self, t: Table, choice: int) -> None:
        seat, city, kind = t.active(), choice // KINDS, choice % KINDS
        t.turn_over(seat, ADDITIONAL_POST)
        t.tell(MARKER_USED, seat, ADDITIONAL_POST, 0)
        t.use_up(seat, kind, t.argument(ROUTE))
        t.pop()
        self.posts.add_left(t, piece_of(seat, kind), city)


class DevelopingByRoute(Step):
    """Develop an ability that an end city shows. [HT-STP-1, HT-STP-2, HT-EAS-2]"""

    def refusal(self, t: Table, choice: int) -> int:
        route = t.argument(ROUTE)
        shown = t.board.abilities[t.board.low_end[route]] | t.board.abilities[t.board.high_end[route]]
        if not shown >> choice & 1:
            return ABILITY_NOT_SHOWN
        return LEGAL if t.level(t.active(), choice) < highest_level(choice) else ABILITY_COMPLETE

    def apply(self, t: Table, choice: int) -> None:
        t.pop()
        develop(t, t.active(), choice)


class TakingSpecial(Step):
    """Put a merchant of the route on a special prestige space. [HT-STP-3]"""

    def refusal(self, t: Table, choice: int) -> int:
        seat, route = t.active(), t.argument(ROUTE)
        if not t.board.joins(route, t.board.special_city):
            return SPECIAL_NOT_AT_END
        if t.on_route(seat, MERCHANT, route) == 0:
            return SPECIAL_LACKS_MERCHANT
        if t.cells[SPECIAL + choice]:
            return SPECIAL_OCCUPIED
        return LEGAL if choice <= t.level(seat, PRIVILEGE) else SPECIAL_NEEDS_PRIVILEGE

    def apply(self, t: Table, choice: int) -> None:
        seat = t.active()
        t.use_up(seat, MERCHANT, t.argument(ROUTE))
        t.pop()
        t.cells[SPECIAL + choice] = seat + 1
        t.tell(SPECIAL_TAKEN, seat, choice, 0)


class TakingNothing(Step):
    """Leave step 3 out. [HT-RTE-3]"""

    def apply(self, t: Table, choice: int) -> None:
        t.pop()
