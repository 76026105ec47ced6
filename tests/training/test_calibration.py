"""Protects calibration: exponents are found again, and chances that people see use those of the network in use."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from kontor.agents.search import Search, calibrated
from kontor.core import registry
from kontor.core.agent import Budget
from kontor.core.kernel_game import KernelGame
from kontor.kernel.generator import Generator
from kontor.study.evaluation import win_chances
from kontor.training.calibration import (
    LEAST,
    MOST,
    SearchedGame,
    best_exponent,
    calibration_rows,
    raised,
    tenths,
    worst_difference,
)
from tests.agents.games import in_turn
from tests.cli.commands import kontor
from tests.docs.pages import ROOT

NETWORK = ROOT / "src" / "kontor" / "games" / "hansa" / "data" / "networks" / "hansa.json"
EXPONENT = 1.4
GAMES = 3000


@pytest.fixture(scope="module")
def cautious_games() -> list[SearchedGame]:
    """Return games of two positions whose predicted chances are too close to each other."""
    random = np.random.default_rng(1)
    found = []
    for _ in range(GAMES):
        chances = random.dirichlet([1, 1, 1])
        winner = random.choice(3, p=raised(chances[None], EXPONENT)[0])
        found.append(SearchedGame("hansa", np.tile(chances, (2, 1)), np.eye(3)[winner]))
    return found


def test_the_exponent_of_cautious_chances_is_found(cautious_games: list[SearchedGame]) -> None:
    found = best_exponent(cautious_games)
    assert found == pytest.approx(EXPONENT, abs=0.15)
    before, after = (worst_difference(tenths(cautious_games, exponent)) for exponent in (1.0, found))
    assert after < 0.04 < before


def test_boards_are_reported_one_by_one_and_together(cautious_games: list[SearchedGame]) -> None:
    other = [SearchedGame("east-3-5", game.chances, game.results) for game in cautious_games[:9]]
    rows = calibration_rows([*cautious_games, *other], EXPONENT)
    assert [(row["board"], row["games"]) for row in rows] == [
        ("hansa", GAMES),
        ("east-3-5", 9),
        ("all", GAMES + 9),
    ]
    assert len(calibration_rows(other, EXPONENT)) == 1


def test_calibrated_chances_have_a_sum_of_one() -> None:
    assert calibrated([6000, 3000, 999], 1.0) == pytest.approx([0.6, 0.3, 0.1], abs=1e-3)
    sharper = calibrated([6000, 3000, 1000], 2.0)
    assert sharper == pytest.approx([36 / 46, 9 / 46, 1 / 46])
    assert sum(calibrated([3333, 3333, 3333], 1.3)) == pytest.approx(1)
    assert calibrated([0, 0], 1.2) == [0, 0]


def test_people_see_calibrated_chances() -> None:
    game = registry.game({"game": "hansa", "players": 3})
    assert isinstance(game, KernelGame)
    assert game.uses_network
    position = in_turn(game, 12)
    budget = Budget(playouts=16)
    tree = Search().new_tree(game, position, Generator(1))
    tree.run_simulations(16)
    expected = calibrated(tree.chances(), game.chance_exponent)
    thought = Search().analyze(game, position, budget, Generator(1))
    assert list(thought.estimate.chances) == expected
    assert list(win_chances(game, position, budget, 1)) == expected
    plans = [calibrated(row, game.chance_exponent)[game.to_move(position)] for row in tree.plan_chances()]
    assert thought.choices[0].chance in plans


def test_the_hand_written_evaluation_is_not_calibrated() -> None:
    game = registry.game({"game": "hansa", "players": 3})
    assert Search(by_network=0, rollout_turns=2).chance_exponent(game) == 1.0
    assert Search().chance_exponent(game) == game.chance_exponent


def test_the_command_writes_the_exponent_and_a_plot(tmp_path: Path) -> None:
    games, network, plot = tmp_path / "games.jsonl", tmp_path / "network.json", tmp_path / "plot.svg"
    network.write_text(json.dumps({**json.loads(NETWORK.read_text()), "exponent": 9.0}))
    kontor("train", "play", "hansa", str(games), "--games", "6", "--simulations", "0")
    result = kontor("train", "calibrate", str(network), str(games), "--all-games", "--plot", str(plot))
    assert (result.exit_code, result.stderr) == (0, "")
    assert "6 games" in result.stdout
    assert LEAST <= json.loads(network.read_text())["exponent"] <= MOST
    assert plot.read_text().startswith('<svg xmlns="http://www.w3.org/2000/svg"')


def test_the_command_needs_games_that_are_kept_for_tests(tmp_path: Path) -> None:
    games, network = tmp_path / "games.jsonl", tmp_path / "network.json"
    network.write_bytes(NETWORK.read_bytes())
    kontor("train", "play", "hansa", str(games), "--games", "1", "--simulations", "0")
    result = kontor("train", "calibrate", str(network), str(games))
    assert result.exit_code == 2
    assert "no finished game that is kept for tests" in result.stderr
