"""Why an action is not legal: income, place, displace, move, create."""

from __future__ import annotations

from kontor.core.game import Refusal
from kontor.games.teutonica.layout import HAND_COUNTRIES, HAND_PIECES
from kontor.games.teutonica.modules.promos import blocks_on
from kontor.games.teutonica.moves import KIND_IDS
from kontor.games.teutonica.pieces import BANK, EMPTY, KINDS, MERCHANT, TRADER, bank_value, kind_of, owner_of
from kontor.games.teutonica.refusals.question import (
    Question,
    Reason,
    far_from_pawn,
    no_action,
    no_entry,
    not_in_supply,
    occupied,
    ship_only,
)
from kontor.games.teutonica.refusals.sub_turns import no_extra_lift, no_extra_put
from kontor.games.teutonica.rings import refuges
from kontor.games.teutonica.room import leaves_room
from kontor.games.teutonica.steps.moving import has_liftable, may_lift
from kontor.games.teutonica.tasks import ANY, LEFT, LIFTING, OTHERS, OWN, PUTTING, RELOCATION, WHOSE

LIFT_RULES = {OWN: "HT-MOV-2", OTHERS: "HT-BMK-16", ANY: "HT-PRM-4"}


def no_income(q: Question) -> Reason:
    """Why an income is not legal. [HT-INC-1, HT-INC-2, HT-INC-3]"""
    return no_action(q) or empty_stock(q) or not_in_stock(q) or wrong_income(q)


def empty_stock(q: Question) -> Reason:
    """The stock is empty. [HT-INC-1]"""
    return None if q.t.stock_size(q.t.active()) else Refusal("HT-INC-1", {"stock": 0})


def not_in_stock(q: Question) -> Reason:
    """The stock has too few pieces of a kind. [HT-INC-3]"""
    for kind, field in enumerate(("traders", "merchants")):
        stock = q.t.in_stock(q.t.active(), kind)
        if q.fields[field] > stock:
            return Refusal("HT-INC-3", {"kind": KIND_IDS[kind], "needed": q.fields[field], "stock": stock})
    return None


def wrong_income(q: Question) -> Reason:
    """Fewer or more pieces than the Bank allows. [HT-INC-2]"""
    seat = q.t.active()
    most = min(bank_value(q.t.level(seat, BANK)), q.t.stock_size(seat))
    least = most if q.switches["income"] == "exact" else 1
    asked = q.fields["traders"] + q.fields["merchants"]
    if least <= asked <= most:
        return None
    return Refusal("HT-INC-2", {"asked": asked, "least": least, "most": most})


def no_placing(q: Question) -> Reason:
    """Why a piece cannot be placed. [HT-PLC-1, HT-PLC-2, HT-PLC-3, HT-PRO-4]"""
    return (
        no_action(q)
        or occupied(q, "HT-PLC-1")
        or ship_only(q, q.kind)
        or not_in_supply(q, q.kind, "HT-PLC-1")
        or no_entry(q)
        or wrong_surcharge(q)
    )


def wrong_surcharge(q: Question) -> Reason:
    """A Block asks for one more piece each, and nothing else does. [HT-PRO-4]"""
    blocks = blocks_on(q.t, q.route)
    paid = q.fields.get("fee_merchants")
    if (paid is None) != (blocks == 0) or (paid or 0) > blocks:
        return Refusal("HT-PRO-4", {"blocks": blocks, "fee_merchants": paid})
    return short_of_fee(q, blocks, "HT-PRO-4", "HT-PRO-4")


def short_of_fee(q: Question, fee: int, rule: str, mix_rule: str) -> Reason:
    """The supply does not hold the piece to put down and the fee, or not in this mix. [HT-DSP-2, HT-DSP-3]"""
    supply = q.t.supply_size(q.t.active())
    if supply < 1 + fee:
        return Refusal(rule, {"needed": 1 + fee, "supply": supply})
    paid = q.fields.get("fee_merchants", 0)
    traders, merchants = fee - paid + int(q.kind == TRADER), paid + int(q.kind == MERCHANT)
    return not_in_supply(q, TRADER, mix_rule, traders) or not_in_supply(q, MERCHANT, mix_rule, merchants)


def no_displacing(q: Question) -> Reason:
    """Why a piece cannot be displaced. [HT-DSP-1, HT-DSP-2, HT-DSP-3, HT-DSP-12]"""
    return no_action(q) or no_rival(q) or ship_only(q, q.kind) or no_entry(q) or no_toll(q) or no_refuge(q)


def no_rival(q: Question) -> Reason:
    """No piece of another player stands there. [HT-DSP-1]"""
    owner = q.owner_id(q.space)
    if owner is None or owner == q.t.active():
        return Refusal("HT-DSP-1", {"space": q.fields["space"], "owner": owner})
    return None


def no_toll(q: Question) -> Reason:
    """The fee cannot be paid, or not like this. [HT-DSP-2, HT-DSP-3]"""
    fee = kind_of(q.t.piece_at(q.space)) + 1
    short = short_of_fee(q, fee, "HT-DSP-2", "HT-DSP-3")
    if q.fields["fee_merchants"] > fee:
        facts = {"fee": fee, "fee_merchants": q.fields["fee_merchants"]}
        return short if short and short.rule == "HT-DSP-2" else Refusal("HT-DSP-3", facts)
    return short


def no_refuge(q: Question) -> Reason:
    """The displaced piece could be put back nowhere. [HT-DSP-12]"""
    piece = q.t.piece_at(q.space)
    if refuges(q.t, owner_of(piece), q.route, kind_of(piece)):
        return None
    return Refusal("HT-DSP-12", {"space": q.fields["space"], "kind": KIND_IDS[kind_of(piece)]})


def no_lifting(q: Question) -> Reason:
    """Why a piece cannot be lifted. [HT-MOV-1, HT-MOV-2, HT-MOV-5]"""
    if q.task == RELOCATION:
        return no_extra_lift(q)
    if q.task == LIFTING:
        return no_lift_left(q) or not_liftable(q, q.t.argument(WHOSE))
    return no_action(q) or nothing_to_move(q) or not_liftable(q, OWN)


def no_lift_left(q: Question) -> Reason:
    """No further piece may be lifted. [HT-MOV-1]"""
    return None if q.t.argument(LEFT) else Refusal("HT-MOV-1", {"left": 0})


def nothing_to_move(q: Question) -> Reason:
    """The active seat has no piece on any route. [HT-MOV-5]"""
    return None if has_liftable(q.t, OWN) else Refusal("HT-MOV-5", {"pieces": 0})


def not_liftable(q: Question, whose: int) -> Reason:
    """No piece stands there, or one of the wrong owner. [HT-MOV-2, HT-BMK-16, HT-PRM-4]"""
    if may_lift(q.t, q.space, whose):
        return None
    return Refusal(LIFT_RULES[whose], {"space": q.fields["space"], "owner": q.owner_id(q.space)})


def no_putting(q: Question) -> Reason:
    """Why the piece in hand cannot be put there. [HT-MOV-1, HT-MOV-4]"""
    if q.task != PUTTING:
        return no_extra_put(q)
    kind = kind_of(q.t.cells[HAND_PIECES])
    return occupied(q, "HT-MOV-1") or ship_only(q, kind) or wrong_country(q) or no_room_left(q)


def wrong_country(q: Question) -> Reason:
    """The piece may not go to that country. [HT-BRI-9, HT-BRI-10]"""
    board, origin = q.t.board, q.t.cells[HAND_COUNTRIES]
    country = board.country[q.route]
    moves_own = q.t.argument(WHOSE) == OWN
    if board.may_go[origin * board.countries + country] if moves_own else origin == country:
        return None
    facts = {"from": q.game.board.countries[origin], "country": q.country_id(q.route)}
    return Refusal("HT-BRI-9" if moves_own else "HT-BRI-10", facts)


def no_room_left(q: Question) -> Reason:
    """Another piece in hand would be left without a space. [HT-MOV-4]"""
    if leaves_room(q.t, q.space, q.t.argument(WHOSE) == OWN):
        return None
    return Refusal("HT-MOV-4", {"space": q.fields["space"]})


def no_removing(q: Question) -> Reason:
    """Nothing stands there to be removed. [HT-BMK-15]"""
    if q.t.piece_at(q.space) != EMPTY:
        return None
    return Refusal("HT-BMK-15", {"space": q.fields["space"], "owner": None})


def no_creating(q: Question) -> Reason:
    """Why a route cannot be created. [HT-RTE-1, HT-P2P-6]"""
    return no_action(q) or not_full(q) or (None if q.rules.reach.may_create(q.t, q.route) else far_from_pawn(q))


def not_full(q: Question) -> Reason:
    """Not every space of the route holds an own piece. [HT-RTE-1]"""
    seat, route = q.t.active(), q.route
    if q.t.owns_route(seat, route):
        return None
    own = sum(q.t.on_route(seat, kind, route) for kind in range(KINDS))
    return Refusal("HT-RTE-1", {"route": q.fields["route"], "own": own, "spaces": q.t.board.route_size[route]})
