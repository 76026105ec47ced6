"""Fixtures of the browser tests: one Chromium and one server per file."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.chromium import chromium
from tests.browser.servers import Server, visitor

MEMORY = Path("/dev/shm")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium per file, because its event loop would disturb other tests."""
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server on a folder of its own with a real SQLite file."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        made = Server(Path(folder))
        made.start()
        yield made
        made.stop()


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """The start page in a new browser context."""
    with visitor(browser, server) as page:
        yield page
