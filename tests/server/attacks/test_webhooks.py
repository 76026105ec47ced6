"""Webhooks whose receivers never answer hardly delay deliveries to receivers that do."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.attacks.attacked_server import ATTACKER, PLAYER, AttackedServer, attacked_server
from tests.server.attacks.bystander import bystander
from tests.server.live_server import PATIENCE, Client, live_server
from tests.server.test_moves import TEUTONICA
from tests.server.webhook_receiver import WebhookReceiver, webhook_receiver

pytestmark = pytest.mark.anyio

INSIDE = '["127.0.0.0/8"]'
WITHIN = 3.0  # seconds: one for silent calls to be moved aside, the rest for a busy machine
PAUSE = 0.3


@asynccontextmanager
async def silent_receiver() -> AsyncIterator[str]:
    """Accept connections at an address of the attackers and never answer."""
    silence = asyncio.Event()

    async def never_answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await silence.wait()
        writer.close()

    server = await asyncio.start_server(never_answer, ATTACKER, 0)
    try:
        yield f"http://{ATTACKER}:{server.sockets[0].getsockname()[1]}/hook"
    finally:
        silence.set()
        server.close()


async def attack_with(attack: AttackedServer, table: str, guests: int, url: str) -> None:
    """Let guests add ten webhooks each for the messages of a table."""
    for n in range(guests):
        guest = await attack.guest(f"Guest {n}", ATTACKER)
        for _ in range(10):
            await hook(guest, table, url)


async def hook(client: Client, table: str, url: str) -> Any:
    """Add a webhook for the messages of a table."""
    return await client.ask("POST", "/api/webhooks", {"url": url, "table": table, "events": ["message"]})


async def seconds_until_called(speaker: Client, table: str, receiver: WebhookReceiver) -> float:
    """Write a message, and return the seconds until a receiver is called."""
    count, began = len(receiver.calls), time.monotonic()
    await speaker.ask("POST", f"/api/tables/{table}/messages", {"text": "Hello"})
    async with asyncio.timeout(60):
        while len(receiver.calls) == count:
            await asyncio.sleep(0.01)
    return time.monotonic() - began


async def check_calls(folder: Path, guests: int, messages: int) -> list[float]:
    """Check that two working webhooks, one of them new, are called quickly while many others never answer."""
    async with (
        attacked_server(folder, webhook_networks=INSIDE) as attack,
        silent_receiver() as silent,
        webhook_receiver() as known,
        webhook_receiver() as new,
    ):
        speaker, owner, newcomer = [await attack.guest(name, PLAYER) for name in ("Speaker", "Owner", "Newcomer")]
        table = (await speaker.open(TEUTONICA, public=True))["id"]
        await hook(owner, table, known.url)
        await seconds_until_called(speaker, table, known)
        await attack_with(attack, table, guests, silent)
        with bystander(attack.address) as waits:
            seconds = [await seconds_until_called(speaker, table, known)]
            await hook(newcomer, table, new.url)
            seconds.append(await seconds_until_called(speaker, table, new))
            for _ in range(messages):
                await asyncio.sleep(PAUSE)
                seconds.append(await seconds_until_called(speaker, table, known))
    waits.check()
    assert max(seconds) < WITHIN * waits.slowdown, seconds
    return seconds


async def test_silent_receivers_hardly_delay_others(folder: Path) -> None:
    await check_calls(folder, 4, 2)


@pytest.mark.soak
async def test_eighty_silent_receivers_hardly_delay_others(folder: Path) -> None:
    await check_calls(folder, 8, 20)


async def test_a_slow_receiver_still_gets_its_calls(folder: Path) -> None:
    settings: dict[str, Any] = {"webhook_networks": ["127.0.0.0/8"], "delivery_seconds": 6.0}
    async with live_server(folder, **settings) as server, webhook_receiver() as receiver:
        ada = await server.sign_in("Ada")
        webhook = await ada.ask("POST", "/api/webhooks", {"url": receiver.url})
        receiver.delay = 1.5
        for count in (1, 2):
            await ada.ask("POST", f"/api/webhooks/{webhook['id']}/ping")
            async with asyncio.timeout(PATIENCE):
                while (await ada.ask("GET", "/api/webhooks"))["webhooks"][0]["delivered"] != count:
                    await asyncio.sleep(0.05)
        assert len(receiver.calls) == 2
        receiver.delay = 0.0


async def test_pings_are_limited_for_an_account_and_an_address(folder: Path) -> None:
    limits: dict[str, Any] = {"pings_per_minute": 3, "address_factor": 2, "webhook_networks": ["127.0.0.0/8"]}
    async with live_server(folder, **limits) as server, webhook_receiver() as receiver:
        pinged = []
        for name, local in (("Ada", ATTACKER), ("Zoe", ATTACKER), ("Eva", ATTACKER), ("Ida", PLAYER)):
            client = await server.sign_in(name, local)
            webhook = await client.ask("POST", "/api/webhooks", {"url": receiver.url})
            sent = [await client.send("POST", f"/api/webhooks/{webhook['id']}/ping") for _ in range(4)]
            pinged.append([answer.status_code for answer in sent])
    assert pinged == [[204, 204, 204, 429], [204, 204, 204, 429], [429] * 4, [204, 204, 204, 429]]


async def test_pings_count_against_what_may_wait_for_a_webhook(folder: Path) -> None:
    limits: dict[str, Any] = {"webhook_waiting": 2, "pings_per_minute": 10, "webhook_networks": ["127.0.0.0/8"]}
    async with live_server(folder, **limits) as server, silent_receiver() as silent:
        ada = await server.sign_in("Ada")
        webhook = await ada.ask("POST", "/api/webhooks", {"url": silent})
        sent = [await ada.send("POST", f"/api/webhooks/{webhook['id']}/ping") for _ in range(3)]
        await server.node.delivery_worker.stop()
    assert [answer.status_code for answer in sent] == [204, 204, 429]
