"""Tuning on many processes or machines, resumable after every round."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from kontor.arena.checkpoint import os_errors
from kontor.arena.records import ArenaError
from kontor.arena.workers import Engine, run_local
from kontor.core import registry
from kontor.core.kernel_game import KernelGame
from kontor.training.setups import setup_of_game
from kontor.training.weight_tuning import (
    GAMES_OF_PAIR,
    PAIRS,
    Logarithms,
    Pair,
    TuningConfig,
    TuningJob,
    after_round,
    start_logarithms,
    weights_of,
)


def tune_weights(
    config: TuningConfig,
    games: int,
    path: Path,
    jobs: int = 1,
    engine: Engine = run_local,
    progress: Callable[[int], object] = lambda games: None,
) -> dict[str, int]:
    """Play the rounds that a file does not have yet, write the state after each, and return the weights by name."""
    number, logarithms = read_state(path, config)
    progress(number * GAMES_OF_PAIR)
    while number * GAMES_OF_PAIR < games:
        pairs = [Pair(number + n, logarithms) for n in range(PAIRS)]
        with closing(engine(TuningJob(config), pairs, jobs)) as results:
            logarithms = after_round(config, logarithms, dict(results))
        number += PAIRS
        write_state(path, config, number, logarithms)
        progress(PAIRS * GAMES_OF_PAIR)
    return named_weights(config.game, logarithms)


def named_weights(name: str, logarithms: Logarithms) -> dict[str, int]:
    """Return the weights of their logarithms by name."""
    rules = registry.game(setup_of_game(name, 0))
    assert isinstance(rules, KernelGame)
    return dict(zip(rules.weight_names, weights_of(logarithms), strict=True))


def header(config: TuningConfig) -> dict[str, Any]:
    """Return what a file of another tuning does not have."""
    return {"game": config.game, "seed": config.seed, "simulations": config.simulations}


def read_state(path: Path, config: TuningConfig) -> tuple[int, Logarithms]:
    """Return the number of pairs played and the logarithms of the weights."""
    if not path.exists():
        return 0, start_logarithms(config.game)
    with os_errors(path):
        content = json.loads(path.read_text(encoding="utf-8"))
    if content.get("tuning") != header(config):
        raise ArenaError(f"the file {str(path)!r} has another tuning; take a new file.")
    return content["pairs"], tuple(content["logarithms"])


def write_state(path: Path, config: TuningConfig, pairs: int, logarithms: Logarithms) -> None:
    """Replace the file by one with the present state."""
    weights = named_weights(config.game, logarithms)
    state = {"tuning": header(config), "pairs": pairs, "weights": weights, "logarithms": logarithms}
    fresh = path.with_name(f"{path.name}.new")
    with os_errors(path):
        fresh.write_text(json.dumps(state, indent=1) + "\n", encoding="utf-8")
        fresh.replace(path)
