"""Many password requests of one address leave the moves and sign-ins of others quick."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from statistics import median

import httpx
import pytest

from tests.server.attacks.bystander import bystander
from tests.server.server_process import server_process

OWNER_ADDRESS = "127.0.0.3"
AT_ONCE = 40
SIGN_IN_SECONDS = 1.0
TIMES_SLOWER = 6
"""The factor by which a sign-in may take longer during the attack, if that is more than a second."""


def client(address: str, local_address: str) -> httpx.AsyncClient:
    """Return a client that connects from an address of the loopback network."""
    transport = httpx.AsyncHTTPTransport(local_address=local_address)
    return httpx.AsyncClient(base_url=address, transport=transport, timeout=90)


async def make_owner(address: str) -> None:
    """Create the account whose password the attacker guesses."""
    async with client(address, OWNER_ADDRESS) as owner:
        (await owner.post("/api/session", json={"name": "Owner"})).raise_for_status()
        (await owner.put("/api/session/password", json={"password": "correct horse"})).raise_for_status()


async def attack(address: str, calls: int) -> list[int]:
    """Set passwords and guess the owner's, many at once from one address; return the statuses."""
    async with client(address, "127.0.0.1") as attacker:
        await attacker.post("/api/session", json={"name": "Attacker"})
        at_once = asyncio.Semaphore(AT_ONCE)

        async def call(number: int) -> int:
            async with at_once:
                if number % 2:
                    guess = {"name": "Owner", "password": "incorrect horse"}
                    return (await attacker.post("/api/session", json=guess)).status_code
                change = {"password": f"password {number}", "old": "incorrect horse"}
                return (await attacker.put("/api/session/password", json=change)).status_code

        return await asyncio.gather(*map(call, range(calls)))


async def sign_in(owner: httpx.AsyncClient) -> float:
    """Sign in as the owner and return the seconds it took."""
    began = time.monotonic()
    answer = await owner.post("/api/session", json={"name": "Owner", "password": "correct horse"})
    assert answer.status_code == 200, answer.text
    return time.monotonic() - began


async def attack_and_sign_in(address: str, calls: int, rounds: int) -> tuple[list[int], list[float], list[float]]:
    """Attack while the owner signs in; return statuses, and the times before and during."""
    async with client(address, OWNER_ADDRESS) as owner:
        before = [await sign_in(owner) for _ in range(3)]
        attacking = asyncio.create_task(attack_often(address, calls, rounds))
        during: list[float] = []
        while not attacking.done() or not during:
            during.append(await sign_in(owner))
            await asyncio.sleep(0.2)
        return await attacking, before, during


async def attack_often(address: str, calls: int, rounds: int) -> list[int]:
    """Attack several times, one after another."""
    return [status for _ in range(rounds) for status in await attack(address, calls)]


def check_attack(calls: int, rounds: int) -> None:
    """Attack a server and demand quick moves and sign-ins of others."""
    limits = {"requests_per_second": 1000, "requests_at_once": 1000, "passwords_per_minute": 600}
    with tempfile.TemporaryDirectory() as folder, server_process("--data", folder, **limits) as server:
        address = server.start()
        asyncio.run(make_owner(address))
        with bystander(address) as waits:
            time.sleep(1)
            statuses, before, during = asyncio.run(attack_and_sign_in(address, calls, rounds))
    slowest = {"before": max(before), "during": max(during), "move": max(waits.moves)}
    print(slowest, Counter(statuses))
    assert statuses.count(429) > len(statuses) // 2
    assert median(during) < max(SIGN_IN_SECONDS, TIMES_SLOWER * median(before))
    waits.check()


def test_password_calls_of_one_address_do_not_delay_others() -> None:
    check_attack(calls=40, rounds=1)


@pytest.mark.soak
def test_password_calls_of_one_address_never_delay_others() -> None:
    check_attack(calls=200, rounds=20)
