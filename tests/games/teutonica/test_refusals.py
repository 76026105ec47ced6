"""A move is offered if and only if its reason code is LEGAL, and each refusal names the rule that forbids it."""

import json
import random
from collections.abc import Iterator
from functools import cache

import pytest

from kontor.core.values import Refusal
from kontor.games.teutonica.formats.refusals import REASONS, RULES
from kontor.games.teutonica.game import Teutonica
from kontor.games.teutonica.rules import reasons
from kontor.games.teutonica.setup import configurations
from tests.games.reason_checks import assert_made_of_facts
from tests.games.teutonica.rare_positions import ALLOWED
from tests.games.teutonica.refusal_cases import HANSE, REFUSED, Json, RefusalCase
from tests.games.teutonica.refusal_cases_rare import SPECIALS
from tests.games.teutonica.refusal_cases_rewards import REWARDS
from tests.rules.ledger import load

SETUPS = list(configurations())
CASES = [*REFUSED, *SPECIALS, *REWARDS]
NEVER_GIVEN = {
    reasons.NO_LIFT_LEFT: "when no lift is left, `stop` is the only answer, and such a decision is not refused",
}
SWITCHES: list[Json] = [
    {},
    {"markers_mid_action": True, "marker_facing": "down", "marker_stuck": "relax"},
    {"displaced_order": "displaced-first", "income": "exact", "marker_place_time": "end-of-action"},
    {"three_marker": "move", "marker_stuck": "discard", "markers_mid_action": True},
]


@cache
def game_of(setup: str, kernel: str | None = None) -> Teutonica:
    """Return the game of a setup given as JSON, cached."""
    return Teutonica(json.loads(setup), kernel)


@cache
def rule_ids() -> frozenset[str]:
    """Return every rule of the ledger."""
    return frozenset(rule.id for rule in load("teutonica").rules)


def along(game: Teutonica, policy: str, seed: int, cap: int, each: int) -> Iterator[bytearray]:
    """Yield some positions of a game played by a policy, and its last one."""
    position = game.start()
    moves = game.play_out(position[:], seed, [policy] * game.players, cap, True).moves
    kept = set(random.Random(seed).sample(range(len(moves)), min(each, len(moves))))
    for number, move in enumerate(moves):
        if number in kept:
            yield position
        game.advance(position, move)
    yield position


def sampled(game: Teutonica, seed: int, each: int) -> list[int]:
    """Return some moves of every block."""
    draw = random.Random(seed)
    firsts = [(game.moves.first[block.name], len(block.rows)) for block in game.moves.blocks]
    return [first + draw.randrange(size) for first, size in firsts for _ in range(each)]


def check(game: Teutonica, refusal: Refusal) -> None:
    """Check that a refusal names a rule and contains no mission card."""
    assert refusal.rule in rule_ids()
    assert refusal.rule != "HT-INV-7", "no reason was found"
    text = json.dumps(dict(refusal.facts))
    assert not any(f'"{card["id"]}"' in text for card in game.board.cards)


def check_position(game: Teutonica, position: bytearray, seed: int) -> None:
    """Check that the moves offered are those with reason code LEGAL, and that others have a rule."""
    before, offered = bytes(position), set(game.legal_moves(position))
    allowed = {move for move in range(game.move_count) if not game.engine.refusal_code(position, move)}
    assert offered == allowed, [game.move_text(move) for move in offered ^ allowed]
    for move in set(sampled(game, seed, 2)) - offered:
        check(game, game.refusal(position, move))
    assert bytes(position) == before


def check_configuration(number: int, seed: int, each: int) -> None:
    """Check positions of two games of a configuration with changed switches."""
    setup = SETUPS[number] | {"switches": SWITCHES[(number + seed) % len(SWITCHES)]}
    game = Teutonica(setup)
    for policy, cap in (("light", 120), ("uniform", 20)):
        for position in along(game, policy, number + seed, cap, each):
            check_position(game, position, number + seed)


@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_a_move_is_offered_exactly_when_no_reason_forbids_it(number: int) -> None:
    check_configuration(number, 0, 5)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(len(SETUPS)))
def test_a_move_is_offered_exactly_when_no_reason_forbids_it_in_many_positions(number: int) -> None:
    for seed in range(1, 13):
        check_configuration(number, seed, 20)


def position_of(game: Teutonica, refused: RefusalCase) -> bytearray:
    """Return the position of a case, after its moves."""
    position = game.read_position(refused.position)
    for move in refused.after:
        game.advance(position, game.parse_move(move))
    return position


def code_of(refused: RefusalCase, kernel: str | None = None) -> int:
    """Return the reason code of a case."""
    game = game_of(json.dumps(refused.setup), kernel)
    return int(game.engine.refusal_code(position_of(game, refused), game.parse_move(refused.move)))


def test_every_reason_code_is_explained_with_a_rule() -> None:
    assert set(RULES) == set(range(1, reasons.REASONS))
    assert {rule for rule, _ in RULES.values()} <= rule_ids()


def test_every_reason_code_has_a_text() -> None:
    assert set(REASONS) == set(RULES)


def test_every_reason_code_that_can_occur_is_given_by_a_case() -> None:
    assert {code_of(refused) for refused in CASES} == set(RULES) - set(NEVER_GIVEN)


def test_the_interpreted_kernel_gives_the_same_reason_codes() -> None:
    assert [code_of(refused) for refused in CASES] == [code_of(refused, "interpreted") for refused in CASES]


@pytest.mark.parametrize("refused", CASES, ids=lambda refused: f"{refused.rule} {refused.move}")
def test_a_refusal_names_the_rule_that_forbids_the_move(refused: RefusalCase) -> None:
    game = game_of(json.dumps(refused.setup))
    position = position_of(game, refused)
    refusal = game.refusal(position, game.parse_move(refused.move))
    assert refusal == Refusal(refused.rule, refused.facts)
    assert_made_of_facts(REASONS[code_of(refused)], refusal)
    check_position(game, position, 0)


@pytest.mark.parametrize(("setup", "content", "move"), ALLOWED)
def test_a_rare_move_is_legal(setup: Json, content: Json, move: str) -> None:
    game = game_of(json.dumps(setup))
    position = game.read_position(content)
    assert game.parse_move(move) in game.legal_moves(position)
    check_position(game, position, 0)


@pytest.mark.parametrize("beyond", [-1, 1_000_000])
def test_a_number_outside_the_move_list_is_refused(beyond: int) -> None:
    game = game_of(json.dumps(HANSE))
    refusal = game.refusal(game.start(), beyond)
    assert refusal == Refusal("HT-INV-7", {"move": beyond, "moves": game.move_count})


def test_a_legal_move_is_not_refused() -> None:
    game = game_of(json.dumps(HANSE))
    position = game.start()
    with pytest.raises(ValueError, match="legal"):
        game.refusal(position, game.legal_moves(position)[0])
