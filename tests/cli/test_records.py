"""Protects `kontor replay` on valid and invalid records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kontor.core import registry
from kontor.core.contract import check_playout
from tests.cli.commands import kontor, printed, refused, written

GAME = registry.game({"game": "teutonica", "players": 3})


@pytest.fixture(scope="module")
def content() -> dict[str, Any]:
    """The record of a whole game."""
    return check_playout(GAME, 5, ["light"] * 3, 500).json()


def test_a_valid_record_is_replayed(content: dict[str, Any], tmp_path: Path) -> None:
    file = written(tmp_path, content)
    answer = printed("replay", file)
    assert answer == {
        "ok": True,
        "number": len(content["moves"]),
        "to_move": None,
        "result": content["result"],
    }
    text = kontor("replay", file).stdout
    assert text.startswith(f"All {len(content['moves'])} moves hold. The game is over")
    assert text.endswith((" wins.\n", " share the win.\n"))
    assert printed("score", file)["scores"] == content["result"]["scores"]
    assert printed("legal", file) == {"to_move": None, "number": len(content["moves"]), "moves": []}


def test_the_start_of_a_record_is_valid(content: dict[str, Any], tmp_path: Path) -> None:
    file = written(tmp_path, {**content, "moves": content["moves"][:20], "result": None})
    answer = printed("replay", file)
    assert (answer["ok"], answer["number"], answer["result"]) == (True, 20, None)


@pytest.mark.parametrize("capped", [False, True])
def test_an_unfinished_game_has_no_winner(content: dict[str, Any], capped: bool, tmp_path: Path) -> None:
    file = written(tmp_path, {**content, "moves": content["moves"][:60], "result": None})
    if capped:
        kontor("simulate", "teutonica", "--players", 3, "--games", 1, "--cap", 9, "--records", tmp_path / "records")
        file = tmp_path / "records" / "game-000001.json"
    text = kontor("replay", file).stdout
    assert text.endswith("The game is not over and has no winner; this is its score so far.\n")
    assert "win" not in text.replace("winner", "")


@pytest.mark.parametrize("words", ["swap 0 block", "fly to the moon"])
def test_the_first_wrong_move_is_named(content: dict[str, Any], words: str, tmp_path: Path) -> None:
    moves = [*content["moves"][:20], words, *content["moves"][20:]]
    file = written(tmp_path, {**content, "moves": moves})
    for verb in (["replay"], ["legal"], ["score"], ["apply", "stop"]):
        assert f"move 21, '{words}'," in refused(verb[0], file, *verb[1:], code=1)
    result = kontor("replay", file, "--json")
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    answer = json.loads(result.stdout)
    assert (answer["ok"], answer["number"], answer["move"]) == (False, 21, words)


def test_a_wrong_result_is_rejected(content: dict[str, Any], tmp_path: Path) -> None:
    file = written(tmp_path, {**content, "result": {**content["result"], "ended_by": "last-pile"}})
    assert "the result has a wrong 'ended_by'" in refused("replay", file, code=1)


def test_another_revision_cannot_be_replayed(content: dict[str, Any], tmp_path: Path) -> None:
    assert "revision 99" in refused("replay", written(tmp_path, {**content, "revision": 99}), code=2)


def test_a_position_is_not_accepted_as_a_record(tmp_path: Path) -> None:
    file = written(tmp_path, {"setup": {}, "position": {}})
    assert "unknown field 'position'" in refused("replay", file, code=2)
