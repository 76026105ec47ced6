"""What tests of the arena share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena.packages import declare


@pytest.fixture
def nim(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nim as if a package had brought it: worker processes find it too."""
    folder: Path = tmp_path_factory.mktemp("packages")
    declare(folder, "nim = tests.arena.packages:NIM_FAMILY")
    monkeypatch.syspath_prepend(folder)
