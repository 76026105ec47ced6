"""Web Push: encrypted and signed messages to the right browsers, and none with a secret."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import text

from kontor.server.notify.web_push import encrypt_with
from tests.server.live_server import PATIENCE, LiveServer, live_server
from tests.server.postgres import Postgres
from tests.server.push_service import PushBrowser, PushReceiver, decode, encode, push_receiver
from tests.server.test_moves import TEUTONICA, seat_all
from tests.server.test_notices import happen
from tests.server.test_secrets import MISSIONS, own_card

pytestmark = pytest.mark.anyio

TURN = ("income 1 0", "income 1 0", "end-turn")
QUICK: dict[str, Any] = {
    "webhook_networks": ["127.0.0.0/8"],
    "delivery_pause_seconds": 0.02,
    "delivery_tries": 3,
    "push_delay_seconds": 0.0,
}


@pytest.fixture
async def receiver(anyio_backend: str) -> AsyncIterator[PushReceiver]:
    """Run a push service."""
    async with push_receiver() as made:
        yield made
        assert made.problems == []


@pytest.fixture
async def sender(folder: Path, receiver: PushReceiver) -> AsyncIterator[LiveServer]:
    """Run a server that may call this machine, and tell the push service its key."""
    async with live_server(folder, **QUICK) as server:
        receiver.key = (await server.anonymous().ask("GET", "/api/push/key"))["key"]
        yield server


async def nothing_waits(server: LiveServer) -> None:
    """Wait until no delivery waits."""
    async with asyncio.timeout(PATIENCE):
        while True:
            lengths = await server.node.outbox.lengths()
            if lengths.push_waiting == 0:
                return
            await asyncio.sleep(0.02)


def test_the_encryption_is_that_of_the_standard() -> None:
    """The example of RFC 8291, appendix A."""
    receiver = ec.derive_private_key(
        int.from_bytes(decode("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big"), ec.SECP256R1()
    )
    sender = ec.derive_private_key(
        int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )
    browser = PushBrowser("", receiver, decode("BTBZMqHH6r4Tts7J_aSIgg"))
    message = b"When I grow up, I want to be a watermelon"
    body = encrypt_with(message, browser.point, browser.auth, sender, decode("DGv6ra1nlYgDCS1FRnbzlw"))
    assert encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu"
        "6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.decrypt(body) == message


async def test_a_player_is_told_of_their_turn(sender: LiveServer, receiver: PushReceiver) -> None:
    table, (ada, berta, _) = await seat_all(sender, TEUTONICA, title="Sunday")
    browser = receiver.new_browser()
    registered = await browser.register(berta, language="de", label="Firefox")
    assert (await berta.ask("GET", "/api/push/subscriptions"))["browsers"] == [registered]
    await ada.play(table["id"], *TURN)
    (message,) = await browser.wait(1)
    assert message.content == {
        "title": "Du bist dran: Sunday",
        "text": "Am Tisch Sunday (Hansa Teutonica) wird auf deine Entscheidung gewartet.",
        "path": f"#/table/{table['id']}",
        "event": "turn",
        "tag": table["id"],
        "table": table["id"],
    }
    assert (message.headers["topic"], message.headers["urgency"]) == (table["id"], "high")
    assert (await berta.ask("GET", "/api/notices"))["notices"][0]["event"] == "turn"
    await berta.play(table["id"], *TURN)
    async with asyncio.timeout(PATIENCE):
        while (await berta.ask("GET", "/api/notices"))["unread"]:  # the decision was made
            await asyncio.sleep(0.02)


async def test_a_player_at_the_table_is_not_told(sender: LiveServer, receiver: PushReceiver) -> None:
    table, (ada, berta, _) = await seat_all(sender, TEUTONICA)
    browser = receiver.new_browser()
    await browser.register(berta)
    async with berta.listen(table["id"]) as live_socket:
        await live_socket.receive("entries")
        await ada.play(table["id"], *TURN)
        await asyncio.sleep(0.5)
        assert browser.messages == []
        await berta.play(table["id"], *TURN)
    await nothing_waits(sender)
    assert browser.messages == []


async def test_a_table_can_be_muted(sender: LiveServer, receiver: PushReceiver) -> None:
    table, (ada, berta, _) = await seat_all(sender, TEUTONICA)
    browser = receiver.new_browser()
    await browser.register(berta)
    path = f"/api/notifications/tables/{table['id']}"
    await berta.ask("PUT", path, {"delivery": "never"})
    assert (await berta.ask("GET", "/api/notifications"))["tables"] == [{"table": table["id"], "delivery": "never"}]
    await ada.play(table["id"], *TURN)
    await asyncio.sleep(0.5)
    await nothing_waits(sender)
    assert (browser.messages, (await berta.ask("GET", "/api/notices"))["notices"]) == ([], [])
    await berta.ask("PUT", path, {"delivery": None})
    assert (await berta.ask("GET", "/api/notifications"))["tables"] == []
    stranger = await sender.sign_in("Zoe")
    private = await ada.open(TEUTONICA, ["human"] * 3, public=False)
    refused = await stranger.http.put(f"/api/notifications/tables/{private['id']}", json={"delivery": "never"})
    assert refused.status_code in (403, 404)


@pytest.mark.parametrize("status", [404, 410])
async def test_a_browser_that_is_gone_is_removed(sender: LiveServer, receiver: PushReceiver, status: int) -> None:
    anneke = await sender.sign_in("Anneke")
    await receiver.new_browser().register(anneke)
    receiver.statuses = [status]
    await happen(sender, "friend", anneke, name="Clara")
    async with asyncio.timeout(PATIENCE):
        while (await anneke.ask("GET", "/api/push/subscriptions"))["browsers"]:
            await asyncio.sleep(0.02)


async def test_a_busy_push_service_is_asked_again(sender: LiveServer, receiver: PushReceiver) -> None:
    anneke = await sender.sign_in("Anneke")
    browser = receiver.new_browser()
    await browser.register(anneke)
    receiver.statuses = [503, 429]
    await happen(sender, "friend", anneke, name="Clara")
    (message,) = await browser.wait(1)
    assert message.content["title"] == "Clara wants to be your friend"
    await nothing_waits(sender)
    assert len(browser.messages) == 1


async def test_the_last_account_owns_a_browser(sender: LiveServer, receiver: PushReceiver) -> None:
    anneke, bertram = await sender.sign_in("Anneke"), await sender.sign_in("Bertram")
    browser = receiver.new_browser()
    clients = [anneke, bertram] * 4
    await asyncio.gather(*(browser.register(client) for client in clients))
    await browser.register(bertram)
    await happen(sender, "friend", anneke, name="For Anneke")
    await happen(sender, "friend", bertram, name="For Bertram")
    (message,) = await browser.wait(1)
    await nothing_waits(sender)
    assert (len(browser.messages), message.content["title"]) == (1, "For Bertram wants to be your friend")
    assert (await anneke.ask("GET", "/api/push/subscriptions"))["browsers"] == []


async def test_the_number_of_browsers_is_limited(sender: LiveServer, receiver: PushReceiver) -> None:
    anneke = await sender.sign_in("Anneke")
    for number in range(12):
        await receiver.new_browser().register(anneke, label=f"Browser {number}")
    listed = (await anneke.ask("GET", "/api/push/subscriptions"))["browsers"]
    assert [each["label"] for each in listed] == [f"Browser {number}" for number in range(2, 12)]


async def test_new_browsers_are_limited_per_hour(folder: Path) -> None:
    async with live_server(folder, push_subscriptions_per_hour=2, address_factor=1.5) as server:
        anneke = await server.sign_in("Anneke")
        for number in range(2):
            await PushBrowser(f"https://push.example/{number}").register(anneke)
        more = PushBrowser("https://push.example/more").subscription()
        assert (await anneke.http.post("/api/push/subscriptions", json=more)).status_code == 429
        bertram = await server.sign_in("Bertram")
        await PushBrowser("https://push.example/b").register(bertram)
        assert (await bertram.http.post("/api/push/subscriptions", json=more)).status_code == 429  # the address


@pytest.mark.parametrize(
    "change",
    [
        {"endpoint": "http://push.example/x"},
        {"endpoint": "https://10.0.0.1/x"},
        {"endpoint": "https://localhost.:8/x#y"},
        {"endpoint": "ftp://push.example/x"},
        {"keys": {"p256dh": "AAAA", "auth": "AAAA"}},
        {"keys": {"p256dh": encode(b"\x04" + bytes(64)), "auth": encode(bytes(16))}},
        {"language": "la"},
        {"more": 1},
    ],
)
async def test_a_wrong_subscription_is_rejected(server: LiveServer, change: dict[str, Any]) -> None:
    anneke = await server.sign_in("Anneke")
    valid = PushBrowser("https://push.example/x").subscription()
    answer = await anneke.http.post("/api/push/subscriptions", json={**valid, **change})
    assert (answer.status_code, (await anneke.ask("GET", "/api/push/subscriptions"))["browsers"]) == (422, [])


async def test_a_browser_is_removed_by_its_owner_alone(server: LiveServer) -> None:
    anneke, bertram = await server.sign_in("Anneke"), await server.sign_in("Bertram")
    registered = await PushBrowser("https://push.example/y").register(anneke)
    path = f"/api/push/subscriptions/{registered['id']}"
    assert (await bertram.http.delete(path)).status_code == 404
    assert (await anneke.http.delete(path)).status_code == 204
    assert (await anneke.http.delete(path)).status_code == 404


async def test_no_message_contains_a_secret(sender: LiveServer, receiver: PushReceiver) -> None:
    """Seats with different mission cards receive the same facts, of which none is of a card."""
    table, clients = await seat_all(sender, MISSIONS)
    browsers = [receiver.new_browser() for _ in clients]
    choices = {"message": {"push": "now", "mail": "never"}}
    for browser, client in zip(browsers, clients, strict=True):
        await browser.register(client)
        await client.ask("PUT", "/api/notifications", {"choices": choices})
    cities = {str(city) for seat, client in enumerate(clients) for city in await own_card(client, table["id"], seat)}
    await clients[0].ask("POST", f"/api/tables/{table['id']}/messages", {"text": "Hello"})
    await clients[0].play(table["id"], *TURN)
    for browser in browsers[1:]:
        await browser.wait(1)
    await browsers[1].wait(2)
    everything = json.dumps([message.content for browser in browsers for message in browser.messages])
    notices = json.dumps([await client.ask("GET", "/api/notices") for client in clients])
    assert cities
    assert not [city for city in cities if city in everything or city in notices]
    assert "Hello" not in everything + notices


async def test_nodes_share_one_key(postgres: Postgres, receiver: PushReceiver) -> None:
    async with AsyncExitStack() as stack:
        servers = await asyncio.gather(
            *(stack.enter_async_context(live_server(Path(), database=postgres.url, **QUICK)) for _ in range(2))
        )
        keys = {(await server.anonymous().ask("GET", "/api/push/key"))["key"] for server in servers}
        assert len(keys) == 1
        receiver.key = keys.pop()
        anneke = await servers[0].sign_in("Anneke")
        browser = receiver.new_browser()
        again = [servers[1].same_account(anneke), anneke] * 3
        await asyncio.gather(*(browser.register(client) for client in again))
        assert len((await anneke.ask("GET", "/api/push/subscriptions"))["browsers"]) == 1
        for server in servers:
            await happen(server, "friend", anneke, name="Clara")
        await browser.wait(2)
        for server in servers:
            await nothing_waits(server)
        assert len(browser.messages) == 2
        async with servers[0].node.database.reading() as session:
            assert await session.scalar(text("SELECT count(*) FROM push_keys")) == 1
