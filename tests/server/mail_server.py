"""A mail server that keeps every e-mail, and a server that sends them."""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.server.live_server import PATIENCE, Client, LiveServer, live_server

SITE = "https://kontor.example"


class MailServer:
    """Keeps every e-mail, or gives the next of some answers."""

    def __init__(self) -> None:
        self.port = 0
        self.messages: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self.answers: list[str] = []

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 - SMTP's own
        """Keep an e-mail."""
        assert isinstance(envelope.content, bytes)
        self.raw.append(envelope.content)
        self.messages.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"

    async def handle_RCPT(  # noqa: N802 - SMTP's own
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Accept a recipient, unless the next answer is another one."""
        envelope.rcpt_tos.append(address)
        return self.answers.pop(0) if self.answers else "250 OK"

    async def wait(self, count: int) -> list[EmailMessage]:
        """Return the e-mails as soon as there are so many."""
        async with asyncio.timeout(PATIENCE):
            while len(self.messages) < count:
                await asyncio.sleep(0.01)
        return self.messages

    def text(self, number: int) -> str:
        """Return the text of an e-mail."""
        content: str = self.messages[number].get_content()
        return content


@asynccontextmanager
async def mail_server(tls: ssl.SSLContext | None = None, starts_tls: bool = False) -> AsyncIterator[MailServer]:
    """Run a mail server, in plain text or with TLS, at once or by STARTTLS."""
    made, loop = MailServer(), asyncio.get_running_loop()
    later = tls if starts_tls else None
    server = await loop.create_server(
        lambda: SMTP(made, loop=loop, tls_context=later, require_starttls=starts_tls),
        "127.0.0.1",
        0,
        ssl=None if starts_tls else tls,
    )
    made.port = server.sockets[0].getsockname()[1]
    try:
        yield made
    finally:
        server.close()
        await server.wait_closed()


@asynccontextmanager
async def mail_enabled_server(folder: Path, post: MailServer, **more: Any) -> AsyncIterator[LiveServer]:
    """Run a server that sends e-mail."""
    settings = {
        "public_url": SITE,
        "smtp_host": "127.0.0.1",
        "smtp_port": post.port,
        "smtp_security": "none",
        "smtp_sender": "Kontor <kontor@kontor.example>",
        "mail_delay_seconds": 0.05,
        "delivery_pause_seconds": 0.02,
        "delivery_tries": 3,
        **more,
    }
    async with live_server(folder, **settings) as server:
        yield server


async def subscribe(client: Client, post: MailServer, **more: Any) -> str:
    """Verify an address as people do, and return it."""
    address = f"{client.id}@example.org"
    await client.ask("PUT", "/api/session/mail", {"address": address, **more})
    confirmed = await client.http.post(link_in(post.text(-1), "confirm"))
    assert (confirmed.status_code, address in confirmed.text) == (200, True)
    return address


def link_in(message: str, page: str) -> str:
    """Return the path of a link in an e-mail."""
    found = re.search(rf"{SITE}(/api/mail/{page}\?token=\S+)", message)
    assert found is not None, message
    return found[1]
