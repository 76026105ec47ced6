"""Whole games are reproducible, keep the invariants after every move, and views contain no secrets."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kontor.core.agent import chance_move
from kontor.core.record import read_record, record_of, replay
from kontor.core.values import PositionBytes, Setup
from kontor.games.teutonica.game import Teutonica
from kontor.games.teutonica.rules import layout as at
from kontor.games.teutonica.rules import pieces
from kontor.games.teutonica.setup import SWITCHES, configurations
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE, GAME_OVER
from tests.marks import case
from tests.rules.invariants import INVARIANTS, seat_cell
from tests.rules.scenario import BLUE, RED, Scenario, fill

CONFIGURATIONS = list(configurations())
ENDINGS = {"twenty-points", "marker-supply", "completed-cities"}
CAP = 90  # turns
SOAK_CAP = 400
SECRETS = ["mission-cards", "emperors-favour", "promo-markers"]

every_configuration = pytest.mark.parametrize("number", range(len(CONFIGURATIONS)))


def players_of(game: Teutonica, number: int) -> list[str]:
    """Return light and uniform policies in turn, so that games end but also reach unusual positions."""
    return [("light", "uniform", "light")[(seat + number) % 3] for seat in range(game.players)]


def problem_of(game: Teutonica, position: PositionBytes) -> str | None:
    """Return the first invariant that does not hold."""
    return next((found for found in (holds(game, position) for holds in INVARIANTS) if found), None)


def play_within_invariants(game: Teutonica, seed: int, agents: list[str], cap: int) -> PositionBytes:
    """Play a game move by move and check every position."""
    moves = game.play_out(game.start(), seed, agents, cap, keep_moves=True).moves
    position = game.start()
    for move in moves:
        game.advance(position, move)
        assert problem_of(game, position) is None, f"{game.setup}, seed {seed}, after {game.move_text(move)}"
    return position


@case("CC-283", "HT-RNG-1", "HT-RNG-2")
@every_configuration
def test_the_same_seed_gives_the_same_states_and_logs(number: int) -> None:
    game = Teutonica(CONFIGURATIONS[number])
    states: list[bytes] = []
    logs: list[list[Any]] = []
    for _ in range(2):
        position = game.start()
        moves = game.play_out(game.start(), number, players_of(game, number), 12, keep_moves=True).moves
        states.append(bytes(position))
        logs.append([])
        for move in moves:
            logs[-1] += [(event.name, dict(event.facts)) for event in game.events(position, move)]
            game.advance(position, move)
            states[-1] += bytes(position)
    assert states[0] == states[1]
    assert logs[0] == logs[1] != []


@case("CC-283", "HT-RNG-3")
@pytest.mark.parametrize("number", range(0, len(CONFIGURATIONS), 7))
def test_a_record_of_all_moves_reproduces_a_game(number: int) -> None:
    game = Teutonica(CONFIGURATIONS[number])
    position = game.start()
    moves = list(game.play_out(position, number, players_of(game, number), CAP, keep_moves=True).moves)
    record = record_of(game, moves, position, capped=True)
    again = Teutonica(json.loads(json.dumps(game.setup)))
    assert replay(again, read_record(json.loads(json.dumps(record.json())))) == position
    assert any(words.startswith("chance ") for words in record.moves)


def play_with_seed(game: Teutonica, seed: int, decisions: list[int] | None) -> tuple[PositionBytes, list[int]]:
    """Play with chance from the seed and the given decisions of players, or random ones if none are given."""
    chance, whims, position, made = Generator(seed), Generator(99), game.start(), list[int]()
    due = iter(decisions or ())
    while game.to_move(position) != GAME_OVER and game.turn(position) <= 30:
        if game.to_move(position) == CHANCE:
            game.advance(position, chance_move(game, position, chance))
            continue
        moves = game.legal_moves(position)
        move = moves[whims.below(len(moves))] if decisions is None else next(due)
        made.append(move)
        game.advance(position, move)
    return position, made


@case("CC-283", "HT-RNG-3")
def test_seed_and_decisions_of_the_players_reproduce_a_game() -> None:
    game = Teutonica({"players": 4, "modules": SECRETS})
    position, decisions = play_with_seed(game, 5, None)
    assert play_with_seed(game, 5, decisions)[0] == position
    other = game.start(), game.start()
    for start, seed in zip(other, (5, 6), strict=True):
        generator = Generator(seed)
        while game.to_move(start) == CHANCE:
            game.advance(start, chance_move(game, start, generator))
    assert other[0] != other[1], "the seed must matter"


@case("CC-284", "HT-INV-1", "HT-INV-2", "HT-INV-3", "HT-INV-4", "HT-INV-5", "HT-INV-6", "HT-INV-7")
@every_configuration
def test_every_configuration_keeps_the_invariants_and_ends(number: int) -> None:
    game = Teutonica(CONFIGURATIONS[number])
    position = play_within_invariants(game, number, players_of(game, number), CAP)
    assert game.ended_by(position) in ENDINGS or game.turn(position) == CAP + 1


@case("CC-284", "HT-END-1", "HT-TRN-8")
def test_light_games_end_by_rule_in_most_configurations() -> None:
    endings = set()
    for number, setup in enumerate(CONFIGURATIONS):
        game = Teutonica(setup)
        position = game.start()
        game.play_out(position, number, ["light"] * game.players, SOAK_CAP)
        endings.add(game.ended_by(position))
    assert {"twenty-points", "marker-supply"} <= endings <= ENDINGS


def switched(number: int, seed: int) -> Setup:
    """Return a configuration with one random value for each of its switches."""
    draw, setup = Generator(seed), CONFIGURATIONS[number]
    drawn = {name: SWITCHES[name][draw.below(len(SWITCHES[name]))] for name in setup["switches"]}
    return {**setup, "switches": drawn}


@case("CC-284")
@every_configuration
def test_the_invariants_hold_under_any_switches(number: int) -> None:
    game = Teutonica(switched(number, number))
    position = play_within_invariants(game, number, players_of(game, number), CAP // 2)
    assert game.ended_by(position) in {*ENDINGS, "marker-stuck", None}


@pytest.mark.soak
@case("CC-284", "HT-TRN-8")
@every_configuration
def test_long_games_keep_the_invariants_under_any_switches(number: int) -> None:
    for seed in range(20):
        game = Teutonica(switched(number, 1000 * number + seed) if seed else CONFIGURATIONS[number])
        position = play_within_invariants(game, seed, players_of(game, number + seed), SOAK_CAP)
        ended = game.ended_by(position)
        assert ended in {*ENDINGS, "marker-stuck"} or game.turn(position) == SOAK_CAP + 1


@pytest.mark.parametrize(
    ("cell", "value", "rule"),
    [
        pytest.param(seat_cell(RED, at.SUPPLY), 9, "HT-INV-1", marks=case("HT-INV-1")),
        pytest.param(at.BAG, 9, "HT-INV-2", marks=case("HT-INV-2")),
        pytest.param(at.COMPLETED, 3, "HT-INV-6", marks=case("HT-INV-6")),
        pytest.param(at.ENDED, 1, "HT-END-1", marks=case("HT-END-1")),
        pytest.param(seat_cell(BLUE, at.SCORE), 20, "HT-END-4", marks=case("HT-END-4")),
        pytest.param(at.SPACES, pieces.piece_of(4, pieces.TRADER), "HT-SET-9", marks=case("HT-SET-9")),
    ],
)
def test_an_invalid_position_violates_the_invariants(cell: int, value: int, rule: str) -> None:
    at_table = Scenario("hanse-4-5")
    assert problem_of(at_table.game, at_table.position) is None
    at_table.position[cell] = value
    at_table.game.engine.write_checksum(at_table.position)
    assert (problem_of(at_table.game, at_table.position) or "").startswith(rule)


@case("HT-INV-3", "HT-INV-4", "HT-INV-5", "HT-INV-7")
def test_gaps_traders_on_ships_and_missing_markers_violate_the_invariants() -> None:
    at_table = Scenario("east-3-5", posts={"danzig": [[RED, "t"], [RED, "t"], None, None]})
    position, game = at_table.position, at_table.game
    holds = {check.__name__: check for check in INVARIANTS}
    first = at.POSTS + sum(len(city["posts"]) for city in game.board.json["cities"][:7])
    spoilt = position[:]
    spoilt[first], spoilt[first + 1] = 0, position[first]
    assert holds["posts_have_no_gaps"](game, position) is None
    assert holds["posts_have_no_gaps"](game, spoilt) == "HT-INV-3: danzig has a gap: [0, 1, 0, 0]"
    spoilt = position[:]
    spoilt[at.SPACES + game.board.spaces.index("malmo--visby.2")] = pieces.piece_of(RED, pieces.TRADER)
    assert holds["ships_carry_merchants"](game, spoilt) is not None
    spoilt = position[:]
    spoilt[at.MARKERS + game.board.routes.index("kulm--stettin")] = 0
    game.engine.write_checksum(spoilt)
    assert holds["turns_start_with_three_markers"](game, spoilt) is not None
    spoilt = position[:]
    spoilt[at.STACK + 1] = 4
    game.engine.write_checksum(spoilt)
    assert holds["one_seat_decides"](game, spoilt) == "HT-INV-7: 4 is no seat"


def drawing_cards(game: Teutonica, cards: list[str]) -> PositionBytes:
    """Return the position after the opening in which the seats were dealt these cards."""
    position = game.start()
    due = iter(cards)
    while game.to_move(position) == CHANCE:
        moves = game.legal_moves(position)
        is_card = "card" in game.move_json(moves[0])
        game.advance(position, game.parse_move(f"chance {next(due)}") if is_card else moves[0])
    return position


@case("CC-285", "HT-INF-1")
def test_a_view_contains_no_mission_card_of_another_seat() -> None:
    game = Teutonica({"players": 4, "modules": SECRETS})
    one = drawing_cards(game, ["m1", "m2", "m3", "m4"])
    other = drawing_cards(game, ["m9", "m2", "m1", "m5"])
    assert one != other
    assert game.view(one, BLUE) == game.view(other, BLUE), "Blue cannot tell the two deals apart"
    assert game.view(one, RED) != game.view(other, RED)
    assert game.view(one, None) == game.view(other, None)
    view = game.position_json(game.view(one, BLUE))
    assert view["missions"] == {"0": "?", "1": ["dortmund", "minden", "luneburg"], "2": "?", "3": "?"}
    assert game.legal_moves(game.view(one, RED)) == game.legal_moves(game.view(other, RED))


@case("CC-285", "HT-INF-1")
def test_events_hide_a_dealt_card_from_the_other_seats() -> None:
    game = Teutonica({"players": 4, "modules": ["mission-cards"]})
    position = game.start()
    for _ in range(3):
        game.advance(position, game.legal_moves(position)[0])
    deal = game.parse_move("chance m1")
    (event,) = game.events(position, deal)
    assert (event.name, event.seats) == ("CardDealt", frozenset({RED}))
    assert game.redacted_move(position, deal, RED) == "chance m1"
    assert {game.redacted_move(position, deal, seat) for seat in (BLUE, 2, 3, None)} == {"chance ?"}
    game.advance(position, deal)
    assert game.redacted_move(position, game.parse_move("chance m2"), RED) == "chance ?"


@case("CC-285", "HT-INF-1", "HT-RNG-2")
def test_no_position_contains_the_type_of_an_unseen_marker() -> None:
    at_table = Scenario(spaces=fill("bremen--osnabruck", RED, "ttt"), actions=2)
    at_table.play("create bremen--osnabruck", "reward nothing")
    assert at_table.json["plate"] == {"0": 1}
    assert sum(at_table.json["bag"].values()) == 12, "the drawn marker is still one of the bag"
    assert at_table.game.view(at_table.position, BLUE) == at_table.position
    at_table.play("end-turn")
    assert at_table.to_move == "chance"
    mix = {"additional-post", "exchange-posts", "develop-ability", "actions-3", "actions-4", "move-3"}
    assert set(at_table.offered("chance")) == mix, "any marker of the bag may turn up"


@case("CC-285", "HT-INF-1", "HT-RPL-5")
def test_a_face_down_marker_has_no_type_in_any_view() -> None:
    at_table = Scenario(
        edition="second",
        switches={"marker_facing": "down"},
        spaces=fill("bremen--osnabruck", RED, "ttt"),
        actions=1,
    )
    at_table.play("create bremen--osnabruck", "reward nothing", "end-turn")
    assert all(len(words.split()) == 1 for words in at_table.offered("place-marker")), "no marker is named"
    at_table.play("place-marker dortmund--paderborn")
    assert at_table.happened("MarkerPlaced")[-1]["marker"] == "?"
    for seat in (RED, BLUE, None):
        seen = at_table.game.position_json(at_table.game.view(at_table.position, seat))
        assert seen["markers_on_routes"]["dortmund--paderborn"] == "?"
        assert sum(seen["bag"].values()) == 12


@case("CC-286", "HT-TRN-4")
def test_a_turn_may_end_with_two_actions_left() -> None:
    at_table = Scenario(actions=2)
    assert at_table.legal("end-turn")
    at_table.play("end-turn")
    assert (at_table.to_move, at_table.json["active"], at_table.actions) == (BLUE, BLUE, 2)
    at_table.play("end-turn", "end-turn", "end-turn")
    assert (at_table.to_move, at_table.actions) == (RED, 2), "the actions given away are lost"
