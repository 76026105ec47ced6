"""Protects that the code blocks of the research page run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "research.md"


def test_the_code_on_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pieces = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert pieces
    for piece in pieces:
        exec(piece, {})
    assert "place" in capsys.readouterr().out
