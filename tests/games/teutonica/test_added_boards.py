"""Protects boards from files and entry points: they are checked, played everywhere, and told apart by content."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

import kontor
from kontor.core import registry
from kontor.core.added_boards import BOARDS_VARIABLE, added_boards
from kontor.core.contract import check_playout
from kontor.core.values import SetupError
from kontor.kernel.runtime.errors import PositionError
from tests.arena.entry_points import declare
from tests.cli.commands import printed, refused
from tests.docs.pages import ROOT, blocks

PAGE = ROOT / "docs" / "how-to" / "board.md"
FRISIA: dict[str, Any] = next(json.loads(block.text) for block in blocks(PAGE) if block.language == "json")
SETUP = {"game": "teutonica", "board": "frisia-3-5", "players": 3}

Content = dict[str, Any]


@pytest.fixture(autouse=True)
def variable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore the list of board files after every test."""
    monkeypatch.setenv(BOARDS_VARIABLE, "")


def saved(folder: Path, content: object, name: str = "frisia-3-5.json") -> Path:
    """Return a board file."""
    path = folder / name
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_a_file_is_played_in_python_and_known_from_then_on(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match="board 'frisia-3-5' is unknown"):
        registry.game(SETUP)
    game = kontor.game("teutonica", board=saved(tmp_path, FRISIA), players=3)
    assert game.setup["board"] == "frisia-3-5"
    check_playout(registry.game(SETUP), 3, ["light"] * 3, 300)
    state = game.new_state(seed=2)
    state.push(state.legal_moves[0])
    assert "aurich" in str(state).lower()
    assert state.svg().startswith("<svg")
    assert kontor.game("teutonica", board=str(tmp_path / "frisia-3-5.json"), players=3).setup == game.setup
    assert "frisia-3-5" in registry.game_type("teutonica").board_files()


def test_a_file_is_played_on_the_command_line_with_any_number_of_jobs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = ["simulate", "teutonica", "--board", saved(tmp_path, FRISIA), "--players", 3, "--games", 4]
    one = printed(*line, "--records", tmp_path / "records")
    assert one["setup"]["board"] == "frisia-3-5"
    assert one["hash"] == printed(*line, "--jobs", 2)["hash"]
    record = tmp_path / "records" / "game-000001.json"
    assert printed("replay", record)["ok"]
    monkeypatch.setenv(BOARDS_VARIABLE, "")
    assert "board 'frisia-3-5' is unknown" in refused("replay", record, code=2)


def test_an_installed_package_adds_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    declare(tmp_path, "frisia-3-5 = some_boards:FILE\nother = some_boards:CONTENT", "kontor.boards")
    path = saved(tmp_path, FRISIA)
    program = f"FILE = {str(path)!r}\nCONTENT = {{**{FRISIA!r}, 'id': 'other'}}\n"
    (tmp_path / "some_boards.py").write_text(program, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert list(added_boards()) == ["frisia-3-5", "other"]
    assert registry.game({**SETUP, "board": "other"}).players == 3
    (listed,) = [each for each in printed("games")["games"] if each["game"] == "teutonica"]
    assert listed["editions"][2]["boards"]["other"] == [3, 4, 5]


def test_different_content_under_one_id_is_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = kontor.game("teutonica", board=saved(tmp_path, FRISIA), players=3)
    changed = {**FRISIA, "completed_cities_limit": 3}
    monkeypatch.setenv(BOARDS_VARIABLE, "")
    second = kontor.game("teutonica", board=saved(tmp_path, changed, "changed.json"), players=3)
    with pytest.raises(PositionError):
        second.legal_moves(first.start())
    with pytest.raises(SetupError, match="differs from another one with this id"):
        kontor.game("teutonica", board=saved(tmp_path, FRISIA), players=3)


def test_a_file_that_was_edited_is_read_again(tmp_path: Path) -> None:
    assert kontor.game("teutonica", board=saved(tmp_path, FRISIA), players=3).players == 3
    changed = saved(tmp_path, {**FRISIA, "players": [4]})
    os.utime(changed, (1, 1))
    with pytest.raises(SetupError, match="is not for 3 players but for 4"):
        kontor.game("teutonica", board=changed, players=3)


def test_modules_of_an_added_board(tmp_path: Path) -> None:
    path = saved(tmp_path, {**FRISIA, "players": [2, 3], "modules": ["two-player-neutral", "promo-markers"]})
    check_playout(kontor.game("teutonica", board=path, players=2, modules=["promo-markers"]), 1, ["light"] * 2, 200)
    with pytest.raises(SetupError, match="'mission-cards' is not played on the board 'frisia-3-5'"):
        kontor.game("teutonica", board=path, players=3, modules=["mission-cards"])


def test_a_setup_of_a_server_never_loads_a_file(tmp_path: Path) -> None:
    path = saved(tmp_path, FRISIA)
    with pytest.raises(SetupError, match="is unknown; it may be hanse"):
        registry.game({**SETUP, "board": str(path)})
    assert not os.environ[BOARDS_VARIABLE]


WRONG: dict[str, tuple[Callable[[Content], object], str]] = {
    "a missing field": (lambda b: b.pop("cities"), "must have the field 'cities' of type list"),
    "the id of a printed board": (lambda b: b.update(id="hanse-4-5"), "needs an id of its own"),
    "nine players": (lambda b: b.update(players=[9]), "numbers from 2 to 5"),
    "an unknown ability": (lambda b: b["cities"][0].update(abilities=["action"]), "Did you mean 'actions'"),
    "an unknown city": (lambda b: b["routes"][0].update(ends=["aurich", "embden"]), "Did you mean 'emden'"),
    "unsorted routes": (lambda b: b["routes"].reverse(), "must list its routes sorted by id"),
    "no tavern": (lambda b: [r.update(tavern=False) for r in b["routes"]], "must have 3 routes with a tavern"),
    "no space for traders": (lambda b: b["routes"][0].update(spaces=["merchant"] * 3), "at least 'any'"),
    "a point that is none": (lambda b: b["routes"][0].update(points=[1, 2, 3]), "a pair of numbers for every space"),
    "a post of no colour": (lambda b: b["cities"][0]["posts"][0].pop("privilege"), "wrong form (KeyError"),
    "a hundred spaces": (
        lambda b: b["routes"][0].update(spaces=["any"] * 200, points=[[1, 1]] * 200),
        "121 are allowed",
    ),
    "a city list of numbers": (lambda b: b.update(cities=[1, 2]), "wrong form"),
    "an unknown module": (lambda b: b.update(modules=["promo-marker"]), "Did you mean 'promo-markers'"),
    "two players alone": (lambda b: b.update(players=[2]), "must list 'two-player-neutral'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_board_that_cannot_be_played_is_rejected(name: str, tmp_path: Path) -> None:
    change, sentence = WRONG[name]
    content = deepcopy(FRISIA)
    change(content)
    path = saved(tmp_path, content)
    assert sentence in refused("simulate", "teutonica", "--board", path, "--players", 3, code=2)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("", "is not valid JSON"), ("[]", "holds no JSON object"), ('{"id": 5}', "has no text 'id'")],
)
def test_a_file_that_holds_no_board_is_rejected(text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "board.json").write_text(text, encoding="utf-8")
    assert sentence in refused("simulate", "teutonica", "--board", tmp_path / "board.json", code=2)
    assert "cannot be read" in refused("simulate", "teutonica", "--board", tmp_path / "none.json", code=2)
