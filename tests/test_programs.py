"""A missing program skips its tests and is reported at the start and at the end; in CI its tests fail."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import CHROMIUM, HIDING, POSTGRESQL, PROGRAMS, Program

ROOT = Path(__file__).parents[1]
SAMPLE = """
from tests.browser.chromium import chromium
from tests.server.postgres import private_postgres

def test_in_the_browser():
    with chromium():
        pass

def test_of_the_database():
    with private_postgres():
        pass
"""


def run_without_programs(folder: Path, *options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run two tests that need programs with pytest, as if no program were installed."""
    (folder / "test_sample.py").write_text(SAMPLE)
    hidden = {HIDING: ",".join(program.name.lower() for program in PROGRAMS)}
    kept = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("PYTEST_")}
    env = {**kept, **hidden, **variables, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    call = [sys.executable, "-m", "pytest", *options, "-p", "tests.conftest", "test_sample.py"]
    return subprocess.run(call, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=300)


def test_missing_programs_are_reported_before_and_after_the_tests(tmp_path: Path) -> None:
    done = run_without_programs(tmp_path, "-p", "xdist", "-n", "1")
    start, _, end = done.stdout.partition("skipped without")
    assert done.returncode == 0, done.stdout
    for program in PROGRAMS:
        assert f"{program.missing} Tests of {' and '.join(program.needed_by)} that need it are skipped." in start
        assert f"Tests that did not run: 1. {program.missing}\n  test_sample.py: 1\n" in end


def test_missing_programs_fail_in_ci(tmp_path: Path) -> None:
    done = run_without_programs(tmp_path, CI="true")
    assert done.returncode == 1
    assert "2 failed" in done.stdout
    assert f"{POSTGRESQL.missing} Tests of tests/server/ that need it fail, because CI is set." in done.stdout
    assert f"Failed: {POSTGRESQL.missing}" in done.stdout


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)
def test_a_program_that_is_not_on_the_path_is_missing(
    program: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    monkeypatch.setattr("tests.programs.DEBIAN_POSTGRESQL", tmp_path)
    assert program.path() is None


def test_a_program_on_the_path_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("chromium", "initdb"):
        (tmp_path / name).write_text("#!/bin/sh\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("tests.programs.DEBIAN_POSTGRESQL", tmp_path / "nothing")
    monkeypatch.delenv(HIDING, raising=False)
    assert (CHROMIUM.path(), POSTGRESQL.path()) == (tmp_path / "chromium", tmp_path)
