"""Guests who flood the chat of a public table: its players can still write."""

from pathlib import Path

import pytest

from tests.server.attacks.attacked_server import ATTACKER, PLAYER
from tests.server.live_server import Client, live_server
from tests.server.test_moves import TEUTONICA

pytestmark = pytest.mark.anyio


async def write(client: Client, table: str, count: int) -> int:
    """Write messages, and return how many were accepted."""
    sent = [await client.send("POST", f"/api/tables/{table}/messages", {"text": "Hello"}) for _ in range(count)]
    return sum(answer.status_code == 201 for answer in sent)


async def test_people_who_watch_have_a_share_of_all_messages(folder: Path) -> None:
    async with live_server(folder, messages_per_table=100, messages_per_minute=1000) as server:
        ada = await server.sign_in("Ada", PLAYER)
        table = (await ada.open(TEUTONICA, public=True))["id"]
        written = [await write(await server.sign_in(f"Guest {n}", ATTACKER), table, 5) for n in range(15)]
        assert (max(written), sum(written)) == (2, 20)
        assert await write(ada, table, 60) == 50
        zoe = await server.sign_in("Zoe", ATTACKER)
        await zoe.ask("POST", f"/api/tables/{table}/seats/1", {})
        assert await write(zoe, table, 40) == 30


async def test_messages_are_limited_for_an_account_and_an_address(folder: Path) -> None:
    async with live_server(folder, messages_per_minute=3, address_factor=2) as server:
        ada = await server.sign_in("Ada", PLAYER)
        table = (await ada.open(TEUTONICA, public=True))["id"]
        guests = [await server.sign_in(f"Guest {n}", ATTACKER) for n in range(3)]
        assert [await write(guest, table, 5) for guest in guests] == [3, 3, 0]
        assert await write(ada, table, 5) == 3
