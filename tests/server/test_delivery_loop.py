"""New entries are written to all waiting connections of a table in one loop; the others are woken."""

import asyncio

import pytest

from kontor.server.bus.bus import ENTRIES, MESSAGES
from kontor.server.bus.hub import SENT_AT_ONCE, Listener, deliver_entries

pytestmark = pytest.mark.anyio


class Connection:
    """A listener that waits, and counts what it is sent."""

    def __init__(self, accepts: bool = True) -> None:
        self.listener = Listener("table", None, "address", ())
        self.accepts = accepts
        self.sent = 0
        self.listener.deliver = self.deliver
        self.waiting = asyncio.create_task(self.listener.wait())

    def deliver(self) -> bool:
        self.sent += self.accepts
        return self.accepts


async def test_waiting_connections_are_sent_entries_and_the_others_are_woken() -> None:
    many = [Connection() for _ in range(SENT_AT_ONCE - 2)]
    full, busy, last = Connection(accepts=False), Connection(), Connection()
    await asyncio.sleep(0)
    busy.listener.wake(MESSAGES)
    deliver_entries([each.listener for each in (full, busy, *many, last)])
    assert {each.sent for each in many} == {1}
    assert last.sent == 0  # other tasks run before the rest is sent
    await asyncio.sleep(0)
    assert await full.waiting == {ENTRIES}
    assert await busy.waiting == {MESSAGES, ENTRIES}
    assert (full.sent, busy.sent, last.sent) == (0, 0, 1)
    assert not any(each.waiting.done() for each in (*many, last))
    for each in (*many, last):
        each.waiting.cancel()
