"""Why a displaced player, or the user of a permanent marker, cannot put a piece there or stop."""

from __future__ import annotations

from kontor.core.game import Refusal
from kontor.games.teutonica.layout import HAND_COUNTRIES, HAND_PIECES
from kontor.games.teutonica.moves import KIND_IDS
from kontor.games.teutonica.pieces import EMPTY, NEUTRAL, kind_of, owner_of
from kontor.games.teutonica.refusals.question import Question, Reason, occupied, ship_only
from kontor.games.teutonica.rings import may_leave, nearest_ring, ring
from kontor.games.teutonica.steps.relocating import (
    has_extra_space,
    offers_extra,
    spares_refuge,
    was_filled,
)
from kontor.games.teutonica.tasks import (
    DISPLACED,
    EXTRAS,
    FROM_ROUTE,
    LIFTING,
    MUST,
    OWNER,
    RELOCATION,
    REMOVAL,
    ROUTE,
    TRADERS_BACK,
    TWO_ABROAD,
    TWO_OF_ROUTE,
)

NOT_LIFTED = -1


def no_relocating(q: Question) -> Reason:
    """Why a piece cannot be put out there. [HT-DSP-5, HT-DSP-6, HT-DSP-8, HT-PRM-6, HT-PRM-8]"""
    if q.task == TWO_OF_ROUTE:
        return not_of_route(q) or onto_created_route(q) or occupied(q, "HT-PRM-6") or ship_only(q, q.kind)
    if q.task == TWO_ABROAD:
        return not_abroad(q) or not_from_source(q, "HT-PRM-8") or occupied(q, "HT-PRM-8") or ship_only(q, q.kind)
    is_displaced = q.t.argument(DISPLACED) == q.kind + 1
    return (None if is_displaced else no_extra(q)) or no_place(q, q.kind, NOT_LIFTED, is_displaced)


def not_of_route(q: Question) -> Reason:
    """No piece of the kind is left of the created route. [HT-PRM-6]"""
    if q.t.argument(TRADERS_BACK + q.kind):
        return None
    return Refusal("HT-PRM-6", {"kind": q.fields["kind"], "left": 0})


def onto_created_route(q: Question) -> Reason:
    """The created route itself is no target in this edition. [HT-PRM-6]"""
    if q.switches["place2_same_route"] or q.route != q.t.argument(ROUTE):
        return None
    return Refusal("HT-PRM-6", {"route": q.route_id(q.route)})


def not_abroad(q: Question) -> Reason:
    """The route lies in the open country. [HT-PRM-8]"""
    if q.t.board.is_closed(q.route):
        return None
    return Refusal("HT-PRM-8", {"country": q.country_id(q.route)})


def no_extra(q: Question) -> Reason:
    """No extra of the kind may be put out now. [HT-DSP-5, HT-DSP-6, HT-DSP-10]"""
    return no_extras_left(q) or displaced_comes_first(q) or not_from_source(q, "HT-DSP-6")


def no_extras_left(q: Question) -> Reason:
    """All extras are out. [HT-DSP-5]"""
    if q.t.argument(EXTRAS):
        return None
    in_hand = q.t.argument(DISPLACED)
    return Refusal("HT-DSP-5", {"extras": 0, "in_hand": KIND_IDS[in_hand - 1] if in_hand else None})


def displaced_comes_first(q: Question) -> Reason:
    """By switch the displaced piece is put back before any extra. [HT-DSP-10]"""
    if q.switches["displaced_order"] == "displaced-first" and q.t.argument(DISPLACED):
        return Refusal("HT-DSP-10", {"in_hand": KIND_IDS[q.t.argument(DISPLACED) - 1]})
    return None


def due_source(q: Question, owner: int) -> str:
    """Where the next extra comes from. [HT-DSP-6]"""
    if owner == NEUTRAL or q.t.stock_size(owner):
        return "stock"
    return "supply" if q.t.supply_size(owner) else "routes"


def not_from_source(q: Question, rule: str) -> Reason:
    """The due source has no piece of the kind. [HT-DSP-6, HT-PRM-8, HT-P2N-2]"""
    owner = q.t.active() if q.task == TWO_ABROAD else q.t.argument(OWNER)
    if offers_extra(q.t, owner, q.kind):
        return None
    rule = "HT-P2N-2" if owner == NEUTRAL else rule
    return Refusal(rule, {"kind": q.fields["kind"], "source": due_source(q, owner)})


def no_place(q: Question, kind: int, country: int, is_displaced: bool) -> Reason:
    """The space is none of those the piece may go to. [HT-DSP-8, HT-DSP-9, HT-DSP-10, HT-BRI-8]"""
    return (
        occupied(q, "HT-DSP-8")
        or ship_only(q, kind)
        or out_of_bounds(q, country)
        or not_nearest(q, kind, country)
        or (None if is_displaced else last_refuge(q))
    )


def out_of_bounds(q: Question, country: int) -> Reason:
    """The route is that of the displacement, or lies in a closed country. [HT-DSP-9, HT-BRI-8, HT-BRI-9]"""
    board, owner, origin = q.t.board, q.t.argument(OWNER), q.t.argument(FROM_ROUTE)
    if q.route == origin and not ring(q.t, owner, origin, origin):
        return Refusal("HT-DSP-9", {"route": q.route_id(origin)})
    if not may_leave(q.t, board.country[origin], q.route):
        return Refusal("HT-BRI-8", {"from": q.country_id(origin), "country": q.country_id(q.route)})
    if not may_leave(q.t, country, q.route):
        facts = {"from": q.game.board.countries[country], "country": q.country_id(q.route)}
        return Refusal("HT-BRI-9", facts)
    return None


def not_nearest(q: Question, kind: int, country: int) -> Reason:
    """A nearer ring has room. [HT-DSP-8]"""
    owner, origin = q.t.argument(OWNER), q.t.argument(FROM_ROUTE)
    here, nearest = ring(q.t, owner, origin, q.route), nearest_ring(q.t, owner, origin, kind, country)
    return None if here and here == nearest else Refusal("HT-DSP-8", {"ring": here, "nearest": nearest})


def last_refuge(q: Question) -> Reason:
    """The extra would take the last space of the displaced piece. [HT-DSP-10]"""
    displaced = q.t.argument(DISPLACED)
    if spares_refuge(q.t, q.t.argument(OWNER), q.t.argument(FROM_ROUTE), displaced, q.space):
        return None
    return Refusal("HT-DSP-10", {"space": q.fields["space"], "in_hand": KIND_IDS[displaced - 1]})


def no_extra_put(q: Question) -> Reason:
    """Why a lifted extra cannot be put there. [HT-DSP-11]"""
    return no_place(q, kind_of(q.t.cells[HAND_PIECES]), q.t.cells[HAND_COUNTRIES], False)


def no_extra_lift(q: Question) -> Reason:
    """Why a piece cannot be lifted as an extra. [HT-DSP-6, HT-DSP-11, HT-P2N-3]"""
    owner = q.t.argument(OWNER)
    if owner == NEUTRAL:
        return Refusal("HT-P2N-3", {"source": "stock"})
    return no_extras_left(q) or displaced_comes_first(q) or not_yet_from_routes(q, owner) or not_own(q, owner)


def not_yet_from_routes(q: Question, owner: int) -> Reason:
    """Stock or supply come before pieces on routes. [HT-DSP-6]"""
    source = due_source(q, owner)
    return None if source == "routes" else Refusal("HT-DSP-6", {"source": source})


def not_own(q: Question, owner: int) -> Reason:
    """No own piece stands there, or one put down just now, or one without a goal. [HT-DSP-6, HT-DSP-11]"""
    piece = q.t.piece_at(q.space)
    if piece == EMPTY or owner_of(piece) != owner:
        return Refusal("HT-DSP-6", {"space": q.fields["space"], "owner": q.owner_id(q.space)})
    if was_filled(q.t, q.space):
        return Refusal("HT-DSP-6", {"space": q.fields["space"], "put_down_now": True})
    return stranded(q, owner, piece)


def stranded(q: Question, owner: int, piece: int) -> Reason:
    """The piece would have no legal space once lifted. [HT-DSP-11]"""
    t, country = q.t, q.t.board.country[q.route]
    t.take_off(q.space)
    found = has_extra_space(t, owner, t.argument(FROM_ROUTE), t.argument(DISPLACED), kind_of(piece), country)
    t.put(q.space, piece)
    return None if found else Refusal("HT-DSP-11", {"space": q.fields["space"]})


def no_stopping(q: Question) -> Reason:
    """Something has to be taken or put down first. [HT-DSP-5, HT-BMK-15, HT-BMK-16, HT-P2N-3]"""
    if q.task == LIFTING and q.t.argument(MUST):
        return Refusal("HT-BMK-16", {"least": 1})
    if q.task == REMOVAL and q.t.argument(MUST):
        return Refusal("HT-BMK-15", {"least": 1})
    if q.task == RELOCATION and q.t.argument(DISPLACED):
        return Refusal("HT-DSP-5", {"in_hand": KIND_IDS[q.t.argument(DISPLACED) - 1]})
    if q.task == RELOCATION:
        return Refusal("HT-P2N-3", {"extras": q.t.argument(EXTRAS)})
    return None
