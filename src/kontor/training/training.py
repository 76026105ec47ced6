"""Training of the network of a game: from files of self-play games to a network file and a report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from kontor.core import registry
from kontor.core.kernel_game import BALANCED, KernelGame
from kontor.core.networks import NetworkFile
from kontor.training.model import Model, TrainingOptions, model_chances, train
from kontor.training.quantization import evaluation_chances, network_chances, quantized
from kontor.training.report import calibration, loss_rows, paired_difference, uniform_chances
from kontor.training.samples import Array, Samples, group_names, setup_input_names
from kontor.training.setups import setup_groups

LINEAR_ONLY = ("linear",)
Progress = Callable[[int], object]


def no_progress(steps: int) -> None:
    """Report no progress."""


def split(samples: Mapping[int, Samples], for_tests: bool) -> dict[int, Samples]:
    """Return the samples of the games that are kept for tests, or of all others; no player count without games."""
    parts = {players: each.part(each.is_test == for_tests) for players, each in samples.items()}
    return {players: each for players, each in parts.items() if len(each.features)}


def train_network(
    name: str,
    samples: Mapping[int, Samples],
    options: TrainingOptions,
    used: Sequence[str] = (),
    progress: Progress = no_progress,
) -> tuple[NetworkFile, dict[str, Any]]:
    """Return the integer network trained on the samples of a game, and the report on the games kept for tests."""
    training, tests = split(samples, False), split(samples, True)
    model = train(training, options, progress)
    linear = train(training, replace(options, decay=0.0), progress, LINEAR_ONLY)
    network = network_of(name, model, used)
    return network, report(name, network, linear, tests)


def network_of(name: str, model: Model, used: Sequence[str]) -> NetworkFile:
    """Return the network file of a trained model of a game."""
    rules = example_game(name)
    evaluation = dict(zip(rules.weight_names, rules.styles()[BALANCED], strict=True))
    groups = group_names(name)
    return quantized(
        *(model, rules.feature_names, rules.feature_bounds, setup_input_names(name), evaluation, groups, used)
    )


def example_game(name: str) -> KernelGame:
    """Return a game of the first setup."""
    rules = registry.game(next(iter(setup_groups(name).values()))[0])
    assert isinstance(rules, KernelGame)
    return rules


def report(name: str, network: NetworkFile, linear: Model, tests: Mapping[int, Samples]) -> dict[str, Any]:
    """Return how well the games kept for tests are predicted."""
    predictions: dict[str, dict[int, Array]] = {
        "uniform": {players: uniform_chances(each) for players, each in tests.items()},
        "hand-written": {players: evaluation_chances(network.features, each) for players, each in tests.items()},
        "linear": {players: model_chances(linear, each) for players, each in tests.items()},
        "network": {players: network_chances(network, each) for players, each in tests.items()},
    }
    groups = group_names(name)
    return {
        "losses": loss_rows(tests, predictions, groups),
        "network_minus_hand_written": paired_difference(tests, predictions["network"], predictions["hand-written"]),
        "network_minus_linear": paired_difference(tests, predictions["network"], predictions["linear"]),
        "calibration": calibration(tests, predictions["network"], groups),
    }


def file_hash(path: Path) -> str:
    """Return the SHA-256 hash of a file."""
    return sha256(path.read_bytes()).hexdigest()
