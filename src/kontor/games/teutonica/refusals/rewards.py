"""Why a reward of step 3, a permanent marker's gift or a neutral post is not legal."""

from __future__ import annotations

from kontor.core.game import Refusal
from kontor.games.teutonica.boardfile import ABILITY_IDS, PRIVILEGES
from kontor.games.teutonica.cities import has_printed_post, next_post
from kontor.games.teutonica.layout import SPECIAL
from kontor.games.teutonica.moves import KIND_IDS, SPECIAL_IDS
from kontor.games.teutonica.pieces import ADDITIONAL_POST, MERCHANT, PRIVILEGE, highest_level
from kontor.games.teutonica.refusals.question import Question, Reason, another_task, no_marker, not_in_supply
from kontor.games.teutonica.tasks import GREEN_POST, PRIVILEGE_GIFT, ROUTE


def no_reward(q: Question) -> Reason:
    """Why a reward is not to be had. [HT-RTE-2]"""
    if "post" in q.fields:
        return no_post(q, q.city("post"))
    if "extra_post" in q.fields:
        return no_extra_post(q, q.city("extra_post"))
    if "ability" in q.fields:
        ability = ABILITY_IDS.index(q.fields["ability"])
        return not_shown(q, ability) or fully_developed(q, ability)
    if "special" in q.fields:
        return no_special(q, SPECIAL_IDS.index(q.fields["special"]))
    return None


def not_an_end(q: Question, city: int, rule: str) -> Reason:
    """The city is no end of the route."""
    route = q.t.argument(ROUTE)
    if q.t.board.joins(route, city):
        return None
    return Refusal(rule, {"city": q.game.board.cities[city], "route": q.route_id(route)})


def no_post(q: Question, city: int) -> Reason:
    """Why no post can be established in a city. [HT-PST-1, HT-PST-3, HT-PST-4, HT-CMC-2, HT-EAS-4]"""
    return not_an_end(q, city, "HT-PST-1") or no_post_space(q, city) or wrong_piece(q, next_post(q.t, city))


def no_post_space(q: Question, city: int) -> Reason:
    """The city has no printed space, or no empty one. [HT-EAS-4, HT-CMC-2]"""
    if next_post(q.t, city) >= 0:
        return None
    green = q.t.board.is_green[city]
    return Refusal("HT-EAS-4" if green else "HT-CMC-2", {"city": q.game.board.cities[city]})


def wrong_piece(q: Question, post: int) -> Reason:
    """Privilege or a piece of the right shape is missing. [HT-PST-4, HT-PST-3]"""
    needed, kind = q.t.board.post_privilege[post], q.t.board.post_kind[post]
    if needed > q.t.level(q.t.active(), PRIVILEGE):
        return beyond_privilege(q, needed, "HT-PST-4")
    if q.t.on_route(q.t.active(), kind, q.t.argument(ROUTE)) == 0:
        return Refusal("HT-PST-3", {"kind": KIND_IDS[kind], "on_route": 0})
    return None


def beyond_privilege(q: Question, needed: int, rule: str) -> Refusal:
    """The colour asks for more privilege than there is."""
    level = q.t.level(q.t.active(), PRIVILEGE)
    return Refusal(rule, {"needed": PRIVILEGES[needed], "privilege": PRIVILEGES[level]})


def no_extra_post(q: Question, city: int) -> Reason:
    """Why no extra post can be established in a city. [HT-PST-8, HT-BMK-1, HT-EAS-4]"""
    if reason := not_an_end(q, city, "HT-PST-1") or no_marker(q, ADDITIONAL_POST):
        return reason
    if not q.t.board.is_green[city] and not has_printed_post(q.t, city):
        return Refusal("HT-PST-8", {"city": q.fields["extra_post"], "posts": 0})
    if q.t.on_route(q.t.active(), q.kind, q.t.argument(ROUTE)) == 0:
        return Refusal("HT-PST-8", {"kind": q.fields["kind"], "on_route": 0})
    return None


def not_shown(q: Question, ability: int) -> Reason:
    """No end city shows the ability. [HT-STP-1]"""
    board, route = q.t.board, q.t.argument(ROUTE)
    shown = board.abilities[board.low_end[route]] | board.abilities[board.high_end[route]]
    if shown >> ability & 1:
        return None
    names = [name for n, name in enumerate(ABILITY_IDS) if shown >> n & 1]
    return Refusal("HT-STP-1", {"ability": ABILITY_IDS[ability], "shown": names})


def fully_developed(q: Question, ability: int) -> Reason:
    """The ability is at its highest level. [HT-ABL-2]"""
    level = q.t.level(q.t.active(), ability)
    if level < highest_level(ability):
        return None
    return Refusal("HT-ABL-2", {"ability": ABILITY_IDS[ability], "level": level})


def no_special(q: Question, special: int) -> Reason:
    """Why a special prestige space cannot be taken. [HT-STP-3]"""
    if reason := not_an_end(q, q.t.board.special_city, "HT-STP-3"):
        return reason
    if q.t.on_route(q.t.active(), MERCHANT, q.t.argument(ROUTE)) == 0:
        return Refusal("HT-STP-3", {"kind": KIND_IDS[MERCHANT], "on_route": 0})
    holder = q.t.cells[SPECIAL + special]
    if holder:
        return Refusal("HT-STP-3", {"special": SPECIAL_IDS[special], "owner": holder - 1})
    return beyond_privilege(q, special, "HT-STP-3") if special > q.t.level(q.t.active(), PRIVILEGE) else None


def no_gift(q: Question) -> Reason:
    """Why a permanent marker does not give this. [HT-PRM-5, HT-PRM-7]"""
    if q.task != (PRIVILEGE_GIFT if "ability" in q.fields else GREEN_POST):
        return another_task(q)
    if "ability" in q.fields:
        return fully_developed(q, PRIVILEGE)
    if not q.t.board.is_green[q.city("city")]:
        return Refusal("HT-PRM-7", {"city": q.fields["city"], "green": False})
    return not_in_supply(q, q.kind, "HT-PRM-7")


def no_neutral_post(q: Question) -> Reason:
    """Why the neutral post cannot go to a city. [HT-P2N-7]"""
    city = q.city("city")
    if reason := not_an_end(q, city, "HT-P2N-7"):
        return reason
    return None if next_post(q.t, city) >= 0 else Refusal("HT-P2N-7", {"city": q.fields["city"], "empty": 0})
