"""Protects the identity of games: a readable expression, equality, hashing, pickling and copying."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from typing import Any

import pytest

import kontor
from kontor.core import registry
from kontor.core.game import Game
from kontor.kernel.runtime.loading import COMPILED, INTERPRETED
from tests.core.nim import NimType

EXPRESSIONS: dict[str, dict[str, Any]] = {
    "kontor.game('teutonica', edition='big-box', board='hanse-2-3', players=3, modules=['mission-cards'])": {
        "game": "teutonica",
        "players": 3,
        "modules": ["mission-cards"],
    },
    "kontor.game('teutonica', edition='first', board='hanse-4-5', players=4, switches={'income': 'exact'})": {
        "game": "teutonica",
        "edition": "first",
        "switches": {"income": "exact", "tie_break": "shared"},
    },
    "kontor.game('hansa', players=2, start_player=1)": {"game": "hansa", "players": 2, "start_player": 1},
    "kontor.game('nim', players=3)": {"game": "nim", "players": 3},
}


@pytest.fixture(autouse=True)
def nim() -> Iterator[None]:
    """Register a game that no package declares."""
    registry.register(NimType())
    yield
    registry.unregister("nim")


def evaluated(text: str) -> Any:
    """Return the game of an expression."""
    return eval(text, {"kontor": kontor})


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_the_expression_of_a_game_creates_it_again(expression: str) -> None:
    game = registry.game(EXPRESSIONS[expression])
    assert repr(game) == expression
    assert evaluated(expression) == game


def test_every_configuration_is_created_again_by_its_expression_and_its_pickle() -> None:
    for name in registry.names():
        for setup in list(registry.game_type(name).configurations())[::5]:
            game = registry.game(setup)
            assert len({game, evaluated(repr(game)), pickle.loads(pickle.dumps(game))}) == 1


def test_another_kernel_is_another_game_and_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KONTOR_KERNEL", raising=False)
    setup = {"game": "hansa", "players": 2}
    compiled, interpreted = registry.game(setup, COMPILED), registry.game(setup, INTERPRETED)
    assert compiled != interpreted
    assert repr(interpreted) == "kontor.game('hansa', players=2, kernel='interpreted')"
    assert evaluated(repr(interpreted)).kernel == pickle.loads(pickle.dumps(interpreted)).kernel == INTERPRETED


def test_games_with_other_setups_are_different() -> None:
    games: list[Game] = [registry.game({"game": "teutonica", "players": players}) for players in (2, 3, 4, 4)]
    assert len(set(games)) == 3
    assert games[2] == games[3]
    assert games[0] != "game"


def test_a_copy_of_a_game_is_the_game() -> None:
    game = registry.game({"game": "hansa", "players": 2})
    assert copy.copy(game) is copy.deepcopy(game) is game
