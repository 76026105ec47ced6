"""Calibration: the exponent that makes the chances of a search agree with the results of games.

The chances of all seats are raised to the exponent and divided by their sum. A network that was trained with weight
decay and on the chances of other searches is too cautious; an exponent above 1 corrects that. One exponent serves all
setups of a game: exponents of boards or player counts did not predict unseen games better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kontor.agents.search import CERTAIN, SearchOptions
from kontor.core import registry
from kontor.core.kernel_game import BALANCED, NETWORK_OPTIONS, KernelGame
from kontor.core.networks import NetworkFile, setup_group
from kontor.training.games_file import read_games
from kontor.training.report import deciles
from kontor.training.samples import is_kept_for_tests, positions
from kontor.training.self_play import SMALL_SEARCH, TrainingGame

Array = NDArray[Any]

LEAST, MOST, STEP = 0.7, 1.7, 0.01  # of the exponents that are tried
LEAST_CASES = 200  # in a tenth whose difference counts
SIMULATIONS = 48
SEARCHED_SHARE = 3  # one position in so many is searched


@dataclass(frozen=True)
class SearchedGame:
    """The chances that a search finds in some positions of a game, and the result."""

    board: str
    chances: Array  # position, seat
    results: Array  # seat: the share of the win


def searched_games(
    network: NetworkFile, paths: Sequence[Path], all_games: bool, progress: Callable[[int], object]
) -> list[SearchedGame]:
    """Search positions of the games in some files with a network: of those kept for tests, or of all."""
    found = []
    for path in paths:
        for game in read_games(path):
            if all_games or is_kept_for_tests(game):
                found.append(searched_game(network, game))
                progress(1)
    return found


def searched_game(network: NetworkFile, game: TrainingGame) -> SearchedGame:
    """Search every third position of a game."""
    rules = registry.game(game.setup)
    assert isinstance(rules, KernelGame)
    rules.set_network(network)
    results = np.zeros(rules.players)
    results[list(game.winners)] = 1 / len(game.winners)
    rows = np.array(list(chance_rows(rules, game))).reshape(-1, rules.players)
    return SearchedGame(setup_group(game.setup).partition(",")[0], rows / CERTAIN, results)


def chance_rows(rules: KernelGame, game: TrainingGame) -> Iterator[list[int]]:
    """Yield the chances that a search finds in every third position in which a seat decides."""
    options = SearchOptions(**{**rules.tree_options, **NETWORK_OPTIONS, **SMALL_SEARCH}).row()
    for number, position in enumerate(positions(rules, game)):
        if number % SEARCHED_SHARE == game.number % SEARCHED_SHARE and rules.to_move(position) >= 0:
            tree = rules.tree(position, BALANCED, number, options)
            tree.run_simulations(SIMULATIONS)
            yield tree.chances()


def raised(chances: Array, exponent: float) -> Array:
    """Return chances raised to an exponent, with a sum of 1 for every position."""
    powers = chances**exponent
    shares: Array = powers / powers.sum(1, keepdims=True)
    return shares


def best_exponent(games: Sequence[SearchedGame]) -> float:
    """Return the exponent with the smallest greatest difference between predicted and seen chances."""
    tried = np.arange(LEAST, MOST + STEP / 2, STEP)
    return round(float(min(tried, key=lambda exponent: worst_difference(tenths(games, exponent)))), 2)


def tenths(games: Sequence[SearchedGame], exponent: float) -> list[dict[str, float]]:
    """Return cases, mean prediction and share of wins for every tenth of the predicted chance."""
    predicted = [raised(game.chances, exponent).ravel() for game in games]
    seen = [np.tile(game.results, len(game.chances)) for game in games]
    return deciles(np.concatenate(predicted), np.concatenate(seen))


def worst_difference(rows: Sequence[dict[str, float]]) -> float:
    """Return the greatest difference between predicted and seen chances among tenths with enough cases."""
    return max((abs(each["predicted"] - each["seen"]) for each in rows if each["cases"] >= LEAST_CASES), default=0.0)


def calibration_rows(games: Sequence[SearchedGame], exponent: float) -> list[dict[str, Any]]:
    """Return the tenths of every board, and of all boards together if there are several."""
    boards: dict[str, list[SearchedGame]] = {}
    for game in games:
        boards.setdefault(game.board, []).append(game)
    parts = {**boards, **({"all": list(games)} if len(boards) > 1 else {})}
    return [{"board": board, "games": len(rows), "deciles": tenths(rows, exponent)} for board, rows in parts.items()]
