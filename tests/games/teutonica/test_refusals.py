"""Refusals: a rule and facts for every move that is not legal."""

import json
import random
from collections.abc import Iterator
from functools import cache

import pytest

from kontor.core.game import Refusal
from kontor.games.teutonica.game import Teutonica
from kontor.games.teutonica.refusals import VERBS
from kontor.games.teutonica.refusals.question import Question
from kontor.games.teutonica.setup import configurations
from tests.games.teutonica.refused import EAST, HANSE, REFUSED, Asked, Words
from tests.rules.ledger import load

FULLY_DEVELOPED = {"keys": 4, "actions": 5, "privilege": 3, "book": 3, "bank": 3}
TRADERS_EACH = 24
UNCONDITIONAL = ("chance", "react", "pawn", "stop")  # verbs whose reasons presume that the move is not legal
POSITIONS_EACH = 8
SWITCHES: list[Words] = [
    {},
    {"markers_mid_action": True, "marker_facing": "down", "marker_stuck": "relax"},
    {"displaced_order": "displaced-first", "income": "exact", "marker_place_time": "end-of-action"},
    {"three_marker": "move", "marker_stuck": "discard", "markers_mid_action": True},
]


@cache
def game_of(setup: str) -> Teutonica:
    """The game of a setup given as JSON, made once."""
    return Teutonica(json.loads(setup))


@cache
def rule_ids() -> frozenset[str]:
    """Every rule of the ledger."""
    return frozenset(rule.id for rule in load("teutonica").rules)


def along(game: Teutonica, policy: str, seed: int, cap: int) -> Iterator[bytearray]:
    """A few positions of a game played by a policy, its last one included."""
    position = game.start()
    moves = game.play_out(position[:], seed, [policy] * game.players, cap, True).moves
    kept = set(random.Random(seed).sample(range(len(moves)), min(POSITIONS_EACH, len(moves))))
    for number, move in enumerate(moves):
        if number in kept:
            yield position
        game.advance(position, move)
    yield position


def sampled(game: Teutonica, seed: int, each: int) -> list[int]:
    """Some moves of every sort."""
    draw = random.Random(seed)
    firsts = [(game.moves.first[block.name], len(block.rows)) for block in game.moves.blocks]
    return [first + draw.randrange(size) for first, size in firsts for _ in range(each)]


def check(game: Teutonica, refusal: Refusal) -> None:
    """A refusal names a rule, is plain data, and knows no mission card."""
    assert refusal.rule in rule_ids()
    assert refusal.rule != "HT-INV-7", "no reason was found"
    told = json.dumps(dict(refusal.facts))
    assert not any(f'"{card["id"]}"' in told for card in game.board.cards)


@pytest.mark.parametrize("number", range(len(list(configurations()))))
def test_every_refused_move_has_a_reason(number: int) -> None:
    setup = list(configurations())[number]
    setup = {**setup, "switches": SWITCHES[number % len(SWITCHES)]}
    game = Teutonica(setup)
    for policy, cap in (("light", 120), ("uniform", 20)):
        for position in along(game, policy, number, cap):
            before, legal = bytes(position), set(game.legal_moves(position))
            for move in sampled(game, number, 4):
                if move not in legal:
                    check(game, game.refusal(position, move))
            assert bytes(position) == before


@pytest.mark.parametrize("number", range(0, len(list(configurations())), 5))
def test_no_reason_speaks_against_a_legal_move(number: int) -> None:
    setup = list(configurations())[number]
    game = Teutonica({**setup, "switches": SWITCHES[number // 5 % len(SWITCHES)]})
    for policy, cap in (("light", 120), ("uniform", 20)):
        for position in along(game, policy, number, cap):
            for move in game.legal_moves(position):
                question = Question(game, position, move)
                tasks, why = VERBS[question.verb]
                assert question.task in tasks
                assert question.verb in UNCONDITIONAL or why(question) is None


@pytest.mark.parametrize("asked", REFUSED, ids=lambda asked: f"{asked.rule} {asked.move}")
def test_the_reason_is_the_one_a_player_wants(asked: Asked) -> None:
    game = game_of(json.dumps(asked.setup))
    position = game.read_position(asked.position)
    for words in asked.after:
        game.advance(position, game.read(words))
    assert game.refusal(position, game.read(asked.move)) == Refusal(asked.rule, asked.facts)


def packed(game: Teutonica, own: Words, free: tuple[str, ...] = ()) -> Words:
    """A position with a piece on every space not named, of seats 4, 3, 2, 1 and 0 in this order."""
    left = [0] * 16 + [seat for seat in range(1, 5) for _ in range(TRADERS_EACH)]
    ships = [seat for seat in range(1, 5) for _ in range(3)]
    table = game.board.json["routes"]
    kinds = {f"{r['id']}.{n + 1}": s for r in table for n, s in enumerate(r["spaces"])}
    spaces = dict(own)
    for space, takes in kinds.items():
        if space not in own and space not in free:
            spaces[space] = [ships.pop(), "m"] if takes == "merchant" else [left.pop(), "t"]
    return {"spaces": spaces, "abilities": {str(seat): FULLY_DEVELOPED for seat in range(5)}}


def test_a_piece_that_can_go_nowhere_is_not_displaced() -> None:
    game = game_of(json.dumps({"players": 5}))
    position = game.read_position(packed(game, {"bremen--minden.1": [1, "t"]}))
    refusal = game.refusal(position, game.read("displace bremen--minden.1 t 0"))
    assert refusal == Refusal("HT-DSP-12", {"space": "bremen--minden.1", "kind": "t"})


def test_an_extra_leaves_the_last_refuge() -> None:
    game = game_of(json.dumps({"players": 5}))
    position = packed(game, {"bremen--minden.1": [1, "t"]}, ("hannover--minden.1",))
    on_routes = list(position["spaces"].values()).count([1, "t"])
    position |= {"supply": {"1": [26 - on_routes, 3]}, "stock": {"1": [0, 1]}}
    cells = game.read_position(position)
    game.advance(cells, game.read("displace bremen--minden.1 t 0"))
    refusal = game.refusal(cells, game.read("relocate hannover--minden.1 m"))
    assert refusal == Refusal("HT-DSP-10", {"space": "hannover--minden.1", "in_hand": "t"})


def test_a_put_strands_no_other_piece() -> None:
    game = game_of(json.dumps(EAST))
    own = {"malmo--stralsund.1": [0, "m"], "malmo--stralsund.3": [0, "t"]}
    position = game.read_position(packed(game, own))
    for words in ("lift malmo--stralsund.1", "lift malmo--stralsund.3"):
        game.advance(position, game.read(words))
    refusal = game.refusal(position, game.read("put malmo--stralsund.3"))
    assert refusal == Refusal("HT-MOV-4", {"space": "malmo--stralsund.3"})


def test_seats_wait_while_chance_deals() -> None:
    game = game_of(json.dumps(HANSE))
    refusal = game.refusal(game.start(), game.read("place bremen--minden.1 t"))
    assert refusal == Refusal("HT-RNG-1", {"due": "start-marker", "seat": "chance"})


def test_nothing_is_legal_after_the_end() -> None:
    game = game_of(json.dumps(HANSE))
    position = game.start()
    game.play_out(position, 1, ["light"] * 4, 1000)
    refusal = game.refusal(position, game.read("end-turn"))
    assert refusal == Refusal("HT-END-4", {"ended_by": game.ended_by(position)})


@pytest.mark.parametrize("beyond", [-1, 1_000_000])
def test_a_number_that_is_no_move(beyond: int) -> None:
    game = game_of(json.dumps(HANSE))
    refusal = game.refusal(game.start(), beyond)
    assert refusal == Refusal("HT-INV-7", {"move": beyond, "moves": game.move_count})


def test_a_legal_move_is_not_refused() -> None:
    game = game_of(json.dumps(HANSE))
    position = game.start()
    with pytest.raises(ValueError, match="legal"):
        game.refusal(position, game.legal_moves(position)[0])
