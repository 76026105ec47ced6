"""Protects the comparison with python-chess: both programs run, and ours is not the longer one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.pages import ROOT, blocks

PAGE = ROOT / "docs/how-to/python-chess.md"


def test_both_programs_run_and_ours_is_not_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    theirs, ours = (block.text for block in blocks(PAGE) if block.language == "python")
    for program in (theirs, ours):
        exec(compile(program, PAGE.name, "exec"), {"__name__": "page"})
    assert "import chess" in theirs
    assert "import kontor" in ours
    assert lines_of_code(ours) <= lines_of_code(theirs)
    assert (tmp_path / "state.svg").read_text(encoding="utf-8").startswith("<svg xmlns=")


def lines_of_code(program: str) -> int:
    """Return the number of lines that are not empty."""
    return sum(bool(line.strip()) for line in program.splitlines())
