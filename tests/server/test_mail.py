"""E-mail through a real SMTP server: only to verified addresses, in their language, once until the player moved."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pydantic import ValidationError
from sqlalchemy import text

from kontor.server.settings import Settings
from tests.server.live_server import PATIENCE, LiveServer
from tests.server.mail_server import SITE, MailServer, link_in, mail_enabled_server, mail_server, subscribe
from tests.server.test_moves import HANSA, TEUTONICA, seat_all

pytestmark = pytest.mark.anyio

TURN = ("income 1 0", "income 1 0", "end-turn")


@pytest.fixture
async def post(anyio_backend: str) -> AsyncIterator[MailServer]:
    """Run a mail server."""
    async with mail_server() as made:
        yield made


async def emails_after(post: MailServer, seconds: float = 0.3) -> int:
    """Return how many e-mails there are after a while in which more could have arrived."""
    await asyncio.sleep(seconds)
    return len(post.messages)


async def test_an_address_has_to_be_verified(folder: Path, post: MailServer) -> None:
    async with mail_enabled_server(folder, post) as server:
        table, (ada, berta, _) = await seat_all(server, TEUTONICA)
        received = await berta.ask("PUT", "/api/session/mail", {"address": "berta@example.org"})
        assert (received["available"], received["verified"]) == (True, False)
        path = link_in(post.text(0), "confirm")
        await ada.play(table["id"], *TURN)
        assert await emails_after(post) == 1
        page = await server.anonymous().http.get(path)
        assert "berta@example.org" in page.text
        assert "<button>" in page.text
        assert not (await berta.ask("GET", "/api/session/mail"))["verified"]
        assert (await server.anonymous().http.post(path)).status_code == 200
        assert (await berta.ask("GET", "/api/session/mail"))["verified"]
        for used in (path, "/api/mail/confirm?token=forged", "/api/mail/stop?token=forged"):
            assert (await server.anonymous().http.post(used)).status_code == 404
        async with server.node.database.reading() as session:
            rows = str((await session.execute(text("SELECT * FROM mailboxes"))).all())
        assert path.partition("=")[2] not in rows


@pytest.mark.parametrize(
    ("language", "subject"), [("en", "Your turn"), ("de", "Du bist dran"), ("fr", "C\u2019est à vous")]
)
async def test_a_turn_is_notified_in_the_language_of_the_player(
    folder: Path, post: MailServer, language: str, subject: str
) -> None:
    async with mail_enabled_server(folder, post) as server:
        table, (ada, berta, _) = await seat_all(server, TEUTONICA, title="Am Sonntag, spät")
        address = await subscribe(berta, post, language=language)
        await ada.play(table["id"], *TURN)
        message = (await post.wait(2))[1]
        assert (message["To"], message["From"]) == (address, "Kontor <kontor@kontor.example>")
        assert message["Subject"].startswith(subject)
        assert "Am Sonntag, spät" in message["Subject"]
        assert message.get_content_type() == "text/plain"
        assert message["Auto-Submitted"] == "auto-generated"
        assert f"{SITE}/#/table/{table['id']}" in post.text(1)
        assert "Guest 1" in post.text(1)


async def test_a_turn_is_notified_once_until_the_player_moved(folder: Path, post: MailServer) -> None:
    async with mail_enabled_server(folder, post) as server:
        table, (ada, berta, zoe) = await seat_all(server, TEUTONICA)
        await subscribe(berta, post)
        state = await ada.play(table["id"], *TURN)
        await post.wait(2)
        back = (await ada.undo(table["id"], state["number"])).json()
        assert back["to_move"] == 0
        await ada.play(table["id"], "end-turn")
        assert await emails_after(post, 1.5) == 2  # the second notice is dropped before Berta moves
        for client in (berta, zoe, ada):
            await client.play(table["id"], *TURN)
        await post.wait(3)
        assert await emails_after(post) == 3


async def test_a_player_who_moves_in_time_gets_no_email(folder: Path, post: MailServer) -> None:
    async with mail_enabled_server(folder, post, mail_delay_seconds=1.5) as server:
        table, (ada, berta, _) = await seat_all(server, TEUTONICA)
        await subscribe(berta, post)
        await ada.play(table["id"], *TURN)
        await berta.play(table["id"], *TURN)
        assert await emails_after(post, 2.5) == 1


async def test_a_player_who_is_present_gets_no_email_until_they_leave(folder: Path, post: MailServer) -> None:
    async with mail_enabled_server(folder, post) as server:
        table, (ada, berta, _) = await seat_all(server, TEUTONICA)
        await subscribe(berta, post)
        async with berta.listen(table["id"]) as live_socket:
            await live_socket.receive("entries")
            await ada.play(table["id"], *TURN)
            assert await emails_after(post) == 1
        await post.wait(2)


async def test_the_end_is_notified_to_subscribers(folder: Path, post: MailServer) -> None:
    async with mail_enabled_server(folder, post, computer_pause=0.01) as server:
        ada = await server.sign_in("Ada")
        table = await ada.open(HANSA, ["human", "light"], clock={"kind": "budget", "seconds": 1, "agent": "light"})
        choices = {"turn": {"push": "now", "mail": "never"}, "ended": {"push": "now", "mail": "now"}}
        await ada.ask("PUT", "/api/notifications", {"choices": choices})
        await subscribe(ada, post)
        message = (await post.wait(2))[1]
        assert message["Subject"] == "The game is over: Hansa"
        assert (await ada.look(table["id"]))["state"]["over"]


async def test_the_receiver_of_an_email_can_unsubscribe(folder: Path, post: MailServer) -> None:
    async with mail_enabled_server(folder, post) as server:
        table, (ada, berta, zoe) = await seat_all(server, TEUTONICA)
        await subscribe(berta, post)
        await subscribe(zoe, post)
        await ada.play(table["id"], *TURN)
        message = (await post.wait(3))[2]
        path = link_in(post.text(2), "stop")
        assert message["List-Unsubscribe"] == f"<{SITE}{path}>"
        page = await server.anonymous().http.get(path)
        assert "<button>" in page.text
        assert (await server.anonymous().http.post(path)).status_code == 200
        assert (await berta.ask("GET", "/api/session/mail"))["address"] is None
        await zoe.ask("DELETE", "/api/session/mail")
        await berta.play(table["id"], *TURN)
        assert await emails_after(post) == 3


async def test_a_mail_server_that_is_busy_is_asked_again(folder: Path, post: MailServer) -> None:
    async with mail_enabled_server(folder, post) as server:
        table, (ada, berta, _) = await seat_all(server, TEUTONICA)
        await subscribe(berta, post)
        post.answers = ["451 Busy", "451 Busy"]
        await ada.play(table["id"], *TURN)
        await post.wait(2)
        assert await emails_after(post) == 2


async def test_an_unknown_receiver_is_given_up(folder: Path, post: MailServer) -> None:
    async with mail_enabled_server(folder, post) as server:
        table, (ada, berta, _) = await seat_all(server, TEUTONICA)
        await subscribe(berta, post)
        post.answers = ["550 Unknown"]
        await ada.play(table["id"], *TURN)
        async with asyncio.timeout(PATIENCE):
            while (await server.node.outbox.lengths()).mail_failed != 1:
                await asyncio.sleep(0.02)
        assert await emails_after(post) == 1


async def test_verifications_are_rate_limited(folder: Path, post: MailServer) -> None:
    async with mail_enabled_server(folder, post) as server:
        statuses = []
        for _ in range(4):
            ada = await server.sign_in("Ada")
            answer = await ada.send("PUT", "/api/session/mail", {"address": "victim@example.org"})
            statuses.append(answer.status_code)
    assert statuses == [200, 200, 200, 429]
    assert "Ada" not in "".join(post.text(number) for number in range(3))


async def test_an_address_that_is_refused_is_not_kept(folder: Path, post: MailServer) -> None:
    async with mail_enabled_server(folder, post) as server:
        ada = await server.sign_in("Ada")
        post.answers = ["550 Unknown"]
        answer = await ada.send("PUT", "/api/session/mail", {"address": "nobody@example.org"})
        assert (answer.status_code, "could not be sent" in answer.json()["sentence"]) == (409, True)
        for wrong in ("nobody", "a@b", "a b@example.org", "a@example.org\r\nBcc: b@example.org", "<a@example.org>"):
            assert (await ada.send("PUT", "/api/session/mail", {"address": wrong})).status_code == 422
        assert (await ada.ask("GET", "/api/session/mail"))["address"] is None


async def test_without_a_mail_server_there_is_no_mail(server: LiveServer) -> None:
    ada = await server.sign_in("Ada")
    answer = await ada.send("PUT", "/api/session/mail", {"address": "ada@example.org"})
    assert (answer.status_code, "does not send e-mail" in answer.json()["sentence"]) == (409, True)
    assert not (await ada.ask("GET", "/api/session/mail"))["available"]


def test_a_mail_server_needs_a_sender_and_an_address() -> None:
    with pytest.raises(ValidationError, match="smtp_sender and public_url"):
        Settings(smtp_host="mail.example.org")
    for wrong in ("kontor.example", "https://kontor.example/", "https://kontor.example/?x"):
        with pytest.raises(ValidationError):
            Settings(public_url=wrong)
