"""A missing program skips its tests and is reported at the start and at the end; in CI its tests fail."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import CHROMIUM, HIDING, POSTGRESQL, PROGRAMS, Program

ROOT = Path(__file__).parents[1]
TESTS = ("tests/browser/test_speed.py", "tests/server/test_nodes.py")


def run_without_programs(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run tests as if no program were installed."""
    kept = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("PYTEST_")}
    hidden = {HIDING: ",".join(program.name.lower() for program in PROGRAMS)}
    call = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    env = {**kept, **hidden, **environment}
    return subprocess.run(call, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=300)


def test_missing_programs_are_reported_before_and_after_the_tests() -> None:
    done = run_without_programs("-n", "1", *TESTS, "-k", "shown_at_once or share_tables")
    start, _, end = done.stdout.partition("skipped without")
    assert done.returncode == 0, done.stdout
    for program in PROGRAMS:
        assert f"{program.missing} Tests of {program.needed_by[0]}" in start
        assert f"tests did not run: {program.missing}" in end
    assert "  tests/browser/test_speed.py: 1\n" in end
    assert "  tests/server/test_nodes.py: 1\n" in end


def test_missing_programs_fail_in_ci() -> None:
    done = run_without_programs(TESTS[1], "-k", "share_tables", CI="true")
    assert done.returncode == 1
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
