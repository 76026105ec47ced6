"""Protects the network inside the kernels: equal in both, within its bounds in every setup, and never an overflow."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kontor.agents.search import SearchOptions
from kontor.core import registry
from kontor.core.kernel_game import BALANCED, KernelGame
from kontor.core.values import PositionBytes, Setup
from kontor.kernel.network import DOUBLING, power_of_half
from kontor.kernel.runtime.loading import COMPILED, INTERPRETED
from kontor.kernel.seats import GAME_OVER
from kontor.training.setups import setup_groups
from tests.kernel.calls import SETUPS, small_network

SETUPS_OF_GROUPS = [setups[-1] for name in SETUPS for setups in setup_groups(name).values()]
MOST_WEIGHT = 32767


def new_game(setup: Setup, kernel: str | None = None) -> KernelGame:
    """Return a game whose engine has the features of the balanced style."""
    game = registry.game(setup, kernel)
    assert isinstance(game, KernelGame)
    game.engine.set_feature_weights(game.styles()[BALANCED])
    return game


def positions(game: KernelGame, seed: int, turns: range) -> list[PositionBytes]:
    """Return positions of a random game, at most one for each of some turns."""
    position, found = game.start(), []
    for turn in turns:
        game.play_out(position, seed + turn, ["light"] * game.players, turn)
        if game.to_move(position) == GAME_OVER:
            break
        found.append(position[:])
    return found


@pytest.mark.parametrize("setup", SETUPS_OF_GROUPS, ids=lambda setup: "-".join(map(str, setup.values())))
def test_features_are_within_their_bounds_in_every_setup(setup: Setup) -> None:
    game = new_game(setup)
    for position in positions(game, 5, range(1, 400, 3)):
        for row in game.engine.features(position):
            too_large = {
                name: value
                for name, value, most in zip(game.feature_names, row, game.feature_bounds, strict=True)
                if abs(value) > most
            }
            assert not too_large


@pytest.mark.parametrize("setup", SETUPS_OF_GROUPS, ids=lambda setup: "-".join(map(str, setup.values())))
def test_both_kernels_compute_the_same_features_and_odds(setup: Setup) -> None:
    games = [new_game(setup, kernel) for kernel in (COMPILED, INTERPRETED)]
    for game in games:
        game.engine.set_network(small_network(len(game.feature_names), most=2000))
    for position in positions(games[0], 3, range(2, 90, 29)):
        features = [game.engine.features(position) for game in games]
        assert features[0] == features[1]
        odds = [game.engine.log_odds(position) for game in games]
        assert odds[0] == odds[1]
        assert len(set(odds[0])) > 1


@pytest.mark.parametrize("name", SETUPS)
def test_both_kernels_search_the_same_tree_by_a_network(name: str) -> None:
    options = SearchOptions(beam_at_root=1, rollout_turns=0, by_network=1).row()
    found = []
    for kernel in (COMPILED, INTERPRETED):
        game = new_game({"game": name, **SETUPS[name]}, kernel)
        game.engine.set_network(small_network(len(game.feature_names), most=2000))
        position = positions(game, 3, range(9, 10))[0]
        while game.to_move(position) < 0:
            game.advance(position, game.suggest(position, 1, "light"))
        tree = game.engine.tree(position, 1, options)
        tree.run_simulations(12)
        found.append((tree.choices(), tree.chances(), tree.plan_chances(), tree.outcomes()))
    assert found[0] == found[1]
    assert sum(found[0][1]) == pytest.approx(10000, abs=10)


@pytest.mark.parametrize("kernel", [COMPILED, INTERPRETED])
def test_a_search_by_network_needs_a_network(kernel: str) -> None:
    game = new_game({"game": "hansa", "players": 3}, kernel)
    position = positions(game, 3, range(9, 10))[0]
    with pytest.raises(ValueError, match="ask for a network"):
        game.engine.tree(position, 1, SearchOptions(by_network=1).row())
    with pytest.raises(ValueError, match="there is no network"):
        game.engine.log_odds(position)


def network(changes: dict[int, list[int]]) -> list[list[int]]:
    """Return a small network of Hansa with some rows replaced."""
    features = len(new_game({"game": "hansa"}).feature_names)
    rows = small_network(features)
    return [changes.get(n, row) for n, row in enumerate(rows)]


FEATURES = len(new_game({"game": "hansa"}).feature_names)
OVERFLOWING: list[tuple[str, dict[int, list[int]]]] = [
    ("the first layer", {0: [MOST_WEIGHT] * FEATURES, 1: [MOST_WEIGHT] * 3 * FEATURES}),
    ("the second layer", {3: [MOST_WEIGHT] * 12}),
    ("the last layer", {5: [MOST_WEIGHT] * 2}),
    ("the linear part", {0: [MOST_WEIGHT] * FEATURES, 1: [0] * 3 * FEATURES, 6: [MOST_WEIGHT] * FEATURES}),
]
MISSHAPEN: list[tuple[str, Any]] = [
    ("must have 7 rows", []),
    ("the weights of the first layer", network({1: [1]})),
    ("the weights of the second layer", network({3: [1]})),
    ("the weights of the linear part", network({6: [1]})),
    ("whole numbers from", network({6: [MOST_WEIGHT + 1] * FEATURES})),
]


@pytest.mark.parametrize("kernel", [COMPILED, INTERPRETED])
@pytest.mark.parametrize(("layer", "changes"), OVERFLOWING, ids=lambda value: value if isinstance(value, str) else "")
def test_a_network_whose_sums_could_overflow_is_rejected(
    kernel: str, layer: str, changes: dict[int, list[int]]
) -> None:
    game = new_game({"game": "hansa"}, kernel)
    with pytest.raises(ValueError, match=f"{layer} of the network can reach"):
        game.engine.set_network(network(changes))


@pytest.mark.parametrize("kernel", [COMPILED, INTERPRETED])
@pytest.mark.parametrize(("message", "rows"), MISSHAPEN, ids=lambda value: value if isinstance(value, str) else "")
def test_a_network_of_another_shape_is_rejected(kernel: str, message: str, rows: Any) -> None:
    game = new_game({"game": "hansa"}, kernel)
    with pytest.raises(ValueError, match=message):
        game.engine.set_network(rows)


def test_the_largest_accepted_network_is_equal_on_both_kernels() -> None:
    chance = random.Random(1)
    rows = network(
        {
            0: [300] * FEATURES,
            1: [chance.choice([-MOST_WEIGHT, MOST_WEIGHT]) for _ in range(3 * FEATURES)],
            3: [chance.choice([-MOST_WEIGHT, MOST_WEIGHT]) // 2 for _ in range(12)],
            5: [MOST_WEIGHT // 2, -MOST_WEIGHT // 2],
        }
    )
    games = [new_game({"game": "hansa"}, kernel) for kernel in (COMPILED, INTERPRETED)]
    for game in games:
        game.engine.set_network(rows)
    for position in positions(games[0], 4, range(3, 60, 7)):
        assert games[0].engine.log_odds(position) == games[1].engine.log_odds(position)


def test_powers_of_half_are_accurate() -> None:
    for amount in range(0, 12 * DOUBLING, 7):
        assert power_of_half(amount) / 65536 == pytest.approx(2 ** (-amount / DOUBLING), rel=2e-4, abs=2 / 65536)
    assert power_of_half(1 << 28) == 0
