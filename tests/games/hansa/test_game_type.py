"""The game type of Hansa as the registry finds it: its configurations, its description and its refusals of setups."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kontor.core import registry
from kontor.core.game import SetupError
from kontor.games.hansa.game import Hansa
from kontor.games.hansa.game_type import game_type

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Let the registry know Hansa, whatever is installed."""
    registry.register(game_type)
    yield
    registry.forget("hansa")


def test_the_registry_makes_games() -> None:
    game = registry.game({"game": "hansa", "players": 2})
    assert isinstance(game, Hansa)
    assert game.setup == {"game": "hansa", "players": 2, "modules": [], "switches": {}}


def test_every_player_count_is_a_configuration_with_and_without_the_card() -> None:
    found = [(setup["players"], setup["modules"]) for setup in game_type.configurations()]
    assert found == [(players, modules) for players in (2, 3, 4) for modules in ([], ["extra-card"])]


def test_the_description_says_how_sure_the_board_is() -> None:
    found = registry.game_type("hansa").describe()
    assert (found["game"], found["players"], found["modules"]) == ("hansa", [2, 3, 4], ["extra-card"])
    assert found["switches"] == {"ties": ["nobody", "everybody"]}
    assert found["defaults"] == {"ties": "nobody"}
    assert set(found["agents"]) == {"uniform", "light"}
    assert set(found["board"]["facts"]) == set(found["board"]["legend"])
    assert "warehouses of riga" in found["board"]["facts"]["reconstructed"]


@pytest.mark.parametrize(
    ("setup", "why"),
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
def test_setups_that_cannot_be_are_refused(setup: dict[str, object], why: str) -> None:
    with pytest.raises(SetupError, match=why):
        game_type.game(setup)
