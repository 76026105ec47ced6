"""What tests of the arena share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core.nim import NimFamily

NIM_FAMILY = NimFamily()


@pytest.fixture
def nim(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nim as if a package had brought it: worker processes find it too."""
    folder = tmp_path_factory.mktemp("packages")
    declare(folder / "nim-1.0.dist-info", f"nim = {__name__}:NIM_FAMILY")
    monkeypatch.syspath_prepend(folder)


def declare(package: Path, family: str) -> None:
    """Write down that a package brings a family of games."""
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: nim\nVersion: 1.0\n", encoding="utf-8")
    (package / "entry_points.txt").write_text(f"[kontor.games]\n{family}\n", encoding="utf-8")
