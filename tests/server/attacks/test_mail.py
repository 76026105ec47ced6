"""Guests at one address who request verification e-mails: others can still verify their address."""

from pathlib import Path

import pytest

from tests.server.attacks.attacked_server import ATTACKER, PLAYER
from tests.server.live_server import Client
from tests.server.mail_server import mail_enabled_server, mail_server

pytestmark = pytest.mark.anyio


async def request_verification(client: Client, address: str) -> int:
    """Request the e-mail that verifies an address, and return the status of the response."""
    return (await client.send("PUT", "/api/session/mail", {"address": address})).status_code


async def test_one_address_cannot_use_up_all_verifications(folder: Path) -> None:
    async with mail_server() as post, mail_enabled_server(folder, post, verifications_per_hour=12) as server:
        guests = [await server.sign_in(f"Guest {n}", ATTACKER) for n in range(20)]
        statuses = [await request_verification(guest, f"{n}@example.org") for n, guest in enumerate(guests)]
        assert (statuses.count(200), statuses.count(429)) == (10, 10)
        ada = await server.sign_in("Ada", PLAYER)
        assert await request_verification(ada, "ada@example.org") == 200
        assert len(post.messages) == 11
