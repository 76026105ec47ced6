"""The Chromium that tests and pictures drive: the system's, or else the one that playwright has installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from tests.browser.running import CLIENT
from tests.programs import CHROMIUM, refuse

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running Chromium; where there is none, or no client, tests are skipped, except in CI, where they fail."""
    if not CLIENT.exists():
        refuse("The client is not built; run `make web`.")
    path = CHROMIUM.require()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()
