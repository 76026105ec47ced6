"""Calls and letters over TLS: only to whoever proves by a certificate that is trusted to be who was meant."""

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
    """An authority that this system trusts."""
    made = trustme.CA()
    made.cert_pem.write_to_path(tmp_path / "trusted.pem")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "trusted.pem"))
    return made


@pytest.fixture
def hooks_are_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a name lead to this machine."""

    async def here(host: str, port: int, allowed: Any) -> Any:
        return await found("127.0.0.1" if host == HOOKS else host, port, allowed)

    found = webhook_addresses.resolve
    monkeypatch.setattr(webhook_addresses, "resolve", here)


@pytest.fixture
def certificate(authority: trustme.CA, shown: str) -> Iterator[str]:
    """A file with the certificate that a receiver shows."""
    issuer = trustme.CA() if shown == "untrusted" else authority
    issued = issuer.issue_cert("elsewhere.example.org" if shown == "of another name" else HOOKS)
    with issued.private_key_and_cert_chain_pem.tempfile() as path:
        yield path


async def pinged(server: LiveServer, port: int, state: str) -> Any:
    """A webhook that was called by name over TLS and is in a state after that."""
    ada = await server.sign_in("Ada")
    webhook = await ada.ask("POST", "/api/webhooks", {"url": f"https://{HOOKS}:{port}/hook"})
    await ada.ask("POST", f"/api/webhooks/{webhook['id']}/ping")
    return webhook, await state_of(ada, webhook, state)


@pytest.mark.parametrize("shown", ["right"])
@pytest.mark.usefixtures("hooks_are_here")
async def test_a_webhook_is_called_by_its_name(folder: Path, certificate: str) -> None:
    async with webhook_receiver(certificate) as receiver, live_server(folder, **QUICK) as server:
        webhook, _ = await pinged(server, receiver.port, "ok")
        await receiver.wait_for("ping")
    assert is_genuine(webhook["secret"], receiver.calls[0])
    assert receiver.calls[0].headers["host"] == f"{HOOKS}:{receiver.port}"


@pytest.mark.parametrize("shown", ["untrusted", "of another name"])
@pytest.mark.usefixtures("hooks_are_here")
async def test_a_webhook_that_cannot_prove_its_name_is_told_nothing(folder: Path, certificate: str) -> None:
    async with webhook_receiver(certificate) as receiver, live_server(folder, **QUICK) as server:
        _, dead = await pinged(server, receiver.port, "disabled")
    assert (dead["problem"], receiver.calls) == ("there was no connection (ConnectError)", [])


def showing(issuer: trustme.CA, name: str) -> ssl.SSLContext:
    """A mail server's side of TLS."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    issuer.issue_cert(name).configure_cert(context)
    return context


@pytest.mark.parametrize("security", ["tls", "starttls"])
async def test_letters_travel_under_cover(folder: Path, authority: trustme.CA, security: Security) -> None:
    tls = showing(authority, "127.0.0.1")
    async with (
        mail_server(tls, starts_tls=security == "starttls") as post,
        mail_enabled_server(folder, post, smtp_security=security) as server,
    ):
        await subscribe(await server.sign_in("Ada"), post)
    assert SITE in post.text(0)


@pytest.mark.parametrize("security", ["tls", "starttls"])
@pytest.mark.parametrize("name", ["127.0.0.1", "mail.example.org"], ids=["untrusted", "of another name"])
async def test_a_mail_server_that_cannot_prove_its_name_gets_no_letter(
    folder: Path, authority: trustme.CA, security: Security, name: str
) -> None:
    tls = showing(trustme.CA() if name == "127.0.0.1" else authority, name)
    async with (
        mail_server(tls, starts_tls=security == "starttls") as post,
        mail_enabled_server(folder, post, smtp_security=security) as server,
    ):
        await see_no_letter(server)
    assert post.messages == []


async def test_letters_never_travel_in_the_clear_unless_that_is_wanted(folder: Path) -> None:
    async with mail_server() as post, mail_enabled_server(folder, post, smtp_security="starttls") as server:
        await see_no_letter(server)
    assert post.messages == []


async def see_no_letter(server: LiveServer) -> None:
    """See that somebody is told that no letter could be sent."""
    ada = await server.sign_in("Ada")
    answer = await ada.send("PUT", "/api/session/mail", {"address": "ada@example.org"})
    assert (answer.status_code, "could not be sent" in answer.json()["sentence"]) == (409, True)
