"""Why a move of a module, or of chance, is not legal."""

from __future__ import annotations

from kontor.core.game import Refusal
from kontor.games.teutonica.layout import BAG, BEGUN, FAVOUR, PAWN, PAWN_AFTER, PAWN_MOVED, UNUSED, USED
from kontor.games.teutonica.moves import FAVOUR_IDS, KIND_IDS, MARKER_IDS
from kontor.games.teutonica.pieces import KINDS
from kontor.games.teutonica.refusals.question import Question, Reason, another_task, no_action
from kontor.games.teutonica.tasks import (
    FAVOUR_DISPLAY,
    INCOME_REACTION,
    MISSION_DEAL,
    PAWN_SETUP,
    START_MARKER,
    TRIBUTE_REACTION,
)

MODULE_OF = {
    "buy-favour": "emperors-favour",
    "attach": "promo-markers",
    "swap": "promo-markers",
    "pawn": "two-player-pawn",
    "neutral-post": "two-player-neutral",
}


def not_in_play(q: Question) -> Reason:
    """The move belongs to a module this game is played without. [HT-SET-1]"""
    module = MODULE_OF.get(q.verb)
    if module is None or module in q.game.setup["modules"]:
        return None
    return Refusal("HT-SET-1", {"module": module})


def no_favour(q: Question) -> Reason:
    """Why a favour cannot be bought. [HT-FAV-2]"""
    if q.t.cells[BEGUN]:
        return Refusal("HT-FAV-2", {"begun": True})
    if q.t.cells[FAVOUR + FAVOUR_IDS.index(q.fields["tile"])] != 1:
        return Refusal("HT-FAV-2", {"tile": q.fields["tile"], "displayed": False})
    return no_two_markers(q)


def no_two_markers(q: Question) -> Reason:
    """The active seat does not have both markers unused. [HT-FAV-2]"""
    markers: list[str] = q.fields["markers"]
    for marker in markers:
        unused = q.t.cells[q.t.seat(q.t.active()) + UNUSED + MARKER_IDS.index(marker)]
        if unused < markers.count(marker):
            return Refusal("HT-FAV-2", {"marker": marker, "needed": markers.count(marker), "unused": unused})
    return None


def no_reaction(q: Question) -> Reason:
    """Why a reaction is not legal. [HT-FAV-7, HT-PRO-3]"""
    if q.task != (INCOME_REACTION if "take" in q.fields else TRIBUTE_REACTION):
        return another_task(q)
    if "take" not in q.fields:
        return no_tribute(q)
    stock = q.t.in_stock(q.t.decider(), q.kind)
    if stock == 0:
        return Refusal("HT-FAV-7", {"kind": q.fields["kind"], "stock": 0})
    return Refusal("HT-FAV-7", {"kind": q.fields["kind"], "allowed": KIND_IDS[0]})


def no_tribute(q: Question) -> Reason:
    """The stock does not hold that tribute. [HT-PRO-3]"""
    for kind in range(KINDS):
        stock, needed = q.t.in_stock(q.t.decider(), kind), q.fields[("traders", "merchants")[kind]]
        if needed > stock:
            return Refusal("HT-PRO-3", {"kind": KIND_IDS[kind], "needed": needed, "stock": stock})
    return None


def no_swap(q: Question) -> Reason:
    """The seat is no opponent, or has no such used marker. [HT-PRO-2]"""
    seat = q.fields["seat"]
    if seat == q.t.active() or seat >= q.t.players:
        return Refusal("HT-PRO-2", {"seat": seat, "opponent": False})
    if q.t.cells[q.t.seat(seat) + USED + MARKER_IDS.index(q.fields["marker"])]:
        return None
    return Refusal("HT-PRO-2", {"seat": seat, "marker": q.fields["marker"], "used": 0})


def no_pawn_move(q: Question) -> Reason:
    """Why the pawn cannot go there. [HT-P2P-3, HT-P2P-4, HT-P2P-5]"""
    if q.task == PAWN_SETUP:
        return Refusal("HT-P2P-3", {"paid": False})
    province = list(q.game.board.provinces).index(q.fields["province"])
    if not q.fields["paid"]:
        return no_stroll(q, province)
    if reason := no_action(q):
        return reason
    return Refusal("HT-P2P-5", {"pawn": q.pawn_id()}) if q.t.cells[PAWN] == province + 1 else None


def no_stroll(q: Question, province: int) -> Reason:
    """The free move was made already, or leads too far. [HT-P2P-4]"""
    moved = q.t.cells[PAWN_MOVED]
    if moved:
        return Refusal("HT-P2P-4", {"pawn_moved": "after" if moved == PAWN_AFTER else "before"})
    if q.t.board.stroll[(q.t.cells[PAWN] - 1) * q.t.board.provinces + province]:
        return None
    return Refusal("HT-P2P-4", {"pawn": q.pawn_id(), "province": q.fields["province"], "most": 2})


def no_chance(q: Question) -> Reason:
    """Why chance cannot reveal this now; never which card lies where. [HT-RNG-1, HT-RNG-2, HT-INF-1]"""
    if "tile" in q.fields:
        return Refusal("HT-FAV-1", {"tile": q.fields["tile"]}) if q.task == FAVOUR_DISPLAY else another_task(q)
    if "card" in q.fields:
        return Refusal("HT-MIS-1") if q.task == MISSION_DEAL else another_task(q)
    if q.task in (FAVOUR_DISPLAY, MISSION_DEAL):
        return another_task(q)
    if q.task == START_MARKER:
        return Refusal("HT-SET-3", {"marker": q.fields["marker"]})
    return Refusal(
        "HT-RNG-2",
        {"marker": q.fields["marker"], "bag": q.t.cells[BAG + MARKER_IDS.index(q.fields["marker"])]},
    )
