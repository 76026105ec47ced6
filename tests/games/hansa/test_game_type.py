"""Protects the game type of Hansa: its configurations, its description and the setups that it rejects."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kontor.core import registry
from kontor.core.values import SetupError
from kontor.games.hansa.game import Hansa
from kontor.games.hansa.game_type import game_type

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Register Hansa, whether or not the package is installed."""
    registry.register(game_type)
    yield
    registry.unregister("hansa")


def test_the_registry_makes_games() -> None:
    game = registry.game({"game": "hansa", "players": 2})
    assert isinstance(game, Hansa)
    assert game.setup == {"game": "hansa", "players": 2, "modules": [], "switches": {}}


def test_every_player_count_is_a_configuration_with_and_without_the_card() -> None:
    found = [(setup["players"], setup["modules"]) for setup in game_type.configurations()]
    assert found == [(players, modules) for players in (2, 3, 4) for modules in ([], ["extra-card"])]


def test_the_description_states_the_sources_of_the_board() -> None:
    found = registry.game_type("hansa").describe()
    assert (found["game"], found["players"], found["modules"]) == ("hansa", [2, 3, 4], ["extra-card"])
    assert found["switches"] == {"ties": ["nobody", "everybody"]}
    assert found["defaults"] == {"ties": "nobody"}
    assert set(found["agents"]) == {"uniform", "light"}
    assert set(found["board"]["facts"]) == set(found["board"]["legend"])
    assert "warehouses of riga" in found["board"]["facts"]["reconstructed"]


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        ({"players": 5}, "players"),
        ({"players": True}, "players"),
        ({"modules": "extra-card"}, "modules"),
        ({"modules": ["extra-card", "extra-card"]}, "twice"),
        ({"modules": ["winds"]}, "module"),
        ({"players": 2, "start_player": 2}, "start_player"),
        ({"switches": []}, "switches"),
        ({"edition": "first"}, "field"),
        ({"game": "teutonica"}, "game"),
    ],
)
def test_impossible_setups_are_rejected(setup: dict[str, object], reason: str) -> None:
    with pytest.raises(SetupError, match=reason):
        game_type.game(setup)
