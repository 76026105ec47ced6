"""Webhooks: which events are delivered to whom, signed, with retries, and never inside the server's own network."""

import asyncio
import json
from collections.abc import AsyncIterator
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest

from kontor.server.notify import webhook_addresses
from kontor.server.notify.scheduler import pause_after
from kontor.server.notify.webhook_addresses import is_allowed
from tests.server.live_server import PATIENCE, Client, LiveServer, live_server
from tests.server.test_moves import HANSA, TEUTONICA, seat_all
from tests.server.test_secrets import MISSIONS, cards
from tests.server.webhook_receiver import WebhookReceiver, is_genuine, webhook_receiver

pytestmark = pytest.mark.anyio

QUICK: dict[str, Any] = {
    "webhook_networks": ["127.0.0.0/8"],
    "delivery_seconds": 5.0,
    "delivery_pause_seconds": 0.02,
    "delivery_tries": 3,
}


@pytest.fixture
async def receiver(anyio_backend: str) -> AsyncIterator[WebhookReceiver]:
    """Run a webhook receiver."""
    async with webhook_receiver() as made:
        yield made


@pytest.fixture
async def caller(folder: Path, anyio_backend: str) -> AsyncIterator[LiveServer]:
    """Run a server that may call this machine."""
    async with live_server(folder, **QUICK) as server:
        yield server


async def hook(client: Client, receiver: WebhookReceiver, **more: Any) -> Any:
    """Add a webhook."""
    return await client.ask("POST", "/api/webhooks", {"url": receiver.url, **more})


async def state_of(client: Client, webhook: Any, state: str) -> Any:
    """Return the webhook as soon as it is in a state."""
    async with asyncio.timeout(PATIENCE):
        while True:
            listed = (await client.ask("GET", "/api/webhooks"))["webhooks"]
            found = next(each for each in listed if each["id"] == webhook["id"])
            if found["state"] == state:
                return found
            await asyncio.sleep(0.02)


async def test_a_player_is_called_when_it_is_their_turn(caller: LiveServer, receiver: WebhookReceiver) -> None:
    table, (ada, berta, _) = await seat_all(caller, TEUTONICA, title="Sunday")
    webhook = await hook(berta, receiver)
    state = await ada.play(table["id"], "income 1 0", "income 1 0", "end-turn")
    (received,) = await receiver.wait(1)
    assert (received["event"], received["seat"], received["number"]) == ("turn", 1, state["number"])
    assert received["table"] == {"id": table["id"], "title": "Sunday", "game": "teutonica", "url": None}
    assert [entry["words"] for entry in received["entries"]][-3:] == ["income 1 0", "income 1 0", "end-turn"]
    assert is_genuine(webhook["secret"], receiver.calls[0])
    assert not is_genuine("whsec_AAAA", receiver.calls[0])
    assert receiver.calls[0].headers["host"] == receiver.url.split("/")[2]
    found = await state_of(berta, webhook, "ok")
    assert "secret" not in found


async def test_whoever_is_displaced_owes_a_decision(caller: LiveServer, receiver: WebhookReceiver) -> None:
    table, clients = await seat_all(caller, TEUTONICA)
    for client in clients:
        await hook(client, receiver, events=["owed"])
    await clients[0].play(table["id"], "place bremen--osnabruck.2 t", "place bremen--osnabruck.3 t", "end-turn")
    state = await clients[1].play(table["id"], "displace bremen--osnabruck.2 t 0")
    (received,) = await receiver.wait(1)
    assert (received["event"], received["seat"], received["number"]) == ("owed", 0, state["number"])
    assert [entry["words"] for entry in received["entries"]] == ["displace bremen--osnabruck.2 t 0"]
    assert "Displaced" in [event["event"] for event in received["entries"][-1]["events"]]


async def test_the_end_and_messages_are_delivered(caller: LiveServer, receiver: WebhookReceiver) -> None:
    ada, zoe = await caller.sign_in("Ada"), await caller.sign_in("Zoe")
    table = await ada.open(HANSA, ["light", "light"], public=True)
    await hook(zoe, receiver, table=table["id"], events=["over", "message"])
    path = f"/api/tables/{table['id']}/messages"
    await zoe.ask("POST", path, {"text": "I say this myself"})
    await ada.ask("POST", path, {"text": "Hello"})
    said, over = await receiver.wait_for("message"), await receiver.wait_for("over")
    assert said["message"] == {"name": "Ada", "text": "Hello"}
    seen = (await ada.look(table["id"]))["state"]
    assert (over["ended_by"], over["winners"]) == (seen["ended_by"], seen["winners"])
    assert over["scores"] == seen["scores"]
    assert len(receiver.calls) == 2


async def test_calls_hold_nothing_that_is_secret(caller: LiveServer, receiver: WebhookReceiver) -> None:
    ada = await caller.sign_in("Ada")
    await hook(ada, receiver)
    zoe = await caller.sign_in("Zoe")
    async with webhook_receiver() as other:
        await hook(zoe, other)
        table = await ada.open(MISSIONS, ["human", "open", "light"])
        (first,) = await receiver.wait(1)
        seat = f"/api/tables/{table['id']}/seats/1"
        await zoe.ask("POST", seat, {"invitation": table["invitations"]["1"]})
        await ada.play(table["id"], "income 1 0", "income 1 0", "end-turn")
        mine = (await ada.look(table["id"]))["state"]["position"]["missions"]["0"]
        (second,) = await other.wait(1)
    words = [entry["words"] for entry in first["entries"]]
    assert words[-3:] == ["chance ?"] * 3  # before play has begun, not even one's own card is sent
    assert (len(cards(first)), len(cards(second))) == (0, 1)
    assert json.dumps(mine) not in json.dumps(second)


async def test_a_private_table_has_no_other_subscribers(caller: LiveServer, receiver: WebhookReceiver) -> None:
    ada, zoe = await caller.sign_in("Ada"), await caller.sign_in("Zoe")
    table = await ada.open(HANSA, ["human", "human"])
    answer = await zoe.send("POST", "/api/webhooks", {"url": receiver.url, "table": table["id"]})
    assert answer.status_code == 403
    unknown = await zoe.send("POST", "/api/webhooks", {"url": receiver.url, "table": "nowhere"})
    assert unknown.status_code == 404


async def test_people_at_one_screen_are_not_notified_of_each_other(
    caller: LiveServer, receiver: WebhookReceiver
) -> None:
    ada = await caller.sign_in("Ada")
    table = await ada.open(TEUTONICA, ["human", "human", "light"])
    await hook(ada, receiver, events=["turn"])
    await ada.play(table["id"], "income 1 0", "income 1 0", "end-turn", "income 1 0", "income 1 0", "end-turn")
    (received,) = await receiver.wait(1)
    assert received["seat"] == 0


async def test_a_refused_call_is_made_again(caller: LiveServer, receiver: WebhookReceiver) -> None:
    ada = await caller.sign_in("Ada")
    webhook = await hook(ada, receiver)
    receiver.statuses = [500, 302]
    await ada.ask("POST", f"/api/webhooks/{webhook['id']}/ping")
    await receiver.wait(3)
    found = await state_of(ada, webhook, "ok")
    assert (found["delivered"], found["waiting"], found["failed"]) == (1, 0, 0)
    assert len({call.headers["webhook-id"] for call in receiver.calls}) == 1
    assert all(is_genuine(webhook["secret"], call) for call in receiver.calls)


async def test_what_is_never_taken_is_given_up_and_shown(caller: LiveServer, receiver: WebhookReceiver) -> None:
    ada = await caller.sign_in("Ada")
    table = await ada.open(TEUTONICA, ["human", "light", "light"], public=True)
    webhook, zoe = await hook(ada, receiver, events=["message"]), await caller.sign_in("Zoe")
    receiver.statuses = [500] * 3
    path = f"/api/tables/{table['id']}/messages"
    await zoe.ask("POST", path, {"text": "Hello"})
    found = await state_of(ada, webhook, "disabled")
    assert (found["failed"], found["problem"]) == (1, "the answer was 500")
    (delivery,) = (await ada.ask("GET", f"/api/webhooks/{webhook['id']}/deliveries"))["deliveries"]
    assert (delivery["state"], delivery["event"], delivery["tries"]) == ("failed", "message", 3)
    await zoe.ask("POST", path, {"text": "This is not delivered"})
    await ada.ask("POST", f"/api/webhooks/{webhook['id']}/ping")
    assert (await state_of(ada, webhook, "ok"))["id"] == webhook["id"]
    await receiver.wait_for("ping")
    assert [call.content["event"] for call in receiver.calls] == ["message"] * 3 + ["ping"]


async def test_gone_is_gone(caller: LiveServer, receiver: WebhookReceiver) -> None:
    ada = await caller.sign_in("Ada")
    webhook = await hook(ada, receiver)
    receiver.statuses = [410]
    await ada.ask("POST", f"/api/webhooks/{webhook['id']}/ping")
    await state_of(ada, webhook, "disabled")
    assert len(receiver.calls) == 1


async def test_a_slow_receiver_does_not_delay_others(folder: Path, receiver: WebhookReceiver) -> None:
    async with live_server(folder, **{**QUICK, "delivery_seconds": 1.0}) as server, webhook_receiver() as other:
        ada, zoe = await server.sign_in("Ada"), await server.sign_in("Zoe")
        slow, quick = await hook(ada, receiver), await hook(zoe, other)
        receiver.delay = 60.0
        await ada.ask("POST", f"/api/webhooks/{slow['id']}/ping")
        await receiver.wait(1)
        await zoe.ask("POST", f"/api/webhooks/{quick['id']}/ping")
        await other.wait(1)
        found = await state_of(ada, slow, "failing")
        assert found["problem"] == "there was no answer within 1 seconds"
        receiver.delay = 0.0


async def test_what_waits_outlives_the_server(folder: Path, receiver: WebhookReceiver) -> None:
    async with live_server(folder, **{**QUICK, "delivery_pause_seconds": 2.0}) as server:
        table, (ada, berta, _) = await seat_all(server, TEUTONICA)
        webhook = await hook(berta, receiver)
        receiver.statuses = [503]
        await ada.play(table["id"], "income 1 0", "income 1 0", "end-turn")
        await receiver.wait(1)
        await state_of(berta, webhook, "failing")
        cookies = berta.http.cookies
    async with live_server(folder, **QUICK) as server:
        received = await receiver.wait(2)
        assert received[0] == received[1]
        again = server.anonymous()
        again.http.cookies.update(cookies)
        assert (await state_of(again, webhook, "ok"))["delivered"] == 1


async def test_events_without_a_running_server_are_delivered_later(folder: Path, receiver: WebhookReceiver) -> None:
    async with live_server(folder, **QUICK) as server:
        table, (ada, berta, _) = await seat_all(server, TEUTONICA)
        await hook(berta, receiver)
        await server.node.scheduler.stop()
        state = await ada.play(table["id"], "income 1 0", "income 1 0", "end-turn")
        assert receiver.calls == []
    async with live_server(folder, **QUICK):
        (received,) = await receiver.wait(1)
        assert (received["event"], received["number"]) == ("turn", state["number"])
        await asyncio.sleep(0.5)
    assert len(receiver.calls) == 1


async def test_webhooks_are_the_callers_own_and_limited(folder: Path, receiver: WebhookReceiver) -> None:
    async with live_server(folder, **QUICK, webhooks_per_account=1) as server:
        ada, zoe = await server.sign_in("Ada"), await server.sign_in("Zoe")
        webhook = await hook(ada, receiver)
        assert (await ada.send("POST", "/api/webhooks", {"url": receiver.url})).status_code == 429
        path = f"/api/webhooks/{webhook['id']}"
        for method, end in (("DELETE", ""), ("POST", "/ping"), ("GET", "/deliveries")):
            assert (await zoe.send(method, path + end)).status_code == 404
        assert (await zoe.ask("GET", "/api/webhooks")) == {"webhooks": []}
        assert (await ada.send("DELETE", path)).status_code == 204
        assert (await ada.ask("GET", "/api/webhooks")) == {"webhooks": []}


async def test_too_much_that_waits_ends_a_webhook(folder: Path, receiver: WebhookReceiver) -> None:
    async with live_server(folder, **{**QUICK, "webhook_waiting": 3, "delivery_pause_seconds": 60.0}) as server:
        ada, zoe = await server.sign_in("Ada"), await server.sign_in("Zoe")
        table = await ada.open(HANSA, ["human", "human"], public=True)
        webhook = await hook(ada, receiver)
        receiver.statuses = [500] * 9
        for n in range(5):
            await zoe.ask("POST", f"/api/tables/{table['id']}/messages", {"text": f"Hello {n}"})
        found = await state_of(ada, webhook, "disabled")
    assert (found["waiting"], found["problem"]) == (0, "more than 3 deliveries waited")


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/",
        "file:///etc/passwd",
        "https://",
        "//example.org/hook",
        "https://user:word@example.org/",
        "https://example.org/#part",
        "http://127.0.0.1/",
        "http://localhost:8137/",
        "http://10.0.0.1/",
        "http://[::1]/",
        "http://[::ffff:10.0.0.1]/",
        "http://169.254.169.254/latest/meta-data",
        "http://exa mple.org/",
    ],
)
async def test_wrong_addresses_are_refused_with_a_sentence(server: LiveServer, url: str) -> None:
    ada = await server.sign_in("Ada")
    answer = await ada.send("POST", "/api/webhooks", {"url": url})
    assert (answer.status_code, answer.json()["sentence"].endswith(".")) == (422, True), answer.text


async def test_a_name_that_leads_inside_is_not_called(
    folder: Path, receiver: WebhookReceiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def inside(host: str, port: int, allowed: Any) -> Any:
        assert host == "hooks.example.org"
        return await found("127.0.0.1", port, allowed)

    found = webhook_addresses.resolve
    monkeypatch.setattr(webhook_addresses, "resolve", inside)
    url = receiver.url.replace("127.0.0.1", "hooks.example.org")
    async with live_server(folder, **{**QUICK, "webhook_networks": []}) as server:
        ada = await server.sign_in("Ada")
        webhook = await ada.ask("POST", "/api/webhooks", {"url": url})
        await ada.ask("POST", f"/api/webhooks/{webhook['id']}/ping")
        dead = await state_of(ada, webhook, "disabled")
    assert (dead["problem"], receiver.calls) == ("the name leads to no address that may be called", [])
    async with live_server(folder, **QUICK) as server:
        ada = await server.sign_in("Ada")
        webhook = await ada.ask("POST", "/api/webhooks", {"url": url})
        await ada.ask("POST", f"/api/webhooks/{webhook['id']}/ping")
        await receiver.wait(1)
    assert receiver.calls[0].headers["host"].startswith("hooks.example.org:")


@pytest.mark.parametrize(
    ("address", "outside"),
    [
        ("8.8.8.8", True),
        ("2001:4860:4860::8888", True),
        *((inside, False) for inside in ("0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254")),
        *((inside, False) for inside in ("172.16.0.1", "192.168.1.1", "224.0.0.1", "255.255.255.255")),
        *((inside, False) for inside in ("::", "::1", "fe80::1", "fc00::1", "fec0::1", "ff02::1", "::ffff:10.0.0.1")),
        *((inside, False) for inside in ("64:ff9b::a00:1", "2002:a00:1::1", "::10.0.0.1")),
    ],
)
def test_only_addresses_outside_is_allowed(address: str, outside: bool) -> None:
    assert is_allowed(ip_address(address), ()) is outside
    assert is_allowed(ip_address(address), [ip_network("0.0.0.0/0"), ip_network("::/0")])


@pytest.mark.parametrize(("took", "pause"), [(0.0, 0.2), (0.008, 0.2), (0.02, 0.5), (0.5, 2.0)])
def test_a_busy_server_collects_changes_longer(took: float, pause: float) -> None:
    assert pause_after(took) == pytest.approx(pause)
