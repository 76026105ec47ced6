"""Protects whole games: contract and invariants hold after every move, and both kernels play the same."""

from collections import Counter
from typing import Any

import pytest

from kontor.core.contract import check_game, check_playout
from kontor.games.hansa.game import Hansa
from kontor.kernel.seats import GAME_OVER
from tests.games.hansa.invariants import INVARIANTS
from tests.games.hansa.walks import CAP, CONFIGURATIONS, MIXED, STARTED, corrected_board, game, walk
from tests.marks import case

KINDS = {"light": ("light",) * 4, "uniform": ("uniform",) * 4, "mixed": MIXED}
GAMES_AT_LENGTH = 300
GAMES_PER_SETUP = 12

every_setup = pytest.mark.parametrize("number", range(len(CONFIGURATIONS)))
every_kind = pytest.mark.parametrize("kind", KINDS)


@case("H-INV-1", "H-INV-2", "H-INV-3", "H-INV-4", "H-INV-7")
@every_kind
@every_setup
def test_the_invariants_hold_after_every_move(number: int, kind: str) -> None:
    played = game(CONFIGURATIONS[number])
    for position, _ in walk(played, number, KINDS[kind]):
        for invariant in INVARIANTS:
            assert invariant(played, position) is None
    assert played.ended_by(position) == "last-pile"


@case("H-INV-5", "H-INV-6", "H-END-2", "H-TAX-1", "H-TAX-2")
@every_kind
@every_setup
def test_turns_end_with_taxes_and_games_end_with_a_full_round(number: int, kind: str) -> None:
    played = game(CONFIGURATIONS[number])
    turns: Counter[int] = Counter()
    for position, events in walk(played, 100 + number, KINDS[kind]):
        for seat in [event.facts["seat"] for event in events if event.name == "TurnEnded"]:
            turns[seat] += 1
            content = played.position_json(position)
            assert content["thalers"][str(seat)] <= 3
            assert len(content["held"][str(seat)]) <= 3
    assert len(turns) == played.players
    assert len(set(turns.values())) == 1
    assert played.to_move(position) == GAME_OVER


@every_setup
def test_the_contract_is_kept(number: int) -> None:
    check_game(game(CONFIGURATIONS[number]), seed=number, cap=350, invariants=INVARIANTS)


@every_setup
def test_the_contract_is_kept_with_a_start_player_in_the_setup(number: int) -> None:
    check_game(game(STARTED[number]), seed=50 + number, cap=120, invariants=INVARIANTS)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
@every_setup
def test_the_contract_is_kept_to_the_end(number: int, seed: int) -> None:
    record = check_game(game(CONFIGURATIONS[number]), seed=1000 + seed, cap=100_000, invariants=INVARIANTS)
    assert record.result is not None


@every_kind
@every_setup
def test_playouts_keep_the_contract(number: int, kind: str) -> None:
    played = game(CONFIGURATIONS[number])
    record = check_playout(played, number, KINDS[kind][: played.players], CAP)
    assert record.result is not None
    assert record.result["ended_by"] == "last-pile"


def results_of(number: int, kernel: str, seeds: range) -> list[Any]:
    """Return the decisions, moves, final positions and scores of some games."""
    played, found = Hansa(CONFIGURATIONS[number], kernel), list[Any]()
    assert played.kernel == kernel
    for seed in seeds:
        position = played.start()
        agents = KINDS[list(KINDS)[seed % 3]][: played.players]
        out = played.play_out(position, seed, agents, CAP)
        found.append((out.decisions, out.digest, bytes(position), played.scores(position).json()))
    return found


@every_setup
def test_compiled_and_interpreted_kernels_agree(number: int) -> None:
    seeds = range(GAMES_PER_SETUP)
    assert results_of(number, "compiled", seeds) == results_of(number, "interpreted", seeds)


@pytest.mark.soak
@every_setup
def test_compiled_and_interpreted_kernels_agree_at_length(number: int) -> None:
    seeds = range(1000, 1000 + GAMES_AT_LENGTH)
    assert results_of(number, "compiled", seeds) == results_of(number, "interpreted", seeds)


@case("H-END-5", "H-LIGHT-1", "H-LIGHT-2", "H-LIGHT-3")
@pytest.mark.parametrize(("players", "rounds", "points"), [(2, 13.6, 52), (3, 11.5, 42), (4, 11.5, 41)])
def test_light_games_have_the_documented_length_and_score(players: int, rounds: float, points: int) -> None:
    played = game({"players": players})
    turns, best = [], []
    for seed in range(500):
        position = played.start()
        played.play_out(position, seed, ["light"] * players, CAP)
        assert played.ended_by(position) == "last-pile"
        turns.append(played.turn(position) / players)
        best.append(max(score.total for score in played.scores(position).scores))
    assert sum(turns) / len(turns) == pytest.approx(rounds, abs=0.4)
    assert sum(best) / len(best) == pytest.approx(points, abs=1)
    assert max(turns) < 30


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_corrected_board_file_needs_no_change_of_code(players: int) -> None:
    played = Hansa({"players": players, "modules": ["extra-card"]}, board=corrected_board())
    assert len(played.board.slots) == 17
    check_game(played, seed=players, cap=200, invariants=INVARIANTS)
    position = played.start()
    played.play_out(position, players, ["light"] * players, CAP)
    assert played.ended_by(position) == "last-pile"


def test_a_bank_that_may_not_go_negative() -> None:
    board = corrected_board()
    board.json["thalers"] |= {"bank_may_go_negative": False, "total": 12}
    for seed in range(20):
        played = Hansa({"players": 4}, board=board)
        for position, _ in walk(played, seed, ("uniform",) * 4):
            thalers = played.position_json(position)["thalers"].values()
            assert 0 <= max(thalers) <= sum(thalers) <= 12
        assert played.ended_by(position) == "last-pile"
