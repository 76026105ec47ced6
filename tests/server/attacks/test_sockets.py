"""Many sockets from one address are limited, and messages about presence cost little."""

import asyncio
import json
import time
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.attacks.attacked_server import ATTACKER, AttackedServer, attacked_server
from tests.server.attacks.bystander import bystander
from tests.server.live_server import Client, LiveSocket
from tests.server.test_moves import TEUTONICA

pytestmark = pytest.mark.anyio

GUESTS = 20
AT_ONCE = 10  # handshakes at the same time
OPEN: dict[str, object] = {"sockets_per_address": 5000, "address_factor": 1000, "anonymous_requests_at_once": 5000}


class Listeners:
    """Sockets of some guests at one table, and how many messages of each type they have received."""

    def __init__(self) -> None:
        self.heard: Counter[str] = Counter()
        self.refused = 0
        self.open = 0
        self._room = asyncio.Semaphore(AT_ONCE)
        self._tasks: list[asyncio.Task[None]] = []

    async def open_one(self, client: Client, table: str, opened: AsyncExitStack) -> None:
        """Open a socket and read it from then on."""
        async with self._room:
            try:
                live_socket = await opened.enter_async_context(client.listen(table))
                await self._read(live_socket)
            except (ConnectionClosed, InvalidStatus):  # refused after the handshake, or instead of it
                self.refused += 1
                return
        self.open += 1
        self._tasks.append(asyncio.create_task(self._keep_reading(live_socket)))

    async def _keep_reading(self, live_socket: LiveSocket) -> None:
        while True:
            await self._read(live_socket)

    async def _read(self, live_socket: LiveSocket) -> None:
        self.heard[json.loads(await live_socket.socket.recv())["type"]] += 1

    async def stop(self) -> None:
        """Stop reading."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def open_sockets(attack: AttackedServer, count: int, opened: AsyncExitStack) -> Listeners:
    """Let guests from one address open sockets at a public table, and stop reading a moment later."""
    guests = [await attack.guest(f"Guest {n}", ATTACKER) for n in range(GUESTS)]
    table = (await guests[0].open(TEUTONICA, public=True))["id"]
    listeners = Listeners()
    await asyncio.gather(*(listeners.open_one(guests[n % GUESTS], table, opened) for n in range(count)))
    await asyncio.sleep(1.5)
    await listeners.stop()
    return listeners


async def check_presence_is_cheap(folder: Path, count: int) -> float:
    """Open sockets without a limit, and return the processor time per socket in seconds."""
    async with attacked_server(folder, **OPEN) as attack, AsyncExitStack() as opened:
        began, used = time.monotonic(), attack.cpu_seconds()
        listeners = await open_sockets(attack, count, opened)
        seconds, used = time.monotonic() - began, attack.cpu_seconds() - used
    assert listeners.open == count
    assert listeners.heard["presence"] <= count * 2 + min(count, 200) * seconds, (listeners.heard, seconds)
    return used / count


async def test_presence_is_sent_once_a_second(folder: Path) -> None:
    await check_presence_is_cheap(folder, 80)


async def check_bystander(folder: Path, count: int, most: int) -> None:
    """Check that one address cannot have more sockets than allowed, and that a bystander is not delayed."""
    async with attacked_server(folder, sockets_per_address=most) as attack, AsyncExitStack() as opened:
        with bystander(attack.address) as waits:
            listeners = await open_sockets(attack, count, opened)
            assert (listeners.open, listeners.refused) == (most, count - most)
    waits.check()


async def test_twenty_guests_at_one_address_share_its_sockets(folder: Path) -> None:
    await check_bystander(folder, count=70, most=50)


@pytest.mark.soak
async def test_a_thousand_sockets_of_one_address(folder: Path) -> None:
    await check_bystander(folder, count=1000, most=200)


@pytest.mark.soak
async def test_the_cost_of_a_socket_does_not_grow_with_their_number(folder: Path) -> None:
    few = await check_presence_is_cheap(folder / "few", 200)
    many = await check_presence_is_cheap(folder / "many", 1000)
    assert many < 2 * few
