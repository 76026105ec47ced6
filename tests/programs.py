"""Programs that some tests need; where one is missing, its tests are skipped, except in CI, where they fail."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

HIDING = "TESTS_WITHOUT"  # names of programs, with commas between them, to be taken for missing
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")  # the first one starts fastest
DEBIAN_POSTGRESQL = Path("/usr/lib/postgresql")


def find_chromium() -> Path | None:
    """Find the system's Chromium, or else the one that playwright has installed."""
    if found := next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None):
        return Path(found)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        own = Path(playwright.chromium.executable_path)
    return own if own.exists() else None


def find_postgresql() -> Path | None:
    """Find the folder of PostgreSQL's newest programs."""
    found = sorted(DEBIAN_POSTGRESQL.glob("*/bin"), key=lambda folder: float(folder.parent.name))
    on_path = shutil.which("initdb")
    return found[-1] if found else Path(on_path).parent if on_path else None


@dataclass(frozen=True)
class Program:
    """A program that tests need: how to find it, how to install it, and which tests need it."""

    name: str
    find: Callable[[], Path | None]
    install: str
    needed_by: tuple[str, ...]

    @property
    def missing(self) -> str:
        """The sentence with which its tests are skipped."""
        return f"{self.name} is not installed; {self.install}."

    def path(self) -> Path | None:
        """Where it is, unless it is missing or hidden."""
        hidden = os.environ.get(HIDING, "").lower().split(",")
        return None if self.name.lower() in hidden else self.find()

    def require(self) -> Path:
        """Return where it is, or skip the test; in CI the test fails."""
        return self.path() or refuse(self.missing)


def refuse(sentence: str) -> NoReturn:
    """Skip a test that misses something, or fail it in CI."""
    if os.environ.get("CI"):
        pytest.fail(sentence)
    pytest.skip(sentence)


CHROMIUM = Program(
    "Chromium",
    find_chromium,
    "install the package 'chromium-headless-shell' or 'chromium', or run `.venv/bin/playwright install chromium`",
    ("tests/browser/", "tests/docs/test_wheel.py"),
)
POSTGRESQL = Program("PostgreSQL", find_postgresql, "install the package 'postgresql'", ("tests/server/",))
PROGRAMS = (CHROMIUM, POSTGRESQL)
