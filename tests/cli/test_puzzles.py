"""Protects `kontor puzzles`: finding, verifying and rating puzzles."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kontor.study.puzzle import puzzle_line
from tests.cli.commands import kontor, printed, refused
from tests.study.test_puzzles import found

RECORD = Path(__file__).parents[1] / "study" / "records" / "planted-blunder.json"


def test_puzzles_found_in_a_record_are_valid(tmp_path: Path) -> None:
    out = tmp_path / "puzzles.jsonl"
    result = kontor("puzzles", RECORD, "--simulations", 60, "--jobs", 1, "--out", out)
    assert result.exit_code == 0
    lines = out.read_text(encoding="utf-8").splitlines()
    assert lines
    assert result.stdout.count("\n") == len(lines) + 1
    checked = printed("puzzles", "--verify", out)
    assert checked["ok"] is True
    assert [each["id"] for each in checked["puzzles"]] == [json.loads(line)["id"] for line in lines]


def test_a_planted_wrong_solution_is_rejected(tmp_path: Path) -> None:
    wrong = json.loads(puzzle_line(found()))
    wrong["solution"] = ["place minden--munster.1 t", "end-turn"]
    path = tmp_path / "wrong.jsonl"
    path.write_text(puzzle_line(found()) + json.dumps(wrong) + "\n", encoding="utf-8")
    assert "has to be better by 5%" in refused("puzzles", "--verify", path, code=1)


def test_difficulties_of_a_file_are_computed_again(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(puzzle_line(replace(found(), difficulty=5, missed_by=("search 80",))), encoding="utf-8")
    printed("puzzles", "--rate", path, "--out", path)
    assert path.read_text(encoding="utf-8") == puzzle_line(found())


def test_a_puzzle_with_an_illegal_solution_is_not_rated(tmp_path: Path) -> None:
    path = tmp_path / "illegal.jsonl"
    path.write_text(puzzle_line(replace(found(), solution=("place minden--munster.1 t",) * 2)), encoding="utf-8")
    assert "is not legal in its solution" in refused("puzzles", "--rate", path, code=2)


@pytest.mark.parametrize(
    "call", [[], ["--mine", "hansa", "--verify", "x"], [RECORD, "--mine", "hansa"], ["--verify", "x", "--rate", "x"]]
)
def test_exactly_one_source_is_required(call: list[object]) -> None:
    assert "one of the four" in refused("puzzles", *call, code=2)


def test_what_cannot_be_mined_is_refused(tmp_path: Path) -> None:
    assert "is unknown" in refused("puzzles", "--mine", "teutonica", "--agents", "nobody", code=2)
    path = tmp_path / "none.jsonl"
    path.write_text("{}\n", encoding="utf-8")
    assert "line 1 holds no puzzle" in refused("puzzles", "--verify", path, code=2)
