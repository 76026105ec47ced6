"""A mail server in a thread, for tests that drive a browser, and a server that sends its e-mail there."""

from __future__ import annotations

import asyncio
import re
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser.servers import Server
from tests.server.mail_server import MailServer, mail_server

PATIENCE = 20.0  # seconds


@contextmanager
def running_mail_server() -> Iterator[MailServer]:
    """Run a mail server until the end of the block."""
    loop = asyncio.new_event_loop()
    ready, stop, made = threading.Event(), asyncio.Event(), list[MailServer]()

    async def serve() -> None:
        async with mail_server() as post:
            made.append(post)
            ready.set()
            await stop.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        yield made[0]
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(PATIENCE)
        loop.close()


@contextmanager
def server_with_mail(post: MailServer) -> Iterator[Server]:
    """Run a server that sends e-mail."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.environment = {
            "KONTOR_SERVER_PUBLIC_URL": server.address,
            "KONTOR_SERVER_SMTP_HOST": "127.0.0.1",
            "KONTOR_SERVER_SMTP_PORT": str(post.port),
            "KONTOR_SERVER_SMTP_SECURITY": "none",
            "KONTOR_SERVER_SMTP_SENDER": "Kontor <kontor@kontor.example>",
        }
        server.start()
        yield server
        server.stop()


def link_of(post: MailServer, number: int) -> str:
    """Wait for an e-mail and return the link in it."""
    end = time.monotonic() + PATIENCE
    while len(post.messages) <= number:
        assert time.monotonic() < end, f"There are only {len(post.messages)} e-mails."
        time.sleep(0.02)
    found = re.search(r"http://\S+", post.text(number))
    assert found is not None, post.text(number)
    return found[0]
