"""Protects refusals: a move is offered or has a reason code, and each refusal names the rule that forbids it."""

import json
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import pytest

from kontor.core.values import Refusal
from kontor.games.hansa.formats.refusals import REASONS
from kontor.games.hansa.formats.refusals import RULES as RULES_BY_REASON
from kontor.games.hansa.rules import reasons
from tests.games.hansa.walks import CONFIGURATIONS, Content, game, walk
from tests.games.reason_checks import assert_made_of_facts
from tests.rules.ledger import load

RULES = {rule.id for rule in load("hansa").rules}
SALE = {"ship": "riga", "posts": {"riga": {"0": 1}}}
PAIR = [["red", 1], ["red", 2]]
ALL_POSTS = {"riga": {"0": 15}}


@pytest.mark.parametrize("number", range(len(CONFIGURATIONS)))
def test_a_move_is_offered_exactly_when_no_reason_forbids_it(number: int) -> None:
    played = game(CONFIGURATIONS[number])
    for position, _ in walk(played, 7 + number):
        before = position[:]
        offered = set(played.legal_moves(position))
        allowed = {move for move in range(played.move_count) if not played.engine.refusal_code(position, move)}
        assert offered == allowed
        assert position == before


@pytest.mark.parametrize("number", range(len(CONFIGURATIONS)))
def test_every_illegal_move_of_a_game_is_refused_with_a_rule(number: int) -> None:
    played = game(CONFIGURATIONS[number])
    for position, _ in islice(walk(played, 7 + number), 0, None, 5):
        legal = set(played.legal_moves(position))
        for move in set(range(played.move_count)) - legal:
            found = played.refusal(position, move)
            assert found.rule in RULES
            json.dumps(dict(found.facts))


def test_every_reason_code_has_a_rule() -> None:
    assert set(RULES_BY_REASON) == set(range(1, reasons.REASONS))
    assert {rule for rule, _ in RULES_BY_REASON.values()} <= RULES


def test_every_reason_code_has_a_text() -> None:
    assert set(REASONS) == set(RULES_BY_REASON)


def test_every_reason_code_has_a_case() -> None:
    given = {code_of(case) for case in CASES}
    assert given == set(RULES_BY_REASON)


@dataclass(frozen=True)
class RefusalCase:
    """A position, a move that is not legal in it, and the expected refusal."""

    position: Content
    move: str
    rule: str
    facts: Content
    after: list[str] = field(default_factory=list)
    setup: Content = field(default_factory=lambda: {"players": 3})


CASES = [
    RefusalCase({}, "place riga", "H-STATE-2", {"phase": "actions", "to_move": 0}),
    RefusalCase({"phase": "placement"}, "sail riga", "H-STATE-2", {"phase": "placement", "to_move": 0}),
    RefusalCase({"phase": "placement"}, "place copenhagen", "H-PLACE-2", {"port": "copenhagen"}),
    RefusalCase(
        {"phase": "placement", "posts": {"riga": {"0": 2, "1": 2, "2": 2}}},
        "place riga",
        "H-PLACE-3",
        {"port": "riga", "posts": 2},
    ),
    RefusalCase({}, "restock", "H-STOCK-1", {"phase": "actions", "to_move": 0}),
    RefusalCase({"bag": [], "piles": [0, 0, 0, 0, 0]}, "restock", "H-STOCK-2", {"empty_warehouses": 14, "supply": 0}),
    RefusalCase({"phase": "reveal"}, "end-actions", "H-STATE-2", {"phase": "reveal", "to_move": "chance"}),
    RefusalCase({"phase": "reveal"}, "chance 1", "H-STATE-2", {"phase": "reveal", "to_move": "chance"}),
    RefusalCase(
        {"phase": "reveal", "bag": [["red", 1, 3]]},
        "chance red-2",
        "H-INFO-5",
        {"tile": ["red", 2], "in_bag": 0},
    ),
    RefusalCase(
        {"phase": "setup"},
        "chance 0",
        "H-CMD-1",
        {"phase": "setup", "to_move": "chance"},
    ),
    RefusalCase(
        {"phase": "setup", "removed_colours": ["red"]},
        "chance red",
        "H-SETUP-1",
        {"colour": "red", "removed_colours": ["red"]},
        setup={"players": 2},
    ),
    RefusalCase(
        {"phase": "setup", "removed_colours": ["pink"]},
        "chance 3",
        "H-SETUP-7",
        {"seat": 3, "players": 3},
    ),
    RefusalCase({}, "chance red", "H-STATE-2", {"phase": "actions", "to_move": 0}),
    RefusalCase({}, "sail riga", "H-MOVE-1", {"from": "copenhagen", "to": "riga"}),
    RefusalCase({"thalers": {"0": 0}}, "sail lubeck", "H-MOVE-2", {"thalers": 0, "price": 1}),
    RefusalCase({"acted": True}, "buy red-1", "H-ACT-4", {"port": "copenhagen"}),
    RefusalCase({"acted": True}, "build red-1", "H-ACT-4", {"port": "copenhagen"}),
    RefusalCase({"acted": True}, "sell red-1", "H-ACT-4", {"port": "copenhagen"}),
    RefusalCase({}, "buy red-1", "H-BUY-1", {"tile": ["red", 1], "port": "copenhagen"}),
    RefusalCase(
        {"warehouses": {"copenhagen": [["red", 1]]}, "thalers": {"0": 0}},
        "buy red-1",
        "H-BUY-4",
        {"thalers": 0, "price": 1, "leader": None},
    ),
    RefusalCase({}, "build red-1", "H-BUILD-1", {"tile": ["red", 1], "held": 0}),
    RefusalCase({"held": {"0": PAIR}, "posts": ALL_POSTS}, "build red-1", "H-BUILD-3", {"stock": 0}),
    RefusalCase({"held": {"0": PAIR}}, "sell red-1", "H-SELL-1", {"port": "copenhagen", "posts": 0}),
    RefusalCase(SALE, "sell red-1", "H-SELL-2", {"tile": ["red", 1], "held": 0, "chosen": 0}),
    RefusalCase({**SALE, "held": {"0": PAIR[:1]}}, "sell red-1", "H-SELL-2", {"colour": "red", "held": 1}),
    RefusalCase(
        {**SALE, "held": {"0": PAIR}, "sale": PAIR[:1]},
        "sell red-1",
        "H-SELL-2",
        {"tile": ["red", 1], "held": 1, "chosen": 1},
    ),
    RefusalCase({**SALE, "held": {"0": PAIR}}, "stop", "H-SELL-2", {"chosen": 0}),
    RefusalCase({**SALE, "held": {"0": PAIR}}, "stop", "H-SELL-2", {"colour": "red", "chosen": 1}, ["sell red-2"]),
    RefusalCase({**SALE, "held": {"0": PAIR}}, "sail danzig", "H-CMD-3", {"sale": [["red", 2]]}, ["sell red-2"]),
    RefusalCase({}, "lose red-1", "H-STATE-2", {"phase": "actions", "to_move": 0}),
    RefusalCase(
        {"phase": "losses", "held": {"1": PAIR}, "pending_losses": [[1, "red"]]},
        "lose green-1",
        "H-LOSS-1",
        {"tile": ["green", 1], "seat": 1, "colour": "red"},
    ),
    RefusalCase(
        {"phase": "losses", "held": {"1": PAIR}, "pending_losses": [[1, "red"]]},
        "lose red-3",
        "H-LOSS-3",
        {"tile": ["red", 3], "seat": 1, "held": 0},
    ),
    RefusalCase(
        {"held": {"0": [*PAIR, *PAIR]}},
        "give-up red-3",
        "H-TAX-2",
        {"tile": ["red", 3], "held": 0},
        ["end-actions"],
    ),
    RefusalCase({}, "give-up red-3", "H-STATE-2", {"phase": "actions", "to_move": 0}),
    RefusalCase({"phase": "finished", "end_triggered": 0}, "end-actions", "H-END-2", {"ended_by": "last-pile"}),
]


def code_of(case: RefusalCase) -> int:
    """Return the reason code of a case."""
    played = game(case.setup)
    position = played.read_position(case.position)
    for text in case.after:
        played.advance(position, played.parse_move(text))
    return int(played.engine.refusal_code(position, played.parse_move(case.move)))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.rule} {case.move}")
def test_a_refusal_names_the_rule_that_forbids_the_move(case: RefusalCase) -> None:
    played = game(case.setup)
    position = played.read_position(case.position)
    for text in case.after:
        played.advance(position, played.parse_move(text))
    refusal = played.refusal(position, played.parse_move(case.move))
    assert refusal == Refusal(case.rule, case.facts)
    assert_made_of_facts(REASONS[code_of(case)], refusal)


@pytest.mark.parametrize("beyond", [-1, 1_000_000])
def test_a_number_out_of_range_is_refused(beyond: int) -> None:
    played = game({"players": 3})
    facts: dict[str, Any] = {"move": beyond, "moves": played.move_count}
    assert played.refusal(played.start(), beyond) == Refusal("H-DEC-3", facts)


def test_a_legal_move_is_not_refused() -> None:
    played = game({"players": 3})
    position = played.start()
    with pytest.raises(ValueError, match="legal"):
        played.refusal(position, played.legal_moves(position)[0])
