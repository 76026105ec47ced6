"""Samples for training: the features of the positions of self-play games, with results and the search's chances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kontor.core import registry
from kontor.core.kernel_game import BALANCED, KernelGame
from kontor.core.networks import setup_group, setup_inputs
from kontor.core.values import PositionBytes
from kontor.kernel.checksum import CHECKED_BYTES
from kontor.kernel.generator import scramble
from kontor.training.games_file import read_games
from kontor.training.self_play import TrainingGame
from kontor.training.setups import setup_groups

Array = NDArray[Any]

TEST_SHARE = 10  # one game in so many is kept for tests


@dataclass(frozen=True)
class Samples:
    """The positions of games with the same number of players; the arrays have one entry or row for each."""

    features: Array  # position, seat, feature
    setup_inputs: Array  # position, input
    results: Array  # position, seat: the share of the win
    chances: Array  # position, seat: the search's chances, or -1
    games: Array  # the game
    groups: Array  # the group of setups, as an index of `group_names`
    is_test: Array  # whether the game is kept for tests

    def part(self, rows: Array) -> Samples:
        """Return some of the samples."""
        return Samples(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))

    @property
    def players(self) -> int:
        """Return the number of players."""
        return int(self.features.shape[1])


def group_names(name: str) -> list[str]:
    """Return the groups of setups of a game."""
    return list(setup_groups(name))


def setup_input_names(name: str) -> list[str]:
    """Return the inputs that describe a setup of a game."""
    setups = [setup for group in setup_groups(name).values() for setup in group]
    return sorted({each for setup in setups for each in setup_inputs(setup)})


def read_samples(
    name: str, paths: Sequence[Path], progress: Callable[[int], object] = lambda games: None
) -> dict[int, Samples]:
    """Return the samples of all games in some files by the number of players."""
    parts: dict[int, list[tuple[Array, ...]]] = {}
    inputs, groups = setup_input_names(name), group_names(name)
    count = 0
    for path in paths:
        for game in read_games(path):
            arrays = game_arrays(game, count, inputs, groups)
            parts.setdefault(game.setup["players"], []).append(arrays)
            count += 1
            progress(1)
    return {
        players: Samples(*(np.concatenate(column) for column in zip(*rows, strict=True)))
        for players, rows in sorted(parts.items())
    }


def game_arrays(game: TrainingGame, number: int, inputs: Sequence[str], groups: Sequence[str]) -> tuple[Array, ...]:
    """Return the arrays of `Samples` for one game."""
    rules = registry.game(game.setup)
    assert isinstance(rules, KernelGame)
    rules.engine.set_feature_weights(rules.styles()[BALANCED])
    rows = [rules.engine.features(position) for position in positions(rules, game)]
    bounds = np.array(rules.feature_bounds)
    features = np.clip(np.array(rows), -bounds, bounds).astype(np.int16)
    count, players = features.shape[:2]
    present = setup_inputs(game.setup)
    result = np.zeros(players, np.float32)
    result[list(game.winners)] = 1 / len(game.winners)
    return (
        features,
        np.tile(np.array([each in present for each in inputs], np.uint8), (count, 1)),
        np.tile(result, (count, 1)),
        np.array([chance_row(row, players) for row in game.chances], np.float32),
        np.full(count, number, np.int32),
        np.full(count, groups.index(setup_group(game.setup)), np.int16),
        np.full(count, is_kept_for_tests(game)),
    )


def is_kept_for_tests(game: TrainingGame) -> bool:
    """Return whether a game is kept for tests, by its number alone."""
    return scramble(game.number) % TEST_SHARE == 0


def positions(rules: KernelGame, game: TrainingGame) -> Iterable[PositionBytes]:
    """Yield the positions of a game with their checksums."""
    for content in game.positions:
        position = PositionBytes(content + bytes(CHECKED_BYTES))
        rules.engine.write_checksum(position)
        yield position


def chance_row(chances: Sequence[int] | None, players: int) -> list[float]:
    """Return the search's chances of a position, or -1 for each seat if it was not searched."""
    if chances is None or not sum(chances):
        return [-1.0] * players
    return [chance / sum(chances) for chance in chances]
