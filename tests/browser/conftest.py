"""What all tests in the browser share: one Chromium and one server per file."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.running import CLIENT, Server, visitor

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MEMORY = Path("/dev/shm")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium; it ends with the file, since its event loop would be in the way of others."""
    if not CHROMIUM.exists() or not CLIENT.exists():
        pytest.skip("Browser tests need Debian's chromium and the client: run `make web`.")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(FLAGS))
        yield chromium
        chromium.close()


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
    """Somebody on the first page."""
    with visitor(browser, server) as page:
        yield page
