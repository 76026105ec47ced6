"""Digests and quiet hours: what waits is sent once, when it is time, also after the server was ended."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from kontor.server import clock
from kontor.server.clock import SystemTime
from tests.server.live_server import PATIENCE, Client, LiveServer, live_server
from tests.server.mail_server import MailServer, mail_enabled_server, mail_server, subscribe
from tests.server.postgres import Postgres
from tests.server.push_service import PushReceiver, push_receiver
from tests.server.test_notices import happen
from tests.server.test_push import QUICK

pytestmark = pytest.mark.anyio

HOUR = 3_600_000
NIGHT = {"start": 22 * 60, "end": 7 * 60}
DAILY = {"push": "digest", "mail": "digest"}


class MovedTime(SystemTime):
    """A clock that can be set to another hour."""

    offset = 0

    def wall(self) -> int:
        """Return the moved time."""
        return super().wall() + self.offset

    def set_hour(self, hour: int) -> None:
        """Go on to the next time at which it is an hour in UTC."""
        now = datetime.fromtimestamp(self.wall() / 1000, UTC)
        passed = HOUR * now.hour + 60_000 * now.minute
        self.offset += (HOUR * hour - passed) % (24 * HOUR) + 1000


@pytest.fixture
def time() -> Iterator[MovedTime]:
    """Replace the clock of the server by one that can be set."""
    before, clock.source = clock.source, MovedTime()
    try:
        yield clock.source
    finally:
        clock.source = before


@pytest.fixture
async def receiver(anyio_backend: str) -> AsyncIterator[PushReceiver]:
    """Run a push service."""
    async with push_receiver() as made:
        yield made
        assert made.problems == []


async def choose(client: Client, **settings: Any) -> None:
    """Set how an account is told."""
    await client.ask("PUT", "/api/notifications", settings)


async def settle(server: LiveServer, waiting: int) -> None:
    """Wake the delivery worker until some number of push deliveries wait."""
    async with asyncio.timeout(PATIENCE):
        while (await server.node.outbox.lengths()).push_waiting != waiting:
            server.node.delivery_worker.wake()
            await asyncio.sleep(0.05)


async def test_quiet_hours_hold_messages_back(folder: Path, receiver: PushReceiver, time: MovedTime) -> None:
    async with live_server(folder, **QUICK) as server:
        anneke, browser = await server.sign_in("Anneke"), receiver.new_browser()
        await browser.register(anneke)
        await choose(anneke, quiet_hours=NIGHT)
        time.set_hour(23)
        await happen(server, "friend", anneke, name="Clara")
        await asyncio.sleep(0.3)
        assert browser.messages == []
        time.set_hour(6)
        server.node.delivery_worker.wake()
        await asyncio.sleep(0.3)
        assert browser.messages == []
        time.set_hour(7)
        await settle(server, 0)
        assert [message.content["event"] for message in browser.messages] == ["friend"]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_a_digest_survives_the_end_of_the_server(
    folder: Path, receiver: PushReceiver, time: MovedTime, request: pytest.FixtureRequest, kind: str
) -> None:
    postgres: Postgres | None = request.getfixturevalue("postgres") if kind == "postgresql" else None
    settings = {**QUICK, "database": postgres.url if postgres else None}
    browser = receiver.new_browser()
    time.set_hour(12)
    async with live_server(folder, **settings) as server:
        anneke = await server.sign_in("Anneke")
        await browser.register(anneke)
        await choose(anneke, choices={"friend": DAILY, "group": DAILY}, digest_hour=18)
        await asyncio.gather(
            *(happen(server, "friend", anneke, name=name) for name in ("Bertram", "Clara", "Dietrich"))
        )
        await happen(server, "group", anneke, title="Sunday")
        assert (await server.node.outbox.lengths()).push_waiting == 1
    time.set_hour(18)
    async with live_server(folder, **settings) as server:
        await settle(server, 0)
        (message,) = await browser.wait(1)
        assert (message.content["title"], message.content["event"]) == ("Daily summary: 4 events", "digest")
        assert all(name in message.content["text"] for name in ("Bertram", "Clara", "Dietrich", "Sunday"))
        again = server.same_account(anneke)
        await happen(server, "friend", again, name="Iris")
        time.set_hour(17)
        await asyncio.sleep(0.2)
        assert len(browser.messages) == 1
        time.set_hour(18)
        await settle(server, 0)
        assert browser.messages[1].content["title"] == "Iris wants to be your friend"
        await happen(server, "friend", again, name="Hugo")
        await again.ask("POST", "/api/notices/read", {})
        time.set_hour(17)
        time.set_hour(18)
        await settle(server, 0)
        assert len(browser.messages) == 2  # what was read at the bell is not told again


async def test_a_digest_comes_by_mail_too(folder: Path, time: MovedTime) -> None:
    time.set_hour(12)
    async with mail_server() as post, mail_enabled_server(folder, post) as server:
        anneke = await server.sign_in("Anneke")
        await subscribe(anneke, post, language="de")
        await choose(anneke, choices={"friend": DAILY}, digest_hour=18)
        await happen(server, "friend", anneke, name="Bertram", link="#/groups")
        await happen(server, "friend", anneke, name="Clara")
        assert (await server.node.outbox.lengths()).mail_waiting == 1
        time.set_hour(18)
        server.node.delivery_worker.wake()
        message = (await post.wait(2))[1]
        assert message["Subject"] == "Tägliche Zusammenfassung: 2 Ereignisse"
        assert "Bertram hat dir eine Freundschaftsanfrage geschickt." in post.text(1)
        await unsubscribed(server, post, anneke)


async def unsubscribed(server: LiveServer, post: MailServer, client: Client) -> None:
    """Check that nothing is sent any more after the address was deleted."""
    await client.ask("DELETE", "/api/session/mail")
    await happen(server, "invitation", client, name="Hugo")
    await asyncio.sleep(0.2)
    assert len(post.messages) == 2


@pytest.mark.parametrize(
    "body",
    [
        {"time_zone": "Mars/Olympus"},
        {"time_zone": "../../etc/passwd"},
        {"quiet_hours": {"start": 600, "end": 600}},
        {"quiet_hours": {"start": -1, "end": 600}},
        {"quiet_hours": {"start": 0}},
        {"digest_hour": 24},
        {"choices": {"turn": {"push": "often", "mail": "now"}}},
        {"choices": {"unknown": DAILY}},
        {"unknown": 1},
    ],
)
async def test_wrong_settings_change_nothing(server: LiveServer, body: dict[str, Any]) -> None:
    anneke = await server.sign_in("Anneke")
    before = await anneke.ask("GET", "/api/notifications")
    assert (await anneke.http.put("/api/notifications", json=body)).status_code == 422
    assert await anneke.ask("GET", "/api/notifications") == before
