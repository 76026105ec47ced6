"""A mail server in a thread, for tests that drive a browser, and a server that sends its e-mail there."""

from __future__ import annotations

import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from tests.browser.in_thread import PATIENCE, in_thread
from tests.browser.servers import Server
from tests.server.mail_server import MailServer, mail_server


def running_mail_server() -> AbstractContextManager[MailServer]:
    """Run a mail server until the end of the block."""
    return in_thread(mail_server())


@contextmanager
def server_with_mail(post: MailServer, **settings: str) -> Iterator[Server]:
    """Run a server that sends e-mail, with more settings by their names."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.environment = {
            "KONTOR_SERVER_PUBLIC_URL": server.address,
            "KONTOR_SERVER_SMTP_HOST": "127.0.0.1",
            "KONTOR_SERVER_SMTP_PORT": str(post.port),
            "KONTOR_SERVER_SMTP_SECURITY": "none",
            "KONTOR_SERVER_SMTP_SENDER": "Kontor <kontor@kontor.example>",
            **{f"KONTOR_SERVER_{name.upper()}": value for name, value in settings.items()},
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
