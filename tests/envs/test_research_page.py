"""The page about research: its pieces of code run, one after another."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "research.md"


def test_the_code_on_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pieces = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(pieces) == 4
    for piece in pieces:
        exec(piece, {})
    assert "place" in capsys.readouterr().out
