"""Two players with neutral traders. [HT-P2N-1]"""

from __future__ import annotations

from kontor.core.kernel import door
from kontor.games.teutonica.arrivals import Arrivals
from kontor.games.teutonica.cities import Posts, next_post
from kontor.games.teutonica.facts import NEUTRAL_ROUTE_CREATED
from kontor.games.teutonica.pieces import EMPTY, NEUTRAL, TRADER, owner_of, piece_of
from kontor.games.teutonica.reasons import (
    ENDS_FULL,
    LEGAL,
    NEUTRAL_POST_NO_SPACE,
    NEUTRAL_POST_NOT_AT_END,
    NO_LONE_NEUTRAL,
)
from kontor.games.teutonica.rules import Rules
from kontor.games.teutonica.steps.creating import ScoringControl, take_marker
from kontor.games.teutonica.steps.replacing import Condition, Landing, has_open_end, marked_refusal, pieces_on
from kontor.games.teutonica.steps.step import Stage, Step
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import NEUTRAL_CREATION, NEUTRAL_POST, ROUTE, SEQUENCE, WHICH


@door
def neutral(rules: Rules) -> Rules:
    """Let neutral traders block routes and create them. [HT-P2N-2, HT-P2N-5, HT-P2N-12]"""
    rules.arrivals = NeutralArrivals()
    rules.landing = NeutralLanding()
    rules.conditions.insert(1, LoneNeutral())
    rules.neutral_creation = [
        ScoringControl(),
        GivingMarkerToNeutral(),
        AskingForNeutralPost(),
        ClearingNeutralRoute(),
    ]
    first, size = rules.first["neutral-post"], rules.size["neutral-post"]
    rules.steps.append((NEUTRAL_POST, PostingNeutral(first, size, rules.posts)))
    return rules


class NeutralArrivals(Arrivals):
    """A route full of neutral traders is created at once. [HT-P2N-5]"""

    def arrived(self, t: Table, space: int) -> None:
        route = t.board.route_of[space]
        if t.owns_route(NEUTRAL, route):
            t.tell(NEUTRAL_ROUTE_CREATED, route, 0, 0)
            t.push(SEQUENCE, t.active())
            t.remember(WHICH, NEUTRAL_CREATION)
            t.remember(ROUTE, route)


class NeutralLanding(Landing):
    """A neutral trader comes with a marker onto a route without pieces. [HT-P2N-12, HT-P2N-13]"""

    def landed(self, t: Table, route: int) -> None:
        if pieces_on(t, route) == 0:
            t.put(t.board.first_house[route], piece_of(NEUTRAL, TRADER))


class LoneNeutral(Condition):
    """Failing other routes, one whose only piece is a neutral trader takes a marker. [HT-P2N-13]"""

    def refusal(self, t: Table, route: int) -> int:
        reason = marked_refusal(t, route)
        if reason:
            return reason
        if not has_open_end(t, route):
            return ENDS_FULL
        is_lone = pieces_on(t, route) == 1 and t.on_route(NEUTRAL, TRADER, route) == 1
        return LEGAL if is_lone else NO_LONE_NEUTRAL


class GivingMarkerToNeutral(Stage):
    """The marker goes to the neutral player; the active seat draws the replacement. [HT-P2N-9]"""

    def begin(self, t: Table) -> None:
        take_marker(t, NEUTRAL, t.argument(ROUTE))


class AskingForNeutralPost(Stage):
    """The active seat picks the city of the neutral post, if any has room. [HT-P2N-7]"""

    def begin(self, t: Table) -> None:
        route = t.argument(ROUTE)
        if has_open_end(t, route):
            t.push(NEUTRAL_POST, t.active())
            t.remember(ROUTE, route)


class PostingNeutral(Step):
    """One neutral trader goes to the leftmost empty space of an end. [HT-P2N-7]"""

    posts: Posts

    def __init__(self, first: int, size: int, posts: Posts) -> None:
        super().__init__(first, size)
        self.posts = posts

    def refusal(self, t: Table, choice: int) -> int:
        if not t.board.joins(t.argument(ROUTE), choice):
            return NEUTRAL_POST_NOT_AT_END
        return LEGAL if next_post(t, choice) >= 0 else NEUTRAL_POST_NO_SPACE

    def apply(self, t: Table, choice: int) -> None:
        t.use_up(NEUTRAL, TRADER, t.argument(ROUTE))
        t.pop()
        self.posts.fill(t, piece_of(NEUTRAL, TRADER), choice)


class ClearingNeutralRoute(Stage):
    """The traders leave, but one stays where an end shows an ability or is the special city. [HT-P2N-8]"""

    def begin(self, t: Table) -> None:
        route = t.argument(ROUTE)
        first = t.board.route_first[route]
        for space in range(first, first + t.board.route_size[route]):
            if t.piece_at(space) != EMPTY and owner_of(t.piece_at(space)) == NEUTRAL:
                t.take_off(space)
        if t.board.neutral_home[route]:
            t.put(t.board.first_house[route], piece_of(NEUTRAL, TRADER))
