"""Protects that the Makefile installs only what playing needs for playing, and everything for development."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

FILES = ("Makefile", "pyproject.toml", "constraints.txt", "hatch_build.py")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a folder with the files that the Makefile needs, without an installation."""
    (tmp_path / "web").mkdir()
    for name in (*FILES, "web/package-lock.json"):
        shutil.copy2(ROOT / name, tmp_path / name)
    return tmp_path


def planned(clone: Path, target: str) -> str:
    """Return the commands of a target without running them."""
    call = ["make", "--dry-run", target]
    return subprocess.run(call, cwd=clone, capture_output=True, text=True, check=True).stdout


def test_playing_installs_no_tools_of_development(clone: Path) -> None:
    plan = planned(clone, "play")
    assert "--extra server --extra build" in plan
    assert "ci --no-audit --no-fund --loglevel=error --omit=dev" in plan
    assert "--extra dev" not in plan


def test_the_project_is_installed_without_compiling_the_kernels_twice(clone: Path) -> None:
    assert "HATCH_BUILD_NO_HOOKS=true" in planned(clone, "play")


@pytest.mark.parametrize("target", ["test", "soak", "dev", "docs", "format"])
def test_development_installs_everything(clone: Path, target: str) -> None:
    plan = planned(clone, target)
    assert plan.index("--extra server --extra build") < plan.index("--extra dev")


def test_kernels_and_client_are_built_side_by_side(clone: Path) -> None:
    assert "-j2 kernel web" in planned(clone, "play")
