"""Protects `kontor games`, `--version` and `--help`, and the cost of importing."""

from __future__ import annotations

import subprocess
import sys

import pytest

import kontor as package
from kontor.cli.games import WIDTH
from kontor.cli.main import COMMANDS
from kontor.core import registry
from tests.cli.commands import kontor, printed


def test_games_are_listed_with_everything_that_can_be_chosen() -> None:
    (game,) = [game for game in printed("games")["games"] if game["game"] == "teutonica"]
    assert game["kernel"] in ("compiled", "interpreted")
    assert game["agents"][:4] == ["uniform", "light", "greedy", "search"]
    assert game["agents"][4:] == ["beginner", "easy", "medium", "hard", "expert"]
    assert game["styles"] == ["balanced", "rusher", "builder", "collector"]
    assert [edition["edition"] for edition in game["editions"]] == ["first", "second", "big-box"]
    assert all(set(edition["switches"]) <= set(game["switches"]) for edition in game["editions"])
    (box,) = [edition for edition in game["editions"] if edition["edition"] == "big-box"]
    assert box["boards"]["hanse-2-3"] == [2, 3]
    assert box["modules"]["mission-cards"] == ["hanse-2-3", "hanse-4-5"]
    assert box["switches"]["income"] == "up-to"


def test_every_configuration_is_listed() -> None:
    (game,) = [game for game in printed("games")["games"] if game["game"] == "teutonica"]
    editions = {edition["edition"]: edition for edition in game["editions"]}
    for setup in registry.game_type("teutonica").configurations():
        edition = editions[setup["edition"]]
        assert setup["players"] in edition["boards"][setup["board"]]
        assert set(setup["modules"]) <= set(edition["modules"])


def test_games_as_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KONTOR_KERNEL", "interpreted")
    text = kontor("games").stdout
    assert "  kernel in use   interpreted\n" in text
    assert "  Edition big-box (2020)\n" in text
    assert "    hanse-2-3      2, 3 players\n" in text


def test_a_game_without_editions_lists_players_modules_and_board_data() -> None:
    text = kontor("games").stdout.partition("\n\nHansa Teutonica\n")[0]
    assert "  players         2, 3, 4\n  modules         extra-card\n" in text
    assert "    ties  nobody, everybody (default nobody)\n" in text
    told = " ".join(text.partition("  Reliability of the board data\n")[2].split())
    board = registry.game_type("hansa").describe()["board"]
    found = [f"{source}: {board['legend'][source]} {', '.join(facts)}" for source, facts in board["facts"].items()]
    assert told == " ".join(found)
    assert max(map(len, text.splitlines())) <= WIDTH


def test_the_version() -> None:
    assert kontor("--version").stdout == f"kontor {package.__version__}\n"


@pytest.mark.parametrize("verb", COMMANDS)
def test_every_command_has_help_with_an_example(verb: str) -> None:
    result = kontor(verb, "--help")
    assert result.exit_code == 0
    assert f"kontor {verb}" in result.stdout.partition("Example:")[2]
    assert verb in kontor("--help").stdout


def test_importing_loads_no_heavy_module() -> None:
    heavy = {"click", "tqdm", "numpy", "Cython", "multiprocessing", "fastapi", "subprocess", "importlib.metadata"}
    code = f"import kontor, kontor.core.registry, sys; print(sorted({heavy} & set(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n"
