"""Why a marker cannot be used or placed."""

from __future__ import annotations

from kontor.core.game import Refusal
from kontor.games.teutonica.boardfile import ABILITY_IDS
from kontor.games.teutonica.cities import annex_piece, annexes_before, annexes_in, is_permanent
from kontor.games.teutonica.composing import plates_of
from kontor.games.teutonica.events import seat_id
from kontor.games.teutonica.layout import GIVEN_UP, PLATE, PLATE_UNSEEN, POSTS, USED
from kontor.games.teutonica.modules.neutral import LoneNeutral
from kontor.games.teutonica.moves import MARKER_IDS
from kontor.games.teutonica.pieces import (
    ABILITIES,
    ACTIONS_3,
    ACTIONS_4,
    BLOCK,
    DEVELOP_ABILITY,
    EMPTY,
    EXCHANGE_POSTS,
    MARKER_TYPES,
    SWAP_MARKER,
    TRADER,
    TRIBUTE,
    highest_level,
    owner_of,
)
from kontor.games.teutonica.refusals.question import Question, Reason, no_marker, not_in_supply
from kontor.games.teutonica.refusals.rewards import fully_developed
from kontor.games.teutonica.steps.moving import has_liftable
from kontor.games.teutonica.steps.replacing import WithoutOpenEnd, has_open_end, pieces_on
from kontor.games.teutonica.tasks import ANY, OTHERS


def no_use(q: Question) -> Reason:
    """Why a marker cannot be used. [HT-BMK-1, HT-BMK-3, HT-FAV-2]"""
    marker = MARKER_IDS.index(q.fields["marker"])
    return no_marker(q, marker) or no_effect(q, marker)


def no_effect(q: Question, marker: int) -> Reason:
    """The marker has nothing to act on. [HT-BMK-3, HT-PRO-2, HT-PRO-3, HT-PRO-4]"""
    if marker in (ACTIONS_3, ACTIONS_4):
        return Refusal("HT-FAV-2", {"given_up": True}) if q.t.cells[GIVEN_UP] else None
    if marker == EXCHANGE_POSTS:
        return no_exchange(q)
    if marker == DEVELOP_ABILITY:
        return nothing_to_develop(q) or fully_developed(q, ABILITY_IDS.index(q.fields["ability"]))
    if marker == SWAP_MARKER:
        return nothing_to_swap(q)
    if marker in (TRIBUTE, BLOCK):
        return not_in_supply(q, TRADER, "HT-PRO-3" if marker == TRIBUTE else "HT-PRO-4")
    return nothing_to_lift(q)


def nothing_to_develop(q: Question) -> Reason:
    """All abilities are fully developed. [HT-BMK-3]"""
    if any(q.t.level(q.t.active(), ability) < highest_level(ability) for ability in range(ABILITIES)):
        return None
    return Refusal("HT-BMK-3", {"marker": q.fields["marker"], "abilities": 0})


def nothing_to_swap(q: Question) -> Reason:
    """No opponent has a used marker. [HT-PRO-2]"""
    others = [seat for seat in range(q.t.players) if seat != q.t.active()]
    if any(q.t.cells[q.t.seat(seat) + USED + marker] for seat in others for marker in range(MARKER_TYPES)):
        return None
    return Refusal("HT-PRO-2", {"used": 0})


def nothing_to_lift(q: Question) -> Reason:
    """No piece stands on a route that the marker may take. [HT-BMK-3]"""
    if has_liftable(q.t, OTHERS if q.switches["three_marker"] == "move" else ANY):
        return None
    return Refusal("HT-BMK-3", {"marker": q.fields["marker"], "pieces": 0})


def no_exchange(q: Question) -> Reason:
    """The two posts make no legal pair. [HT-BMK-11, HT-EAS-7]"""
    city, left = q.city("city"), q.fields["left"]
    facts = {"city": q.fields["city"], "left": left}
    if q.t.board.is_green[city]:
        first = annexes_before(q.t, city) + left
        if left + 1 >= annexes_in(q.t, city) or not (is_permanent(q.t, first) and is_permanent(q.t, first + 1)):
            return Refusal("HT-EAS-7", facts)
        return wrong_pair(q, annex_piece(q.t, first), annex_piece(q.t, first + 1))
    if left + 1 >= q.t.board.post_count[city]:
        return Refusal("HT-BMK-11", facts | {"posts": q.t.board.post_count[city]})
    cell = POSTS + q.t.board.post_first[city] + left
    return wrong_pair(q, q.t.cells[cell], q.t.cells[cell + 1])


def wrong_pair(q: Question, left: int, right: int) -> Reason:
    """A post is missing, both belong to one owner, or none to the user. [HT-BMK-11]"""
    owners = [None if piece == EMPTY else seat_id(owner_of(piece)) for piece in (left, right)]
    needs_own = q.switches["exchange_needs_own"]
    if None in owners or owners[0] == owners[1] or (needs_own and q.t.active() not in owners):
        return Refusal("HT-BMK-11", {"city": q.fields["city"], "left": q.fields["left"], "owners": owners})
    return None


def no_marker_placing(q: Question) -> Reason:
    """Why a plate marker cannot be placed on a route. [HT-RPL-2, HT-RPL-5]"""
    return not_on_plate(q) or no_open_route(q) or no_fit(q)


def not_on_plate(q: Question) -> Reason:
    """No such marker lies on the plate, seen or unseen as the switch has it. [HT-RPL-2, HT-RPL-5]"""
    seat = q.t.seat(q.t.active())
    if "marker" not in q.fields:
        return None if q.t.cells[seat + PLATE_UNSEEN] else Refusal("HT-RPL-5", {"unseen": 0})
    if q.switches["marker_facing"] == "down":
        return Refusal("HT-RPL-5", {"marker": "?"})
    if q.t.cells[seat + PLATE + MARKER_IDS.index(q.fields["marker"])]:
        return None
    return Refusal("HT-RPL-2", {"marker": q.fields["marker"], "plate": 0})


def clause(q: Question, letter: str, **facts: object) -> Refusal:
    """The clause of HT-RPL-2 that a route does not meet. [HT-RPL-2]"""
    return Refusal("HT-RPL-2", {"clause": letter, "route": q.fields["route"]} | facts)


def no_open_route(q: Question) -> Reason:
    """A marker lies there, or none may ever. [HT-RPL-2, HT-PRM-3, HT-BRI-11, HT-EAS-8]"""
    board, route = q.t.board, q.route
    if q.t.marker_on(route):
        return clause(q, "a", marked=True)
    if board.permanent[route]:
        return clause(q, "a", permanent=True)
    return None if board.markable[route] else clause(q, "d", country=q.country_id(route))


def no_fit(q: Question) -> Reason:
    """Pieces stand there, or both ends are full, judged by the condition in force. [HT-RPL-2, HT-P2N-13]"""
    condition = plates_of(q.rules).condition(q.t)
    if condition is None or condition.fits(q.t, q.route):
        return None
    if isinstance(condition, LoneNeutral) and has_open_end(q.t, q.route):
        return clause(q, "e", pieces=pieces_on(q.t, q.route))
    if pieces_on(q.t, q.route) and not isinstance(condition, LoneNeutral):
        return clause(q, "b", pieces=pieces_on(q.t, q.route))
    return None if isinstance(condition, WithoutOpenEnd) else clause(q, "c")
