"""Shared fixtures of the arena tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena.entry_points import declare


@pytest.fixture
def nim(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Declare Nim by an entry point, so that worker processes find it too."""
    folder: Path = tmp_path_factory.mktemp("packages")
    declare(folder, "nim = tests.arena.entry_points:NIM_TYPE")
    monkeypatch.syspath_prepend(folder)
