"""Protects that the code blocks of the research page run and have correct types."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "research.md"


def test_the_code_on_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pieces = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert pieces
    for piece in pieces:
        exec(piece, {})
    assert "place" in capsys.readouterr().out


@pytest.mark.soak
def test_the_code_on_the_page_is_typed(tmp_path: Path) -> None:
    for n, piece in enumerate(re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)):
        (tmp_path / f"piece_{n}.py").write_text(piece, encoding="utf-8")
    call = [sys.executable, "-m", "mypy", "--strict", *map(str, sorted(tmp_path.glob("*.py")))]
    checked = subprocess.run(call, cwd=PAGE.parents[2], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
