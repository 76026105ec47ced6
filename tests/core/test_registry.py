"""The registry finds games by their entry points, and those that were added."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kontor.core import registry
from kontor.core.game import SetupError
from tests.core.nim import NimType


@pytest.fixture
def nim() -> Iterator[None]:
    registry.register(NimType())
    yield
    registry.forget("nim")


def test_installed_games_are_found() -> None:
    assert "teutonica" in registry.names()
    assert registry.game_type("teutonica").title == "Hansa Teutonica"
    assert registry.game({"game": "teutonica", "players": 3}).players == 3


@pytest.mark.usefixtures("nim")
def test_a_game_can_be_added() -> None:
    assert registry.names() == ["hansa", "nim", "teutonica"]
    assert registry.game({"game": "nim", "players": 3}).players == 3
    assert [setup["players"] for setup in registry.game_type("nim").configurations()] == [2, 3]


@pytest.mark.usefixtures("nim")
def test_a_family_refuses_its_own_setups() -> None:
    with pytest.raises(SetupError, match="players 4 is unknown"):
        registry.game({"game": "nim", "players": 4})


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(SetupError, match=r"game 'nim' is unknown; it may be .*teutonica"):
        registry.game({"game": "nim"})


@pytest.mark.parametrize("name", [None, 5, ["nim"]])
def test_a_setup_must_name_its_game(name: object) -> None:
    with pytest.raises(SetupError, match="'game' must name a game"):
        registry.game({"game": name})
