"""Fixtures of the browser tests: one Chromium and one server for all of them, in each test process."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.chromium import chromium
from tests.browser.servers import Server, visitor

MEMORY = Path("/dev/shm")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Start a Chromium for this package; beyond it, its event loop would disturb other tests."""
    with chromium() as running:
        yield running


@pytest.fixture(scope="package")
def server() -> Iterator[Server]:
    """Start a server for this package."""
    with new_server() as started:
        yield started


@pytest.fixture
def own_server() -> Iterator[Server]:
    """Start a server for one test that keeps it busy."""
    with new_server() as started:
        yield started


@contextmanager
def new_server() -> Iterator[Server]:
    """Run a server on a new folder with a real SQLite file."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        server = Server(Path(folder))
        server.start()
        yield server
        server.stop()


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """The start page in a new browser context."""
    with visitor(browser, server) as page:
        yield page
