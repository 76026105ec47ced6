"""Protects training: it reduces the loss, is reproducible, and the kernel computes what training predicts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from kontor.core import registry
from kontor.core.kernel_game import KernelGame
from kontor.core.networks import NetworkFile, read_network
from kontor.training.games_file import read_games
from kontor.training.model import Model, TrainingOptions, model_chances, train
from kontor.training.quantization import log_odds, network_chances
from kontor.training.report import deciles, paired_difference, uniform_chances
from kontor.training.samples import Samples, positions, read_samples
from kontor.training.self_play import SelfPlayConfig
from kontor.training.self_play_job import play_games
from kontor.training.training import network_of, split, train_network
from tests.cli.commands import kontor

OPTIONS = TrainingOptions(hidden=8, inner=4, epochs=6, batch=128, decay=0.1)
GAMES = 60


@pytest.fixture(scope="module")
def games_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of quick games of Hansa."""
    path = tmp_path_factory.mktemp("training") / "games.jsonl"
    play_games(SelfPlayConfig("hansa", simulations=0), GAMES, path)
    return path


@pytest.fixture(scope="module")
def samples(games_file: Path) -> dict[int, Samples]:
    """Return the samples of these games."""
    return read_samples("hansa", [games_file])


@pytest.fixture(scope="module")
def model(samples: Mapping[int, Samples]) -> Model:
    """Return a small network trained on them."""
    return train(split(samples, False), OPTIONS)


@pytest.fixture(scope="module")
def network(model: Model) -> NetworkFile:
    """Return its integer network."""
    return network_of("hansa", model, [])


def test_training_reduces_the_loss(samples: Mapping[int, Samples], model: Model) -> None:
    training = split(samples, False)
    trained = {players: model_chances(model, each) for players, each in training.items()}
    untrained = {players: uniform_chances(each) for players, each in training.items()}
    difference, error = paired_difference(training, trained, untrained)
    assert difference < -4 * error


def test_gradients_are_those_of_the_loss(samples: Mapping[int, Samples], model: Model) -> None:
    some = samples[3].part(np.arange(64))
    gradients = model.gradients(some, some.results)

    def loss() -> float:
        chances = np.maximum(model_chances(model, some).astype(np.float64), 1e-9)
        return float(-(some.results * np.log(chances)).sum(1).mean())

    for name, gradient in gradients.items():
        at = np.unravel_index(np.argmax(np.abs(gradient)), gradient.shape)
        kept, step = model.parameters[name][at], 3e-3
        model.parameters[name][at] = kept + step
        above = loss()
        model.parameters[name][at] = kept - step
        below = loss()
        model.parameters[name][at] = kept
        assert (above - below) / (2 * step) == pytest.approx(gradient[at], rel=0.05, abs=1e-4), name


def test_training_is_reproducible(samples: Mapping[int, Samples]) -> None:
    options = TrainingOptions(hidden=4, inner=2, epochs=0.5, batch=64)
    first, second = (train(samples, options).parameters for _ in range(2))
    assert all((first[name] == second[name]).all() for name in first)


def test_the_integer_network_predicts_like_the_trained_one(
    samples: Mapping[int, Samples], model: Model, network: NetworkFile
) -> None:
    for each in samples.values():
        assert np.abs(network_chances(network, each) - model_chances(model, each)).max() < 0.02


def test_kernels_compute_the_odds_of_the_integer_network(games_file: Path, network: NetworkFile) -> None:
    game = next(iter(read_games(games_file)))
    rules = registry.game(game.setup)
    assert isinstance(rules, KernelGame)
    rules.set_network(network)
    samples = read_samples("hansa", [games_file])[rules.players]
    expected = log_odds(network, samples.features[:20], samples.setup_inputs[:20])
    found = [rules.engine.log_odds(position) for position in list(positions(rules, game))[:20]]
    assert found == expected.tolist()


def test_a_network_file_can_be_written_and_read(network: NetworkFile) -> None:
    assert read_network(json.loads(json.dumps(network.json()))) == network
    with pytest.raises(ValueError, match="must have the format 2, not 9"):
        read_network({**network.json(), "network": 9})


def test_games_for_tests_are_not_used_for_training(samples: Mapping[int, Samples]) -> None:
    training, tests = split(samples, False), split(samples, True)
    for players in samples:
        assert not set(training[players].games) & set(tests[players].games)
    assert 0 < sum(len(set(each.games)) for each in tests.values()) < GAMES / 4


def test_a_report_has_every_setup_and_predictor(samples: Mapping[int, Samples]) -> None:
    _, report = train_network("hansa", samples, TrainingOptions(hidden=4, inner=2, epochs=1, batch=64))
    rows = report["losses"]
    assert rows[-1]["setups"] == "all"
    assert {"uniform", "hand-written", "linear", "network"} <= set(rows[0])
    assert rows[-1]["network"] < rows[-1]["uniform"]
    assert [each["board"] for each in report["calibration"]] == ["hansa"]


def test_deciles_compare_predicted_and_seen_chances() -> None:
    found = deciles(np.array([0.05, 0.05, 0.95, 1.0]), np.array([0.0, 1.0, 1.0, 1.0]))
    assert [each["cases"] for each in found] == [2, 2]
    assert found[0]["seen"] == 0.5
    assert found[1]["predicted"] == pytest.approx(0.975)


def test_the_command_trains_a_network(games_file: Path, tmp_path: Path) -> None:
    network, report = tmp_path / "network.json", tmp_path / "report.json"
    call = ["train", "fit", "hansa", str(network), str(games_file), "--report", str(report), "--use", "all"]
    result = kontor(*call, "--hidden", "4", "--inner", "2", "--epochs", "1")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "| all |" in result.stdout
    written = read_network(json.loads(network.read_text()))
    assert list(written.used) == list(written.setups)
    assert json.loads(report.read_text())["losses"]


def test_too_few_games_are_refused_and_missing_player_counts_are_not(tmp_path: Path) -> None:
    network, games = tmp_path / "network.json", tmp_path / "games.jsonl"
    play_games(SelfPlayConfig("hansa", simulations=0), 2, games)
    refused = kontor("train", "fit", "hansa", str(network), str(games))
    assert refused.exit_code == 2
    assert "play more games" in refused.stderr
    play_games(SelfPlayConfig("hansa", simulations=0), 4, games)  # only game 2, with four players, is kept for tests
    accepted = kontor("train", "fit", "hansa", str(network), str(games), "--hidden", "2", "--inner", "2")
    assert (accepted.exit_code, accepted.stderr) == (0, "")
    assert "| hansa, 4 players | 1 |" in accepted.stdout
