"""Step 3 of Create: post, extra post, ability, special prestige space, or nothing."""

from __future__ import annotations

from kontor.games.teutonica.rules.abilities import develop
from kontor.games.teutonica.rules.cities import Posts, has_printed_post, next_post
from kontor.games.teutonica.rules.layout import SPECIAL
from kontor.games.teutonica.rules.pieces import ADDITIONAL_POST, KINDS, MERCHANT, PRIVILEGE, highest_level, piece_of
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import MARKER_USED, SPECIAL_TAKEN
from kontor.games.teutonica.rules.reasons import (
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
from kontor.games.teutonica.rules.steps.step import Step, marker_refusal
from kontor.games.teutonica.rules.tasks import ROUTE


class EstablishPostStep(Step):
    """Step that establishes a post on the leftmost empty post space of an end city. [HT-PST-1, HT-PST-2]"""

    posts: Posts

    def __init__(self, first: int, size: int, posts: Posts) -> None:
        super().__init__(first, size)
        self.posts = posts

    def refusal(self, p: Position, choice: int) -> int:
        seat, route = p.active(), p.argument(ROUTE)
        if not p.board.joins(route, choice):
            return POST_NOT_AT_END
        post = next_post(p, choice)
        if post < 0:
            return GREEN_WITHOUT_POST_SPACE if p.board.is_green[choice] else NO_POST_SPACE
        if p.board.post_privilege[post] > p.level(seat, PRIVILEGE):
            return POST_NEEDS_PRIVILEGE
        return LEGAL if p.on_route(seat, p.board.post_kind[post], route) else POST_LACKS_KIND

    def moves(self, p: Position) -> None:
        route = p.argument(ROUTE)
        for city in (p.board.low_end[route], p.board.high_end[route]):
            self.offer_legal(p, city, city + 1)

    def apply(self, p: Position, choice: int) -> None:
        seat, kind = p.active(), p.board.post_kind[next_post(p, choice)]
        p.take_from_route(seat, kind, p.argument(ROUTE))
        p.pop()
        self.posts.fill(p, piece_of(seat, kind), choice)


class EstablishExtraPostStep(Step):
    """Step that uses the marker Extra Post: any piece of the route, left of all posts. [HT-PST-8, HT-EAS-4]"""

    posts: Posts

    def __init__(self, first: int, size: int, posts: Posts) -> None:
        super().__init__(first, size)
        self.posts = posts

    def refusal(self, p: Position, choice: int) -> int:
        city, route = choice // KINDS, p.argument(ROUTE)
        if not p.board.joins(route, city):
            return POST_NOT_AT_END
        reason = marker_refusal(p, ADDITIONAL_POST)
        if reason:
            return reason
        if not p.board.is_green[city] and not has_printed_post(p, city):
            return EXTRA_POST_COMES_FIRST
        return LEGAL if p.on_route(p.active(), choice % KINDS, route) else EXTRA_POST_LACKS_KIND

    def moves(self, p: Position) -> None:
        route = p.argument(ROUTE)
        if p.unused(p.active(), ADDITIONAL_POST) > 0:
            for city in (p.board.low_end[route], p.board.high_end[route]):
                self.offer_legal(p, city * KINDS, city * KINDS + KINDS)

    def apply(self, p: Position, choice: int) -> None:
        seat, city, kind = p.active(), choice // KINDS, choice % KINDS
        p.mark_used(seat, ADDITIONAL_POST)
        p.emit(MARKER_USED, seat, ADDITIONAL_POST, 0)
        p.take_from_route(seat, kind, p.argument(ROUTE))
        p.pop()
        self.posts.add_left(p, piece_of(seat, kind), city)


class DevelopAbilityStep(Step):
    """Step that develops an ability of an end city. [HT-STP-1, HT-STP-2, HT-EAS-2]"""

    def refusal(self, p: Position, choice: int) -> int:
        route = p.argument(ROUTE)
        shown = p.board.abilities[p.board.low_end[route]] | p.board.abilities[p.board.high_end[route]]
        if not shown >> choice & 1:
            return ABILITY_NOT_SHOWN
        return LEGAL if p.level(p.active(), choice) < highest_level(choice) else ABILITY_COMPLETE

    def apply(self, p: Position, choice: int) -> None:
        p.pop()
        develop(p, p.active(), choice)


class TakeSpecialSpaceStep(Step):
    """Step that puts a merchant of the route on a special prestige space. [HT-STP-3]"""

    def refusal(self, p: Position, choice: int) -> int:
        seat, route = p.active(), p.argument(ROUTE)
        if not p.board.joins(route, p.board.special_city):
            return SPECIAL_NOT_AT_END
        if p.on_route(seat, MERCHANT, route) == 0:
            return SPECIAL_LACKS_MERCHANT
        if p.cells[SPECIAL + choice]:
            return SPECIAL_OCCUPIED
        return LEGAL if choice <= p.level(seat, PRIVILEGE) else SPECIAL_NEEDS_PRIVILEGE

    def apply(self, p: Position, choice: int) -> None:
        seat = p.active()
        p.take_from_route(seat, MERCHANT, p.argument(ROUTE))
        p.pop()
        p.cells[SPECIAL + choice] = seat + 1
        p.emit(SPECIAL_TAKEN, seat, choice, 0)


class SkipRewardStep(Step):
    """Step that takes no reward. [HT-RTE-3]"""

    def apply(self, p: Position, choice: int) -> None:
        p.pop()
