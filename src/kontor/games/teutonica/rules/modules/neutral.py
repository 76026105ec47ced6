"""Module two-player-neutral: neutral traders for two players. [HT-P2N-1]"""

from __future__ import annotations

from kontor.games.teutonica.rules.cities import Posts, next_post
from kontor.games.teutonica.rules.hooks import MarkerHook, PieceHook
from kontor.games.teutonica.rules.pieces import EMPTY, NEUTRAL, TRADER, owner_of, piece_of
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import NEUTRAL_ROUTE_CREATED
from kontor.games.teutonica.rules.reasons import (
    ENDS_FULL,
    LEGAL,
    NEUTRAL_POST_NO_SPACE,
    NEUTRAL_POST_NOT_AT_END,
    NO_LONE_NEUTRAL,
)
from kontor.games.teutonica.rules.rule_set import RuleSet
from kontor.games.teutonica.rules.steps.create import ScoreControlStage, take_marker
from kontor.games.teutonica.rules.steps.replacement_markers import (
    RouteCondition,
    has_open_end,
    marked_refusal,
    pieces_on,
)
from kontor.games.teutonica.rules.steps.step import Stage, Step
from kontor.games.teutonica.rules.tasks import NEUTRAL_CREATION, NEUTRAL_POST, ROUTE, SEQUENCE, WHICH
from kontor.kernel.runtime.dialect import exported


@exported
def add_neutral_player(rules: RuleSet) -> RuleSet:
    """Add neutral traders that block routes and create them. [HT-P2N-2, HT-P2N-5, HT-P2N-12]"""
    rules.piece_hook = NeutralPieceHook()
    rules.marker_hook = NeutralMarkerHook()
    rules.conditions.insert(1, LoneNeutralCondition())
    rules.neutral_creation = [
        ScoreControlStage(),
        NeutralMarkerStage(),
        NeutralPostStage(),
        ClearNeutralRouteStage(),
    ]
    first, size = rules.first["neutral-post"], rules.size["neutral-post"]
    rules.steps.append((NEUTRAL_POST, NeutralPostStep(first, size, rules.posts)))
    return rules


class NeutralPieceHook(PieceHook):
    """Hook that creates a route as soon as neutral traders fill it. [HT-P2N-5]"""

    def piece_placed(self, p: Position, space: int) -> None:
        route = p.board.route_of[space]
        if p.owns_route(NEUTRAL, route):
            p.emit(NEUTRAL_ROUTE_CREATED, route, 0, 0)
            p.push(SEQUENCE, p.active())
            p.set_argument(WHICH, NEUTRAL_CREATION)
            p.set_argument(ROUTE, route)


class NeutralMarkerHook(MarkerHook):
    """Hook that adds a neutral trader to a route without pieces that gets a marker. [HT-P2N-12, HT-P2N-13]"""

    def marker_placed(self, p: Position, route: int) -> None:
        if pieces_on(p, route) == 0:
            p.put(p.board.first_house[route], piece_of(NEUTRAL, TRADER))


class LoneNeutralCondition(RouteCondition):
    """Condition of last resort: the only piece on the route is a neutral trader. [HT-P2N-13]"""

    def refusal(self, p: Position, route: int) -> int:
        reason = marked_refusal(p, route)
        if reason:
            return reason
        if not has_open_end(p, route):
            return ENDS_FULL
        is_lone = pieces_on(p, route) == 1 and p.on_route(NEUTRAL, TRADER, route) == 1
        return LEGAL if is_lone else NO_LONE_NEUTRAL


class NeutralMarkerStage(Stage):
    """Stage that gives the marker to the neutral player; the active seat draws the replacement. [HT-P2N-9]"""

    def begin(self, p: Position) -> None:
        take_marker(p, NEUTRAL, p.argument(ROUTE))


class NeutralPostStage(Stage):
    """Stage that lets the active seat choose the city of the neutral post, if a post space is empty. [HT-P2N-7]"""

    def begin(self, p: Position) -> None:
        route = p.argument(ROUTE)
        if has_open_end(p, route):
            p.push(NEUTRAL_POST, p.active())
            p.set_argument(ROUTE, route)


class NeutralPostStep(Step):
    """Step that establishes a neutral post on the leftmost empty space of an end city. [HT-P2N-7]"""

    posts: Posts

    def __init__(self, first: int, size: int, posts: Posts) -> None:
        super().__init__(first, size)
        self.posts = posts

    def refusal(self, p: Position, choice: int) -> int:
        if not p.board.joins(p.argument(ROUTE), choice):
            return NEUTRAL_POST_NOT_AT_END
        return LEGAL if next_post(p, choice) >= 0 else NEUTRAL_POST_NO_SPACE

    def apply(self, p: Position, choice: int) -> None:
        p.take_from_route(NEUTRAL, TRADER, p.argument(ROUTE))
        p.pop()
        self.posts.fill(p, piece_of(NEUTRAL, TRADER), choice)


class ClearNeutralRouteStage(Stage):
    """Stage that removes the neutral traders; one stays if an end has an ability or is special. [HT-P2N-8]"""

    def begin(self, p: Position) -> None:
        route = p.argument(ROUTE)
        first = p.board.route_first[route]
        for space in range(first, first + p.board.route_size[route]):
            if p.piece_at(space) != EMPTY and owner_of(p.piece_at(space)) == NEUTRAL:
                p.take_off(space)
        if p.board.neutral_home[route]:
            p.put(p.board.first_house[route], piece_of(NEUTRAL, TRADER))
