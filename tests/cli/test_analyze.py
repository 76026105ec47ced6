"""Protects `kontor analyze`: its output, its documented fields, and its errors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import kontor, printed, refused, written

RECORD = Path(__file__).parents[1] / "study" / "records" / "planted-blunder.json"
QUICK = ("--simulations", 8, "--jobs", 1)


def test_it_prints_the_turning_points_and_writes_a_page(tmp_path: Path) -> None:
    page = tmp_path / "analysis.html"
    result = kontor("analyze", RECORD, *QUICK, "--report", page)
    assert result.exit_code == 0
    assert "1. Move 16, turn 67: seat 2 played 'end-turn'" in result.stdout
    assert "<h2>Turning points</h2>" in page.read_text(encoding="utf-8")


def test_its_json_has_the_documented_fields() -> None:
    found = printed("analyze", RECORD, *QUICK)
    documented = (Path(__file__).parents[2] / "docs" / "how-to" / "study.md").read_text(encoding="utf-8")
    for part in (found, found["decisions"][0], found["turns"][0], found["turning_points"][0], found["seats"][0]):
        for name in part:
            assert f"`{name}`" in documented, name


@pytest.mark.parametrize("budget", ["200", "0ms", "fast", "700s", "-1s"])
def test_a_budget_without_a_unit_is_rejected(budget: str) -> None:
    assert "must be a time such as 200ms" in refused("analyze", RECORD, "--budget", budget, code=2)


def test_a_broken_record_is_refused(tmp_path: Path) -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    record["moves"][3] = "end-turn now"
    assert "move 4" in refused("analyze", written(tmp_path, record), code=1)


def test_a_page_that_cannot_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    assert "cannot be written" in refused("analyze", RECORD, "--report", tmp_path, code=2)
