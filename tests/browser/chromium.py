"""The Chromium that tests and pictures drive: the system's, or else the one that playwright has installed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.browser.running import CLIENT

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def program(playwright: Playwright) -> Path | None:
    """Where a Chromium is installed."""
    own = Path(playwright.chromium.executable_path)
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    return Path(found) if found else own if own.exists() else None


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running Chromium; where there is none, or no client, tests are skipped, except in CI, where they fail."""
    refuse = pytest.fail if os.environ.get("CI") else pytest.skip
    if not CLIENT.exists():
        refuse("The client is not built; run `make web`.")
    with sync_playwright() as playwright:
        path = program(playwright)
        if path is None:
            refuse("There is no Chromium; install the package 'chromium', or run `playwright install chromium`.")
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()
