"""Protects the registry: games of packages, of entry points and added by code are found, with their presentations."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kontor.core import registry
from kontor.core.drawing.options import DrawingOptions
from kontor.core.presentation import Presentation
from kontor.core.values import SetupError
from tests.core.nim import NimType


@pytest.fixture
def nim() -> Iterator[None]:
    registry.register(NimType())
    yield
    registry.unregister("nim")


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


DROPPED_IN = "from tests.core.nim import NimType\n\ngame_type = NimType()\n"
NAMES_OF = "import kontor.games, sys; kontor.games.__path__.append(sys.argv[1]); "
NAMES_OF += "from kontor.core import registry; print(registry.names(), registry.game_type('nim').title)"


def test_a_package_below_the_games_is_found_without_a_declaration(tmp_path: Path) -> None:
    for name, module in (("nim", "game_type"), ("unfinished", "rules")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
        (tmp_path / name / f"{module}.py").write_text(DROPPED_IN, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    call = [sys.executable, "-c", NAMES_OF, str(tmp_path)]
    done = subprocess.run(call, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "['hansa', 'nim', 'teutonica'] Nim\n"


@pytest.mark.usefixtures("nim")
def test_a_game_without_a_presentation_gets_the_defaults() -> None:
    presentation = registry.game_type("nim").presentation
    assert type(presentation) is Presentation
    assert presentation.draw_map({"game": "nim"}, {}, DrawingOptions()) == ""
    assert presentation.canonical_move("take a 1") == "take a 1"
    assert (presentation.seat_colour(1), presentation.seat_colour("neutral")) == ("blue", "neutral")
    assert presentation.rule_ledger is None


@pytest.mark.parametrize("name", ["hansa", "teutonica"])
def test_every_seat_has_its_own_colour(name: str) -> None:
    presentation = registry.game_type(name).presentation
    most = max(setup["players"] for setup in registry.game_type(name).configurations())
    assert len({presentation.seat_colour(seat) for seat in range(most)}) == most


def test_one_game_is_the_default() -> None:
    assert registry.default_name() == "teutonica"
    assert [name for name in registry.names() if registry.game_type(name).is_default] == ["teutonica"]
