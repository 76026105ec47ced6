"""Refusals: the rule id and the facts for each reason code of the rules."""

from __future__ import annotations

from collections.abc import Callable

from kontor.core.reason_texts import load_reasons, reason_text
from kontor.core.values import Refusal
from kontor.games.teutonica.configuration import Configuration
from kontor.games.teutonica.formats.refusals.facts import (
    MODULE_OF,
    Facts,
    RefusedMove,
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
from kontor.games.teutonica.rules import reasons
from kontor.games.teutonica.rules.layout import BAG, PAWN_AFTER, PAWN_MOVED, SPECIAL
from kontor.games.teutonica.rules.modules.promos import blocks_on
from kontor.games.teutonica.rules.pieces import (
    ABILITY_IDS,
    KIND_IDS,
    MARKER_IDS,
    MERCHANT,
    SPECIAL_IDS,
    TRADER,
    kind_of,
)
from kontor.games.teutonica.rules.tasks import EXTRAS
from kontor.kernel.arguments import checked_whole

RULES: dict[int, tuple[str, Callable[[RefusedMove], Facts]]] = {
    reasons.GAME_IS_OVER: ("HT-END-4", lambda r: {"ended_by": r.ended_by}),
    reasons.CHANCE_IS_DUE: ("HT-RNG-1", due_facts),
    reasons.SEAT_IS_DUE: ("HT-RNG-1", due_facts),
    reasons.MODULE_ABSENT: ("HT-SET-1", lambda r: {"module": MODULE_OF[r.fields["do"]]}),
    reasons.OTHER_TASK_DUE: ("HT-TRN-3", due_facts),
    reasons.NO_ACTION_LEFT: ("HT-TRN-3", lambda r: {"actions": 0}),
    reasons.TURN_GIVEN_UP: ("HT-FAV-2", lambda r: {"actions": 0, "given_up": True}),
    reasons.PAWN_ENDED_ACTIONS: ("HT-P2P-4", lambda r: {"pawn_moved": "after"}),
    reasons.STOCK_EMPTY: ("HT-INC-1", lambda r: {"stock": 0}),
    reasons.STOCK_LACKS_TRADERS: ("HT-INC-3", stock_facts(TRADER, "traders")),
    reasons.STOCK_LACKS_MERCHANTS: ("HT-INC-3", stock_facts(MERCHANT, "merchants")),
    reasons.INCOME_AMOUNT: ("HT-INC-2", income_facts),
    reasons.PLACE_OCCUPIED: ("HT-PLC-1", occupied_facts),
    reasons.SHIP_TAKES_MERCHANTS: ("HT-PLC-2", lambda r: r.field("space") | {"kind": KIND_IDS[TRADER]}),
    reasons.SUPPLY_LACKS_KIND: ("HT-PLC-1", supply_facts),
    reasons.NO_PERMISSION: ("HT-BRI-5", lambda r: {"country": r.country_id(r.route)}),
    reasons.PAWN_ELSEWHERE: ("HT-P2P-6", lambda r: {"province": r.pawn_id, "route": r.board.routes[r.route]}),
    reasons.SURCHARGE_DIFFERS: (
        "HT-PRO-4",
        lambda r: {"blocks": blocks_on(r.p, r.route), "fee_merchants": r.fields.get("fee_merchants")},
    ),
    reasons.SURCHARGE_UNPAYABLE: ("HT-PRO-4", unpayable_facts),
    reasons.SURCHARGE_LACKS_TRADERS: ("HT-PRO-4", mix_facts(TRADER)),
    reasons.SURCHARGE_LACKS_MERCHANTS: ("HT-PRO-4", mix_facts(MERCHANT)),
    reasons.NO_RIVAL: ("HT-DSP-1", occupied_facts),
    reasons.FEE_UNPAYABLE: ("HT-DSP-2", unpayable_facts),
    reasons.FEE_DIFFERS: ("HT-DSP-3", lambda r: {"fee": fee_of(r), **r.field("fee_merchants")}),
    reasons.FEE_LACKS_TRADERS: ("HT-DSP-3", mix_facts(TRADER)),
    reasons.FEE_LACKS_MERCHANTS: ("HT-DSP-3", mix_facts(MERCHANT)),
    reasons.NO_SPACE_FOR_DISPLACED: (
        "HT-DSP-12",
        lambda r: r.field("space") | {"kind": KIND_IDS[kind_of(r.p.piece_at(r.space))]},
    ),
    reasons.ROUTE_INCOMPLETE: ("HT-RTE-1", route_facts),
    reasons.NOTHING_TO_MOVE: ("HT-MOV-5", lambda r: {"pieces": 0}),
    reasons.NO_LIFT_LEFT: ("HT-MOV-1", lambda r: {"left": 0}),
    reasons.LIFT_NOT_OWN: ("HT-MOV-2", occupied_facts),
    reasons.LIFT_NOT_RIVAL: ("HT-BMK-16", occupied_facts),
    reasons.LIFT_NOTHING: ("HT-PRM-4", occupied_facts),
    reasons.LIFT_DUE: ("HT-BMK-16", lambda r: {"least": 1}),
    reasons.PUT_OCCUPIED: ("HT-MOV-1", occupied_facts),
    reasons.PUT_CLOSED_COUNTRY: ("HT-BRI-9", hand_country_facts),
    reasons.PUT_OTHER_COUNTRY: ("HT-BRI-10", hand_country_facts),
    reasons.NO_SPACE_FOR_OTHERS: ("HT-MOV-4", lambda r: r.field("space")),
    reasons.NOTHING_TO_REMOVE: ("HT-BMK-15", occupied_facts),
    reasons.REMOVAL_DUE: ("HT-BMK-15", lambda r: {"least": 1}),
    reasons.NO_EXTRAS_LEFT: ("HT-DSP-5", lambda r: {"extras": 0, "in_hand": r.in_hand}),
    reasons.DISPLACED_COMES_FIRST: ("HT-DSP-10", lambda r: {"in_hand": r.in_hand}),
    reasons.EXTRA_NOT_AT_SOURCE: ("HT-DSP-6", lambda r: r.field("kind") | source_facts(r)),
    reasons.NEUTRAL_EXTRA_IS_TRADER: ("HT-P2N-2", lambda r: r.field("kind") | source_facts(r)),
    reasons.NEUTRAL_EXTRA_FROM_STOCK: ("HT-P2N-3", source_facts),
    reasons.RELOCATION_OCCUPIED: ("HT-DSP-8", occupied_facts),
    reasons.ROUTE_OF_DISPLACEMENT: ("HT-DSP-9", lambda r: {"route": r.board.routes[r.route]}),
    reasons.CLOSED_TO_DISPLACED: ("HT-BRI-8", displaced_country_facts),
    reasons.CLOSED_TO_EXTRA: ("HT-BRI-9", hand_country_facts),
    reasons.NOT_NEAREST_RING: ("HT-DSP-8", ring_facts),
    reasons.LAST_SPACE_FOR_DISPLACED: ("HT-DSP-10", lambda r: r.field("space") | {"in_hand": r.in_hand}),
    reasons.OTHER_SOURCE_FIRST: ("HT-DSP-6", source_facts),
    reasons.EXTRA_NOT_OWN: ("HT-DSP-6", occupied_facts),
    reasons.EXTRA_PUT_DOWN_NOW: ("HT-DSP-6", lambda r: r.field("space") | {"put_down_now": True}),
    reasons.EXTRA_WITHOUT_SPACE: ("HT-DSP-11", lambda r: r.field("space")),
    reasons.DISPLACED_IN_HAND: ("HT-DSP-5", lambda r: {"in_hand": r.in_hand}),
    reasons.NEUTRAL_EXTRA_DUE: ("HT-P2N-3", lambda r: {"extras": r.p.argument(EXTRAS)}),
    reasons.POST_NOT_AT_END: (
        "HT-PST-1",
        lambda r: {"city": r.fields.get("post") or r.fields["extra_post"], "route": r.created_route},
    ),
    reasons.NO_POST_SPACE: ("HT-CMC-2", lambda r: {"city": r.fields["post"]}),
    reasons.GREEN_WITHOUT_POST_SPACE: ("HT-EAS-4", lambda r: {"city": r.fields["post"]}),
    reasons.POST_NEEDS_PRIVILEGE: ("HT-PST-4", privilege_facts),
    reasons.POST_LACKS_KIND: ("HT-PST-3", post_kind_facts),
    reasons.EXTRA_POST_COMES_FIRST: ("HT-PST-8", lambda r: {"city": r.fields["extra_post"], "posts": 0}),
    reasons.EXTRA_POST_LACKS_KIND: ("HT-PST-8", lambda r: r.field("kind") | {"on_route": 0}),
    reasons.ABILITY_NOT_SHOWN: ("HT-STP-1", shown_facts),
    reasons.ABILITY_COMPLETE: (
        "HT-ABL-2",
        lambda r: r.field("ability") | {"level": r.p.level(r.seat, ABILITY_IDS.index(r.fields["ability"]))},
    ),
    reasons.SPECIAL_NOT_AT_END: (
        "HT-STP-3",
        lambda r: {"city": r.board.cities[r.p.board.special_city], "route": r.created_route},
    ),
    reasons.SPECIAL_LACKS_MERCHANT: ("HT-STP-3", lambda r: {"kind": KIND_IDS[MERCHANT], "on_route": 0}),
    reasons.SPECIAL_OCCUPIED: (
        "HT-STP-3",
        lambda r: r.field("special") | {"owner": r.p.cells[SPECIAL + SPECIAL_IDS.index(r.fields["special"])] - 1},
    ),
    reasons.SPECIAL_NEEDS_PRIVILEGE: ("HT-STP-3", privilege_facts),
    reasons.CITY_NOT_GREEN: ("HT-PRM-7", lambda r: r.field("city") | {"green": False}),
    reasons.GREEN_POST_LACKS_KIND: ("HT-PRM-7", supply_facts),
    reasons.NONE_LEFT_OF_ROUTE: ("HT-PRM-6", lambda r: r.field("kind") | {"left": 0}),
    reasons.CREATED_ROUTE: ("HT-PRM-6", lambda r: {"route": r.created_route}),
    reasons.TWO_OF_ROUTE_OCCUPIED: ("HT-PRM-6", occupied_facts),
    reasons.NOT_ABROAD: ("HT-PRM-8", lambda r: {"country": r.country_id(r.route)}),
    reasons.ABROAD_NOT_AT_SOURCE: ("HT-PRM-8", lambda r: r.field("kind") | source_facts(r)),
    reasons.ABROAD_OCCUPIED: ("HT-PRM-8", occupied_facts),
    reasons.MARKER_MISSING: ("HT-BMK-1", lambda r: {"marker": marker_id(r), "unused": 0}),
    reasons.MARKER_TAKEN_NOW: ("HT-BMK-1", lambda r: {"marker": marker_id(r), "unused": 1, "taken_now": True}),
    reasons.ACTIONS_GIVEN_UP: ("HT-FAV-2", lambda r: {"given_up": True}),
    reasons.NO_RIGHT_NEIGHBOUR: (
        "HT-BMK-11",
        lambda r: r.field("city", "left") | {"posts": r.p.board.post_count[r.city("city")]},
    ),
    reasons.NO_PERMANENT_PAIR: ("HT-EAS-7", lambda r: r.field("city", "left")),
    reasons.NO_EXCHANGE_PAIR: ("HT-BMK-11", pair_facts),
    reasons.NOTHING_TO_DEVELOP: ("HT-BMK-3", lambda r: r.field("marker") | {"abilities": 0}),
    reasons.NOTHING_TO_LIFT: ("HT-BMK-3", lambda r: r.field("marker") | {"pieces": 0}),
    reasons.NOTHING_TO_SWAP: ("HT-PRO-2", lambda r: {"used": 0}),
    reasons.TRIBUTE_NEEDS_TRADER: ("HT-PRO-3", lambda r: {"kind": KIND_IDS[TRADER], "supply": 0}),
    reasons.BLOCK_NEEDS_TRADER: ("HT-PRO-4", lambda r: {"kind": KIND_IDS[TRADER], "supply": 0}),
    reasons.NOT_ON_PLATE: ("HT-RPL-2", lambda r: r.field("marker") | {"plate": 0}),
    reasons.PLATE_FACES_DOWN: ("HT-RPL-5", lambda r: {"marker": "?"}),
    reasons.NONE_UNSEEN: ("HT-RPL-5", lambda r: {"unseen": 0}),
    reasons.ROUTE_MARKED: clause("a", lambda r: {"marked": True}),
    reasons.ROUTE_PERMANENT: clause("a", lambda r: {"permanent": True}),
    reasons.ROUTE_ABROAD: clause("d", lambda r: {"country": r.country_id(r.route)}),
    reasons.ROUTE_OCCUPIED: clause("b", pieces_facts),
    reasons.ENDS_FULL: clause("c"),
    reasons.NO_LONE_NEUTRAL: clause("e", pieces_facts),
    reasons.TURN_UNDER_WAY: ("HT-FAV-2", lambda r: {"begun": True}),
    reasons.FAVOUR_NOT_DISPLAYED: ("HT-FAV-2", lambda r: r.field("tile") | {"displayed": False}),
    reasons.FIRST_MARKER_MISSING: ("HT-FAV-2", price_facts(0)),
    reasons.SECOND_MARKER_MISSING: ("HT-FAV-2", price_facts(1)),
    reasons.SHARE_NOT_IN_STOCK: ("HT-FAV-7", lambda r: r.field("kind") | {"stock": 0}),
    reasons.SHARE_TRADERS_ONLY: ("HT-FAV-7", lambda r: r.field("kind") | {"allowed": KIND_IDS[TRADER]}),
    reasons.TRIBUTE_LACKS_TRADERS: ("HT-PRO-3", stock_facts(TRADER, "traders")),
    reasons.TRIBUTE_LACKS_MERCHANTS: ("HT-PRO-3", stock_facts(MERCHANT, "merchants")),
    reasons.SWAP_NO_OPPONENT: ("HT-PRO-2", lambda r: r.field("seat") | {"opponent": False}),
    reasons.SWAP_NOT_USED: ("HT-PRO-2", lambda r: r.field("seat", "marker") | {"used": 0}),
    reasons.PAWN_SETUP_IS_FREE: ("HT-P2P-3", lambda r: {"paid": False}),
    reasons.PAWN_MOVED_ALREADY: (
        "HT-P2P-4",
        lambda r: {"pawn_moved": "after" if r.p.cells[PAWN_MOVED] == PAWN_AFTER else "before"},
    ),
    reasons.PAWN_TOO_FAR: ("HT-P2P-4", lambda r: {"pawn": r.pawn_id, **r.field("province"), "most": 2}),
    reasons.PAWN_ALREADY_THERE: ("HT-P2P-5", lambda r: {"pawn": r.pawn_id}),
    reasons.NEUTRAL_POST_NOT_AT_END: ("HT-P2N-7", lambda r: r.field("city") | {"route": r.created_route}),
    reasons.NEUTRAL_POST_NO_SPACE: ("HT-P2N-7", lambda r: r.field("city") | {"empty": 0}),
    reasons.START_MARKER_NOT_LEFT: ("HT-SET-3", lambda r: r.field("marker")),
    reasons.MARKER_NOT_IN_BAG: (
        "HT-RNG-2",
        lambda r: r.field("marker") | {"bag": r.p.cells[BAG + MARKER_IDS.index(r.fields["marker"])]},
    ),
    reasons.FAVOUR_DISPLAYED_ALREADY: ("HT-FAV-1", lambda r: r.field("tile")),
    reasons.CARD_DEALT_ALREADY: ("HT-MIS-1", lambda r: {}),  # never which seat holds the card [HT-INF-1]
}
REASONS = load_reasons(Configuration.package, vars(reasons))


def refusal(configuration: Configuration, position: bytearray, move: int) -> Refusal:
    """Return the rule and the facts that forbid a move; raise ValueError for a legal move. [HT-INV-7]"""
    configuration.engine.check(position)
    if not 0 <= checked_whole(move, "the move") < configuration.moves.size:
        return Refusal("HT-INV-7", {"move": move, "moves": configuration.moves.size}, "there is no such move")
    code = configuration.engine.refusal_code(position, move)
    if code == reasons.LEGAL:
        raise ValueError(f"the move {move} is legal in this position.")
    rule, facts = RULES[code]
    found = facts(RefusedMove(configuration, position, move))
    return Refusal(rule, found, reason_text(REASONS[code], found))
