"""Webhooks and e-mail over TLS: only to servers with a trusted certificate for their name."""

import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
import trustme

from kontor.server.notify import webhook_addresses
from tests.server.live_server import LiveServer, live_server
from tests.server.mail_server import SITE, mail_enabled_server, mail_server, subscribe
from tests.server.test_webhooks import QUICK, state_of
from tests.server.webhook_receiver import is_genuine, webhook_receiver

pytestmark = pytest.mark.anyio

HOOKS = "hooks.example.org"
Security = Literal["tls", "starttls"]


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> trustme.CA:
    """Create an authority that this system trusts."""
    made = trustme.CA()
    made.cert_pem.write_to_path(tmp_path / "trusted.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "trusted.pem"))
    return made


@pytest.fixture
def local_hooks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Resolve the name of the webhook to this machine."""

    async def here(host: str, port: int, allowed: Any) -> Any:
        return await found("127.0.0.1" if host == HOOKS else host, port, allowed)

    found = webhook_addresses.resolve
    monkeypatch.setattr(webhook_addresses, "resolve", here)


@pytest.fixture
def certificate(authority: trustme.CA, shown: str) -> Iterator[str]:
    """Write the certificate of a receiver into a file."""
    issuer = trustme.CA() if shown == "untrusted" else authority
    issued = issuer.issue_cert("elsewhere.example.org" if shown == "of another name" else HOOKS)
    with issued.private_key_and_cert_chain_pem.tempfile() as path:
        yield path


async def pinged(server: LiveServer, port: int, state: str) -> Any:
    """Ping a webhook by name over TLS, and return it once it is in a state."""
    ada = await server.sign_in("Ada")
    webhook = await ada.ask("POST", "/api/webhooks", {"url": f"https://{HOOKS}:{port}/hook"})
    await ada.ask("POST", f"/api/webhooks/{webhook['id']}/ping")
    return webhook, await state_of(ada, webhook, state)


@pytest.mark.parametrize("shown", ["right"])
@pytest.mark.usefixtures("local_hooks")
async def test_a_webhook_is_called_by_its_name(folder: Path, certificate: str) -> None:
    async with webhook_receiver(certificate) as receiver, live_server(folder, **QUICK) as server:
        webhook, _ = await pinged(server, receiver.port, "ok")
        await receiver.wait_for("ping")
    assert is_genuine(webhook["secret"], receiver.calls[0])
    assert receiver.calls[0].headers["host"] == f"{HOOKS}:{receiver.port}"


@pytest.mark.parametrize("shown", ["untrusted", "of another name"])
@pytest.mark.usefixtures("local_hooks")
async def test_a_webhook_without_a_valid_certificate_gets_no_delivery(folder: Path, certificate: str) -> None:
    async with webhook_receiver(certificate) as receiver, live_server(folder, **QUICK) as server:
        _, dead = await pinged(server, receiver.port, "disabled")
    assert (dead["problem"], receiver.calls) == ("there was no connection (ConnectError)", [])


def showing(issuer: trustme.CA, name: str) -> ssl.SSLContext:
    """Return the TLS context of a mail server."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    issuer.issue_cert(name).configure_cert(context)
    return context


@pytest.mark.parametrize("security", ["tls", "starttls"])
async def test_email_is_sent_over_tls(folder: Path, authority: trustme.CA, security: Security) -> None:
    tls = showing(authority, "127.0.0.1")
    async with (
        mail_server(tls, starts_tls=security == "starttls") as post,
        mail_enabled_server(folder, post, smtp_security=security) as server,
    ):
        await subscribe(await server.sign_in("Ada"), post)
    assert SITE in post.text(0)


@pytest.mark.parametrize("security", ["tls", "starttls"])
@pytest.mark.parametrize("name", ["127.0.0.1", "mail.example.org"], ids=["untrusted", "of another name"])
async def test_a_mail_server_without_a_valid_certificate_gets_no_email(
    folder: Path, authority: trustme.CA, security: Security, name: str
) -> None:
    tls = showing(trustme.CA() if name == "127.0.0.1" else authority, name)
    async with (
        mail_server(tls, starts_tls=security == "starttls") as post,
        mail_enabled_server(folder, post, smtp_security=security) as server,
    ):
        await check_no_email(server)
    assert post.messages == []


async def test_email_is_never_sent_in_plain_text_unless_it_is_configured(folder: Path) -> None:
    async with mail_server() as post, mail_enabled_server(folder, post, smtp_security="starttls") as server:
        await check_no_email(server)
    assert post.messages == []


async def check_no_email(server: LiveServer) -> None:
    """Check that a request fails because no e-mail could be sent."""
    ada = await server.sign_in("Ada")
    answer = await ada.send("PUT", "/api/session/mail", {"address": "ada@example.org"})
    assert (answer.status_code, "could not be sent" in answer.json()["sentence"]) == (409, True)
