"""Protects the tuning of weights: reproducible, resumable, and weights move towards the side that wins."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from kontor.arena.records import ArenaError
from kontor.core import registry
from kontor.core.kernel_game import BALANCED, KernelGame
from kontor.training.setups import setup_of_game
from kontor.training.weight_tuning import (
    PAIRS,
    Pair,
    TuningConfig,
    TuningJob,
    after_round,
    signs_of,
    start_logarithms,
    weights_of,
)
from kontor.training.weight_tuning_job import tune_weights
from tests.cli.commands import kontor

CONFIG = TuningConfig("hansa", seed=4, simulations=2)
ROUND = 2 * PAIRS


def balanced() -> list[int]:
    """Return the balanced weights of Hansa."""
    game = registry.game(setup_of_game("hansa", 0))
    assert isinstance(game, KernelGame)
    return list(game.styles()[BALANCED])


def test_logarithms_keep_the_weights() -> None:
    assert weights_of(start_logarithms("hansa")) == balanced()


def test_weights_move_towards_the_side_that_wins() -> None:
    start = start_logarithms("hansa")
    signs = signs_of(CONFIG, 7, len(start))
    assert {*signs} == {-1, 1}
    for score in (1.0, -1.0):
        moved = after_round(CONFIG, start, {7: score})
        assert [math.copysign(1, new - old) for new, old in zip(moved, start, strict=True)] == [
            score * sign for sign in signs
        ]


def test_a_pair_of_equal_weights_is_even(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kontor.training.weight_tuning.CHANGE", 0.0)
    job = TuningJob(CONFIG)
    scores = [job.play(Pair(number, start_logarithms("hansa")))[1] for number in range(3)]
    assert scores == pytest.approx([0.0] * 3)  # the same game twice, with the sides exchanged


def test_changed_weights_change_results() -> None:
    job = TuningJob(TuningConfig("hansa", simulations=4))
    scores = [job.play(Pair(number, start_logarithms("hansa"))) for number in range(6)]
    assert [number for number, _ in scores] == [*range(6)]
    assert max(abs(score) for _, score in scores) == 1.0


def test_tuning_is_resumed_and_does_not_depend_on_the_jobs(tmp_path: Path) -> None:
    whole, resumed = tmp_path / "whole.json", tmp_path / "resumed.json"
    expected = tune_weights(CONFIG, 2 * ROUND, whole, jobs=2)
    assert tune_weights(CONFIG, 1, resumed) != expected
    played: list[int] = []
    assert tune_weights(CONFIG, 2 * ROUND, resumed, progress=played.append) == expected
    assert played == [ROUND, ROUND]
    assert whole.read_bytes() == resumed.read_bytes()
    assert json.loads(whole.read_text())["weights"] == expected != dict.fromkeys(expected, 1)


def test_a_file_of_another_tuning_is_rejected(tmp_path: Path) -> None:
    tune_weights(CONFIG, 1, tmp_path / "weights.json")
    with pytest.raises(ArenaError, match="another tuning"):
        tune_weights(TuningConfig("hansa", seed=5, simulations=2), 1, tmp_path / "weights.json")


def test_the_command_prints_the_weights(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    result = kontor("train", "weights", "hansa", str(path), "--games", "1", "--simulations", "2", "--seed", "4")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [f"{n} = {w}" for n, w in json.loads(path.read_text())["weights"].items()]
