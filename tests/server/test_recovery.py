"""Recovering a password by e-mail: only verified addresses, once and for an hour, and nobody learns who exists."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text

from tests.server.live_server import LiveServer
from tests.server.mail_server import SITE, MailServer, mail_enabled_server, mail_server, subscribe
from tests.server.test_permissions import PASSWORD, kept

pytestmark = pytest.mark.anyio

RECOVERY = "/api/session/recovery"


@pytest.fixture
async def post(anyio_backend: str) -> AsyncIterator[MailServer]:
    """Run a mail server."""
    async with mail_server() as made:
        yield made


def secret_in(message: str) -> str:
    """Return the secret of a link that recovers a password."""
    found = re.search(rf"{SITE}/#/recover/([A-Za-z0-9_-]+)", message)
    assert found is not None, message
    return found[1]


async def ask_for_link(server: LiveServer, post: MailServer, login: str) -> str:
    """Ask for a link and return its secret."""
    count = len(post.messages)
    assert (await server.anonymous().send("POST", RECOVERY, {"login": login})).status_code == 204
    await post.wait(count + 1)
    return secret_in(post.text(-1))


@pytest.mark.parametrize(
    ("language", "subject"), [("en", "Your password"), ("de", "Dein Passwort"), ("fr", "Votre mot")]
)
async def test_a_link_sets_a_new_password_once(folder: Path, post: MailServer, language: str, subject: str) -> None:
    async with mail_enabled_server(folder, post) as server:
        ada = await kept(server, "Forgetful")
        await subscribe(ada, post, language=language)
        secret = await ask_for_link(server, post, "forgétful")
        assert post.messages[-1]["Subject"].startswith(subject)
        browser = server.anonymous()
        assert (await browser.ask("POST", f"{RECOVERY}/link", {"secret": secret})) == {"name": "Forgetful"}
        body = {"secret": secret, "password": "another horse"}
        assert (await browser.ask("PUT", RECOVERY, body))["id"] == ada.id
        assert (await browser.ask("GET", "/api/session"))["id"] == ada.id
        assert (await ada.send("GET", "/api/session")).status_code == 401
        assert (await server.anonymous().send("PUT", RECOVERY, body)).status_code == 404
        old = {"name": "Forgetful", "password": "correct horse"}
        assert (await server.anonymous().send("POST", "/api/session", old)).status_code == 401
        async with server.node.database.reading() as session:
            assert secret not in str((await session.execute(text("SELECT * FROM recoveries"))).all())


async def test_an_address_finds_the_account_too(folder: Path, post: MailServer) -> None:
    async with mail_enabled_server(folder, post) as server:
        guest = await server.sign_in("Only a name")
        address = await subscribe(guest, post)
        secret = await ask_for_link(server, post, address.upper())
        await server.anonymous().ask("PUT", RECOVERY, {"secret": secret, "password": "correct horse"})
        back = {"name": "Only a name", "password": "correct horse"}
        assert (await server.anonymous().ask("POST", "/api/session", back))["id"] == guest.id


async def test_no_answer_says_whether_an_account_exists(folder: Path, post: MailServer) -> None:
    async with mail_enabled_server(folder, post) as server:
        await kept(server, "Without mail")
        unverified = await kept(server, "Unverified")
        await unverified.ask("PUT", "/api/session/mail", {"address": "unverified@example.org"})
        verified = await kept(server, "Verified")
        await subscribe(verified, post)
        count = len(post.messages)
        names = ["Nobody", "Without mail", "Unverified", "unverified@example.org", "nobody@example.org", "Verified"]
        answers = [await server.anonymous().send("POST", RECOVERY, {"login": name}) for name in names]
        assert {(answer.status_code, answer.content) for answer in answers} == {(204, b"")}
        await post.wait(count + 1)
        await asyncio.sleep(0.3)
        assert len(post.messages) == count + 1


async def test_links_to_one_account_are_limited_without_saying_so(folder: Path, post: MailServer) -> None:
    async with mail_enabled_server(folder, post, recoveries_per_address=6.0) as server:
        ada = await kept(server, "Flooded")
        await subscribe(ada, post)
        answers = [await server.anonymous().send("POST", RECOVERY, {"login": "Flooded"}) for _ in range(8)]
        assert [answer.status_code for answer in answers] == [204] * 6 + [429] * 2
        await post.wait(4)
        await asyncio.sleep(0.3)
        assert len(post.messages) == 4  # one that verified the address, and three links


async def test_links_are_limited_in_all(folder: Path, post: MailServer) -> None:
    async with mail_enabled_server(folder, post, recoveries_per_hour=2.0) as server:
        answers = [await server.anonymous().send("POST", RECOVERY, {"login": "Nobody"}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [204, 204, 429]


async def test_a_link_ends_with_its_hour_and_with_the_next_link(folder: Path, post: MailServer) -> None:
    async with mail_enabled_server(folder, post) as server:
        ada = await kept(server, "Late")
        await subscribe(ada, post)
        first = await ask_for_link(server, post, "Late")
        second = await ask_for_link(server, post, "Late")
        body = {"secret": first, "password": "another horse"}
        assert (await server.anonymous().send("PUT", RECOVERY, body)).status_code == 404
        async with server.node.database.writing() as session:
            await session.execute(text("UPDATE recoveries SET expires_at = expires_at - 3600000"))
        for method, path, more in (
            ("POST", f"{RECOVERY}/link", {}),
            ("PUT", RECOVERY, {"password": "another horse"}),
        ):
            assert (await server.anonymous().send(method, path, {"secret": second, **more})).status_code == 404
        for wrong in (
            {"secret": second},
            {"secret": "!", "password": "another horse"},
            {"secret": second, "password": "x"},
        ):
            assert (await server.anonymous().send("PUT", RECOVERY, wrong)).status_code == 422
        assert (await ada.ask("GET", "/api/session"))["id"] == ada.id


async def test_of_two_who_open_a_link_at_once_one_succeeds(folder: Path, post: MailServer) -> None:
    async with mail_enabled_server(folder, post) as server:
        ada = await kept(server, "Twofold")
        await subscribe(ada, post)
        secret = await ask_for_link(server, post, "Twofold")
        bodies = [{"secret": secret, "password": f"another horse {n}"} for n in range(2)]
        answers = await asyncio.gather(*(server.anonymous().send("PUT", RECOVERY, body) for body in bodies))
        assert sorted(answer.status_code for answer in answers) == [200, 404]


async def test_a_server_without_mail_says_so(server: LiveServer) -> None:
    answer = await server.anonymous().send("POST", RECOVERY, {"login": "Ada"})
    assert (answer.status_code, "does not send e-mail" in answer.json()["sentence"]) == (409, True)
    assert (await server.anonymous().send("POST", RECOVERY, {"login": ""})).status_code == 422
    ada = await server.sign_in("Ada")
    assert (await ada.send("PUT", PASSWORD, {"password": "short"})).status_code == 422
