"""Starts servers as processes that can be killed, and browser contexts that play on them."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

CLIENT = Path(__file__).parents[2] / "src" / "kontor" / "server" / "client" / "index.html"
LAPTOP = {"width": 1366, "height": 768}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TIMEOUT = 60_000  # milliseconds that a busy machine may need
ENVIRONMENT = {
    "KONTOR_SERVER_WORKERS": "1",
    "KONTOR_SERVER_REQUESTS_PER_SECOND": "1000",
    "KONTOR_SERVER_TABLES_PER_HOUR": "2000",
    "KONTOR_SERVER_TABLES_PER_ACCOUNT": "2000",
}


class HasAddress(Protocol):
    """A server that a browser can open."""

    @property
    def address(self) -> str:
        """Return the address of the server."""


class Server:
    """`kontor serve` on a folder and a port that stay the same when it is started again."""

    def __init__(self, folder: Path, *packages: Path) -> None:
        self.folder = folder
        self.packages = packages
        self.port = free_port()
        self.program = Path(sys.executable).with_name("kontor")
        self.process: subprocess.Popen[str] | None = None
        self.environment: dict[str, str] = {}

    @property
    def address(self) -> str:
        """Return the address of the server."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start the server and wait until it answers."""
        call = [str(self.program), "serve", "--port", str(self.port), "--data", str(self.folder)]
        path = {"PYTHONPATH": os.pathsep.join(map(str, self.packages))} if self.packages else {}
        self.process = subprocess.Popen(
            call,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **ENVIRONMENT, **path, **self.environment},
        )
        assert self.process.stdout is not None
        assert re.search(r"http://\S+", self.process.stdout.readline())

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> None:
        """Stop the server with a signal."""
        if self.process is not None:
            self.process.send_signal(sign)
            self.process.wait(30)
            self.process = None


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def visitor(browser: Browser, server: HasAddress, expected: str = "nothing", **settings: Any) -> Iterator[Page]:
    """Open the start page in a new browser context; uncaught errors and errors in the console fail the test.

    `expected` is a pattern of the errors that the browser itself reports in a test without network or server.
    """
    context = new_context(browser, server, **settings)
    problems: list[str] = []
    context.on("weberror", lambda problem: problems.append(f"uncaught: {problem.error}"))
    context.on("console", lambda message: problems.extend(errors_in(message)))
    page = context.new_page()
    page.goto("/")
    yield page
    context.close()
    unexpected = [problem for problem in problems if not re.search(expected, problem)]
    assert unexpected == [], unexpected


def errors_in(message: ConsoleMessage) -> list[str]:
    """Return the text of a console message if it is an error."""
    return [f"{message.text} ({message.location['url']})"] if message.type == "error" else []


def new_context(browser: Browser, server: HasAddress, **settings: Any) -> BrowserContext:
    """Return a browser context in English that shows moves at once, with settings in its storage.

    Service workers are blocked unless a test is about them: they would answer requests that a test wants to see.
    """
    options = {"viewport": LAPTOP, "service_workers": "block", **settings.pop("options", {})}
    context = browser.new_context(base_url=server.address, locale="en-GB", **options)
    context.set_default_timeout(TIMEOUT)
    shown = {"locale": "en", "theme": "light", "follow": False, "still": True}
    stored = {**shown, "confirm": False, "takeBack": False, **settings}
    # An empty page has no origin and no storage.
    store = f"localStorage['kontor.settings'] ??= {json.dumps(json.dumps(stored))}"
    context.add_init_script(f"if (location.origin !== 'null') {store}")
    return context
