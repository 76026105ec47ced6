"""Starts the Chromium of the system, or else the one that playwright has installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.servers import CLIENT, TIMEOUT
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
    """Start Chromium; without it or without a built client, skip the test, or fail it in CI."""
    if not CLIENT.exists():
        refuse("The client is not built; run `make web`.")
    path = CHROMIUM.require()
    expect.set_options(timeout=TIMEOUT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()
