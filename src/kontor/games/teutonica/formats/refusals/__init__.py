"""Refusals: turns the reason code of the rules into the rule id and the facts, never a sentence."""

from __future__ import annotations

from collections.abc import Callable

from kontor.core.game import Refusal
from kontor.games.teutonica.board_file import ABILITY_IDS
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.formats.refusals.facts import (
    MODULE_OF,
    Facts,
    Question,
    clause,
    displaced_country_facts,
    due_facts,
    fee_of,
    hand_country_facts,
    income_facts,
    marker_id,
    mix_facts,
    occupied_facts,
    pair_facts,
    pieces_facts,
    post_kind_facts,
    price_facts,
    privilege_facts,
    ring_facts,
    route_facts,
    shown_facts,
    source_facts,
    stock_facts,
    supply_facts,
    unpayable_facts,
)
from kontor.games.teutonica.moves import KIND_IDS, MARKER_IDS, SPECIAL_IDS
from kontor.games.teutonica.rules import reasons
from kontor.games.teutonica.rules.layout import BAG, PAWN_AFTER, PAWN_MOVED, SPECIAL
from kontor.games.teutonica.rules.modules.promos import blocks_on
from kontor.games.teutonica.rules.pieces import MERCHANT, TRADER, kind_of
from kontor.games.teutonica.rules.tasks import EXTRAS

RULES: dict[int, tuple[str, Callable[[Question], Facts]]] = {
    reasons.GAME_IS_OVER: ("HT-END-4", lambda q: {"ended_by": q.ended_by}),
    reasons.CHANCE_IS_DUE: ("HT-RNG-1", due_facts),
    reasons.SEAT_IS_DUE: ("HT-RNG-1", due_facts),
    reasons.MODULE_ABSENT: ("HT-SET-1", lambda q: {"module": MODULE_OF[q.fields["do"]]}),
    reasons.OTHER_TASK_DUE: ("HT-TRN-3", due_facts),
    reasons.NO_ACTION_LEFT: ("HT-TRN-3", lambda q: {"actions": 0}),
    reasons.TURN_GIVEN_UP: ("HT-FAV-2", lambda q: {"actions": 0, "given_up": True}),
    reasons.PAWN_ENDED_ACTIONS: ("HT-P2P-4", lambda q: {"pawn_moved": "after"}),
    reasons.STOCK_EMPTY: ("HT-INC-1", lambda q: {"stock": 0}),
    reasons.STOCK_LACKS_TRADERS: ("HT-INC-3", stock_facts(TRADER, "traders")),
    reasons.STOCK_LACKS_MERCHANTS: ("HT-INC-3", stock_facts(MERCHANT, "merchants")),
    reasons.INCOME_AMOUNT: ("HT-INC-2", income_facts),
    reasons.PLACE_OCCUPIED: ("HT-PLC-1", occupied_facts),
    reasons.SHIP_TAKES_MERCHANTS: ("HT-PLC-2", lambda q: q.field("space") | {"kind": KIND_IDS[TRADER]}),
    reasons.SUPPLY_LACKS_KIND: ("HT-PLC-1", supply_facts),
    reasons.NO_PERMISSION: ("HT-BRI-5", lambda q: {"country": q.country_id(q.route)}),
    reasons.PAWN_ELSEWHERE: ("HT-P2P-6", lambda q: {"province": q.pawn_id, "route": q.board.routes[q.route]}),
    reasons.SURCHARGE_DIFFERS: (
        "HT-PRO-4",
        lambda q: {"blocks": blocks_on(q.p, q.route), "fee_merchants": q.fields.get("fee_merchants")},
    ),
    reasons.SURCHARGE_UNPAYABLE: ("HT-PRO-4", unpayable_facts),
    reasons.SURCHARGE_LACKS_TRADERS: ("HT-PRO-4", mix_facts(TRADER)),
    reasons.SURCHARGE_LACKS_MERCHANTS: ("HT-PRO-4", mix_facts(MERCHANT)),
    reasons.NO_RIVAL: ("HT-DSP-1", occupied_facts),
    reasons.FEE_UNPAYABLE: ("HT-DSP-2", unpayable_facts),
    reasons.FEE_DIFFERS: ("HT-DSP-3", lambda q: {"fee": fee_of(q), **q.field("fee_merchants")}),
    reasons.FEE_LACKS_TRADERS: ("HT-DSP-3", mix_facts(TRADER)),
    reasons.FEE_LACKS_MERCHANTS: ("HT-DSP-3", mix_facts(MERCHANT)),
    reasons.NO_REFUGE: ("HT-DSP-12", lambda q: q.field("space") | {"kind": KIND_IDS[kind_of(q.p.piece_at(q.space))]}),
    reasons.ROUTE_INCOMPLETE: ("HT-RTE-1", route_facts),
    reasons.NOTHING_TO_MOVE: ("HT-MOV-5", lambda q: {"pieces": 0}),
    reasons.NO_LIFT_LEFT: ("HT-MOV-1", lambda q: {"left": 0}),
    reasons.LIFT_NOT_OWN: ("HT-MOV-2", occupied_facts),
    reasons.LIFT_NOT_RIVAL: ("HT-BMK-16", occupied_facts),
    reasons.LIFT_NOTHING: ("HT-PRM-4", occupied_facts),
    reasons.LIFT_DUE: ("HT-BMK-16", lambda q: {"least": 1}),
    reasons.PUT_OCCUPIED: ("HT-MOV-1", occupied_facts),
    reasons.PUT_CLOSED_COUNTRY: ("HT-BRI-9", hand_country_facts),
    reasons.PUT_OTHER_COUNTRY: ("HT-BRI-10", hand_country_facts),
    reasons.NO_ROOM_FOR_OTHERS: ("HT-MOV-4", lambda q: q.field("space")),
    reasons.NOTHING_TO_REMOVE: ("HT-BMK-15", occupied_facts),
    reasons.REMOVAL_DUE: ("HT-BMK-15", lambda q: {"least": 1}),
    reasons.NO_EXTRAS_LEFT: ("HT-DSP-5", lambda q: {"extras": 0, "in_hand": q.in_hand}),
    reasons.DISPLACED_COMES_FIRST: ("HT-DSP-10", lambda q: {"in_hand": q.in_hand}),
    reasons.EXTRA_NOT_AT_SOURCE: ("HT-DSP-6", lambda q: q.field("kind") | source_facts(q)),
    reasons.NEUTRAL_EXTRA_IS_TRADER: ("HT-P2N-2", lambda q: q.field("kind") | source_facts(q)),
    reasons.NEUTRAL_EXTRA_FROM_STOCK: ("HT-P2N-3", source_facts),
    reasons.RELOCATION_OCCUPIED: ("HT-DSP-8", occupied_facts),
    reasons.ROUTE_OF_DISPLACEMENT: ("HT-DSP-9", lambda q: {"route": q.board.routes[q.route]}),
    reasons.CLOSED_TO_DISPLACED: ("HT-BRI-8", displaced_country_facts),
    reasons.CLOSED_TO_EXTRA: ("HT-BRI-9", hand_country_facts),
    reasons.NOT_NEAREST_RING: ("HT-DSP-8", ring_facts),
    reasons.LAST_REFUGE: ("HT-DSP-10", lambda q: q.field("space") | {"in_hand": q.in_hand}),
    reasons.OTHER_SOURCE_FIRST: ("HT-DSP-6", source_facts),
    reasons.EXTRA_NOT_OWN: ("HT-DSP-6", occupied_facts),
    reasons.EXTRA_PUT_DOWN_NOW: ("HT-DSP-6", lambda q: q.field("space") | {"put_down_now": True}),
    reasons.EXTRA_STRANDED: ("HT-DSP-11", lambda q: q.field("space")),
    reasons.DISPLACED_IN_HAND: ("HT-DSP-5", lambda q: {"in_hand": q.in_hand}),
    reasons.NEUTRAL_EXTRA_DUE: ("HT-P2N-3", lambda q: {"extras": q.p.argument(EXTRAS)}),
    reasons.POST_NOT_AT_END: (
        "HT-PST-1",
        lambda q: {"city": q.fields.get("post") or q.fields["extra_post"], "route": q.created_route},
    ),
    reasons.NO_POST_SPACE: ("HT-CMC-2", lambda q: {"city": q.fields["post"]}),
    reasons.GREEN_WITHOUT_POST_SPACE: ("HT-EAS-4", lambda q: {"city": q.fields["post"]}),
    reasons.POST_NEEDS_PRIVILEGE: ("HT-PST-4", privilege_facts),
    reasons.POST_LACKS_KIND: ("HT-PST-3", post_kind_facts),
    reasons.EXTRA_POST_COMES_FIRST: ("HT-PST-8", lambda q: {"city": q.fields["extra_post"], "posts": 0}),
    reasons.EXTRA_POST_LACKS_KIND: ("HT-PST-8", lambda q: q.field("kind") | {"on_route": 0}),
    reasons.ABILITY_NOT_SHOWN: ("HT-STP-1", shown_facts),
    reasons.ABILITY_COMPLETE: (
        "HT-ABL-2",
        lambda q: q.field("ability") | {"level": q.p.level(q.seat, ABILITY_IDS.index(q.fields["ability"]))},
    ),
    reasons.SPECIAL_NOT_AT_END: (
        "HT-STP-3",
        lambda q: {"city": q.board.cities[q.p.board.special_city], "route": q.created_route},
    ),
    reasons.SPECIAL_LACKS_MERCHANT: ("HT-STP-3", lambda q: {"kind": KIND_IDS[MERCHANT], "on_route": 0}),
    reasons.SPECIAL_OCCUPIED: (
        "HT-STP-3",
        lambda q: q.field("special") | {"owner": q.p.cells[SPECIAL + SPECIAL_IDS.index(q.fields["special"])] - 1},
    ),
    reasons.SPECIAL_NEEDS_PRIVILEGE: ("HT-STP-3", privilege_facts),
    reasons.CITY_NOT_GREEN: ("HT-PRM-7", lambda q: q.field("city") | {"green": False}),
    reasons.GREEN_POST_LACKS_KIND: ("HT-PRM-7", supply_facts),
    reasons.NONE_LEFT_OF_ROUTE: ("HT-PRM-6", lambda q: q.field("kind") | {"left": 0}),
    reasons.CREATED_ROUTE: ("HT-PRM-6", lambda q: {"route": q.created_route}),
    reasons.TWO_OF_ROUTE_OCCUPIED: ("HT-PRM-6", occupied_facts),
    reasons.NOT_ABROAD: ("HT-PRM-8", lambda q: {"country": q.country_id(q.route)}),
    reasons.ABROAD_NOT_AT_SOURCE: ("HT-PRM-8", lambda q: q.field("kind") | source_facts(q)),
    reasons.ABROAD_OCCUPIED: ("HT-PRM-8", occupied_facts),
    reasons.MARKER_MISSING: ("HT-BMK-1", lambda q: {"marker": marker_id(q), "unused": 0}),
    reasons.MARKER_TAKEN_NOW: ("HT-BMK-1", lambda q: {"marker": marker_id(q), "unused": 1, "taken_now": True}),
    reasons.ACTIONS_GIVEN_UP: ("HT-FAV-2", lambda q: {"given_up": True}),
    reasons.NO_RIGHT_NEIGHBOUR: (
        "HT-BMK-11",
        lambda q: q.field("city", "left") | {"posts": q.p.board.post_count[q.city("city")]},
    ),
    reasons.NO_PERMANENT_PAIR: ("HT-EAS-7", lambda q: q.field("city", "left")),
    reasons.NO_EXCHANGE_PAIR: ("HT-BMK-11", pair_facts),
    reasons.NOTHING_TO_DEVELOP: ("HT-BMK-3", lambda q: q.field("marker") | {"abilities": 0}),
    reasons.NOTHING_TO_LIFT: ("HT-BMK-3", lambda q: q.field("marker") | {"pieces": 0}),
    reasons.NOTHING_TO_SWAP: ("HT-PRO-2", lambda q: {"used": 0}),
    reasons.TRIBUTE_NEEDS_TRADER: ("HT-PRO-3", lambda q: {"kind": KIND_IDS[TRADER], "supply": 0}),
    reasons.BLOCK_NEEDS_TRADER: ("HT-PRO-4", lambda q: {"kind": KIND_IDS[TRADER], "supply": 0}),
    reasons.NOT_ON_PLATE: ("HT-RPL-2", lambda q: q.field("marker") | {"plate": 0}),
    reasons.PLATE_FACES_DOWN: ("HT-RPL-5", lambda q: {"marker": "?"}),
    reasons.NONE_UNSEEN: ("HT-RPL-5", lambda q: {"unseen": 0}),
    reasons.ROUTE_MARKED: clause("a", lambda q: {"marked": True}),
    reasons.ROUTE_PERMANENT: clause("a", lambda q: {"permanent": True}),
    reasons.ROUTE_ABROAD: clause("d", lambda q: {"country": q.country_id(q.route)}),
    reasons.ROUTE_OCCUPIED: clause("b", pieces_facts),
    reasons.ENDS_FULL: clause("c"),
    reasons.NO_LONE_NEUTRAL: clause("e", pieces_facts),
    reasons.TURN_UNDER_WAY: ("HT-FAV-2", lambda q: {"begun": True}),
    reasons.FAVOUR_NOT_DISPLAYED: ("HT-FAV-2", lambda q: q.field("tile") | {"displayed": False}),
    reasons.FIRST_MARKER_MISSING: ("HT-FAV-2", price_facts(0)),
    reasons.SECOND_MARKER_MISSING: ("HT-FAV-2", price_facts(1)),
    reasons.SHARE_NOT_IN_STOCK: ("HT-FAV-7", lambda q: q.field("kind") | {"stock": 0}),
    reasons.SHARE_TRADERS_ONLY: ("HT-FAV-7", lambda q: q.field("kind") | {"allowed": KIND_IDS[TRADER]}),
    reasons.TRIBUTE_LACKS_TRADERS: ("HT-PRO-3", stock_facts(TRADER, "traders")),
    reasons.TRIBUTE_LACKS_MERCHANTS: ("HT-PRO-3", stock_facts(MERCHANT, "merchants")),
    reasons.SWAP_NO_OPPONENT: ("HT-PRO-2", lambda q: q.field("seat") | {"opponent": False}),
    reasons.SWAP_NOT_USED: ("HT-PRO-2", lambda q: q.field("seat", "marker") | {"used": 0}),
    reasons.PAWN_SETUP_IS_FREE: ("HT-P2P-3", lambda q: {"paid": False}),
    reasons.PAWN_MOVED_ALREADY: (
        "HT-P2P-4",
        lambda q: {"pawn_moved": "after" if q.p.cells[PAWN_MOVED] == PAWN_AFTER else "before"},
    ),
    reasons.PAWN_TOO_FAR: ("HT-P2P-4", lambda q: {"pawn": q.pawn_id, **q.field("province"), "most": 2}),
    reasons.PAWN_STANDS_THERE: ("HT-P2P-5", lambda q: {"pawn": q.pawn_id}),
    reasons.NEUTRAL_POST_NOT_AT_END: ("HT-P2N-7", lambda q: q.field("city") | {"route": q.created_route}),
    reasons.NEUTRAL_POST_NO_SPACE: ("HT-P2N-7", lambda q: q.field("city") | {"empty": 0}),
    reasons.START_MARKER_NOT_LEFT: ("HT-SET-3", lambda q: q.field("marker")),
    reasons.MARKER_NOT_IN_BAG: (
        "HT-RNG-2",
        lambda q: q.field("marker") | {"bag": q.p.cells[BAG + MARKER_IDS.index(q.fields["marker"])]},
    ),
    reasons.FAVOUR_DISPLAYED_ALREADY: ("HT-FAV-1", lambda q: q.field("tile")),
    reasons.CARD_DEALT_ALREADY: ("HT-MIS-1", lambda q: {}),  # never which card lies where [HT-INF-1]
}


def refusal(configuration: Configuration, position: bytearray, move: int) -> Refusal:
    """Return why a move is not legal: the rule and the facts; ValueError for a legal one. [HT-INV-7]"""
    if not 0 <= move < configuration.moves.size:
        return Refusal("HT-INV-7", {"move": move, "moves": configuration.moves.size})
    code = configuration.engine.refusal_code(position, move)
    if code == reasons.LEGAL:
        raise ValueError("legal")
    rule, facts = RULES[code]
    return Refusal(rule, facts(Question(configuration, position, move)))
