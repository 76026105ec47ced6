"""The hub: the live connections of this node by table, and who is present at every table."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kontor.core.values import Seat
from kontor.server.bus.bus import ACCOUNTS, ENTRIES, FORMER, MESSAGES, PRESENCE, SEATS, UNDO_VOTES, Bus, Notice
from kontor.server.bus.throttle import Throttle

ANNOUNCE_SECONDS = 20.0
PRESENCE_SECONDS = 1.0
PRESENCE_RATE = 200  # messages about presence that the listeners of one table get in a second, all together
WOKEN_AT_ONCE = 10
WAKING_PAUSE = 0.01  # seconds
SENT_AT_ONCE = 100  # messages with new entries, between which other tasks run
STOPPED = "stopped"  # the topic that ends all connections


@dataclass(eq=False)
class Listener:
    """A live connection to a table; it is only woken, and reads by itself what it has missed.

    So a client that does not read holds back one message and no queue. A connection that waits and can be written to
    gets new entries without being woken: `deliver` sends them at once, or returns False.
    """

    table_id: str
    account_id: str | None
    address: str
    seats: tuple[Seat, ...]
    awake: asyncio.Event = field(default_factory=asyncio.Event)
    topics: set[str] = field(default_factory=set)
    deliver: Callable[[], bool] | None = None
    waits: bool = False

    @property
    def owners(self) -> list[str]:
        """The keys under which the connection is counted: its account, if it has one, and its address."""
        return [self.address] if self.account_id is None else [self.account_id, self.address]

    def wake(self, topic: str) -> None:
        """Announce that a topic has changed."""
        self.topics.add(topic)
        self.awake.set()

    async def wait(self) -> set[str]:
        """Wait for changes, and return their topics."""
        self.waits = True
        await self.awake.wait()
        self.waits = False
        self.awake.clear()
        topics, self.topics = self.topics, set()
        return topics


@dataclass(frozen=True, slots=True)
class Presence:
    """The seats whose players are connected, and the number of spectators."""

    seats: tuple[Seat, ...] = ()
    watchers: int = 0

    def json(self) -> dict[str, object]:
        """Return the presence as JSON data."""
        return {"seats": list(self.seats), "watchers": self.watchers}

    def since(self, before: Presence) -> dict[str, object]:
        """Return what has changed since an earlier presence."""
        joined = [seat for seat in self.seats if seat not in before.seats]
        left = [seat for seat in before.seats if seat not in self.seats]
        watchers = {} if self.watchers == before.watchers else {"watchers": self.watchers}
        return {**({"joined": joined} if joined else {}), **({"left": left} if left else {}), **watchers}


class TableListeners:
    """The listeners of a table, with running counts of seats and spectators."""

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self._seats: Counter[Seat] = Counter()
        self._watchers = 0

    def add(self, listener: Listener) -> None:
        """Add a listener."""
        self.listeners.add(listener)
        self._count(listener.seats, 1)

    def remove(self, listener: Listener) -> None:
        """Remove a listener."""
        self.listeners.discard(listener)
        self._count(listener.seats, -1)

    def reseat(self, listener: Listener, seats: tuple[Seat, ...]) -> None:
        """Set the seats of a listener."""
        self._count(listener.seats, -1)
        listener.seats = seats
        self._count(seats, 1)

    def presence(self) -> Presence:
        """Return who is present."""
        return Presence(tuple(sorted(seat for seat, count in self._seats.items() if count)), self._watchers)

    def _count(self, seats: tuple[Seat, ...], change: int) -> None:
        for seat in seats:
            self._seats[seat] += change
        if not seats:
            self._watchers += change


class Hub:
    """Wakes the listeners of tables that change, and announces presence."""

    def __init__(self, bus: Bus, node: str) -> None:
        self.bus = bus
        self.node = node
        self.sockets: Counter[str] = Counter()
        self._tables: defaultdict[str, TableListeners] = defaultdict(TableListeners)
        self._closed = False
        self._sending: set[str] = set()  # tables whose new entries are sent next
        self._announced: dict[str, dict[str, tuple[float, Presence]]] = {}
        self._announcing = Throttle(self.announce, lambda _: PRESENCE_SECONDS)
        self._waking = Throttle(self._wake_for_presence, self._presence_pause)
        bus.subscribe(self._on_notice)

    def __len__(self) -> int:
        """Return how many connections this node has."""
        return sum(len(table.listeners) for table in self._tables.values())

    def join(self, listener: Listener) -> None:
        """Add a connection."""
        self._tables[listener.table_id].add(listener)
        self.sockets.update(listener.owners)
        self._announcing.request(listener.table_id)
        if self._closed:
            listener.wake(STOPPED)

    def leave(self, listener: Listener) -> None:
        """Remove a connection."""
        table = self._tables[listener.table_id]
        table.remove(listener)
        if not table.listeners:
            del self._tables[listener.table_id]
        for owner in listener.owners:
            self.sockets[owner] -= 1
            if not self.sockets[owner]:
                del self.sockets[owner]
        self._announcing.request(listener.table_id)

    def reseat(self, listener: Listener, seats: tuple[Seat, ...]) -> None:
        """Set the seats that the account of a connection holds now."""
        if seats != listener.seats:
            self._tables[listener.table_id].reseat(listener, seats)
            self._announcing.request(listener.table_id)

    def close(self) -> None:
        """End all connections, because the server stops."""
        self._closed = True
        for table_id in self._tables:
            self._wake(table_id, STOPPED)

    async def stop(self) -> None:
        """Announce who has left, and nothing afterwards."""
        await self._announcing.stop()
        await self._waking.stop()

    def presence(self, table_id: str) -> Presence:
        """Return who is present at a table, at this node and at others."""
        fresh = time.monotonic() - 2 * ANNOUNCE_SECONDS
        nodes = self._announced.get(table_id, {}).items()
        others = [presence for node, (seen, presence) in nodes if node != self.node and seen > fresh]
        parts = [self._local_presence(table_id), *others]
        seats = sorted({seat for part in parts for seat in part.seats})
        return Presence(tuple(seats), sum(part.watchers for part in parts))

    def _local_presence(self, table_id: str) -> Presence:
        table = self._tables.get(table_id)
        return Presence() if table is None else table.presence()

    async def announce(self, table_id: str) -> None:
        """Announce to all nodes who is present at a table of this one."""
        present = self._local_presence(table_id)
        await self.bus.publish(
            Notice(table_id, about=PRESENCE, node=self.node, seats=present.seats, watchers=present.watchers)
        )

    async def keep_announcing(self) -> None:
        """Repeat the presence at intervals, so that other nodes drop that of a node that died."""
        while True:
            await asyncio.sleep(ANNOUNCE_SECONDS)
            for table_id in list(self._tables):
                await self.announce(table_id)

    def _on_notice(self, notice: Notice | None) -> None:
        if notice is None:
            for table_id in self._tables:
                for topic in (ENTRIES, SEATS, MESSAGES, UNDO_VOTES, ACCOUNTS):
                    self._wake(table_id, topic)
            return
        if notice.about == ACCOUNTS:
            self._wake_account(notice.subject)
            return
        if notice.about == FORMER:
            return
        if notice.about == ENTRIES:
            self._send_entries_soon(notice.subject)
        elif notice.about != PRESENCE:
            self._wake(notice.subject, notice.about)
        elif self._is_new(notice) and notice.subject in self._tables:
            self._waking.request(notice.subject)

    def _is_new(self, notice: Notice) -> bool:
        """Store who is present at a node, and return whether that has changed."""
        nodes = self._announced.setdefault(notice.subject, {})
        _, before = nodes.get(notice.node, (0.0, Presence()))
        present = Presence(notice.seats, notice.watchers)
        nodes[notice.node] = (time.monotonic(), present)
        if present == Presence():
            del nodes[notice.node]
            if not nodes:
                del self._announced[notice.subject]
        return present != before

    def _wake_account(self, account_id: str) -> None:
        for table in self._tables.values() if account_id in self.sockets else ():
            for listener in table.listeners:
                if listener.account_id == account_id:
                    listener.wake(ACCOUNTS)

    async def _wake_for_presence(self, table_id: str) -> None:
        """Wake the listeners of a table in small groups, between which other tasks run."""
        table = self._tables.get(table_id)
        waiting = [] if table is None else list(table.listeners)
        for n in range(0, len(waiting), WOKEN_AT_ONCE):
            for listener in waiting[n : n + WOKEN_AT_ONCE]:
                listener.wake(PRESENCE)
            await asyncio.sleep(WAKING_PAUSE)

    def _presence_pause(self, table_id: str) -> float:
        """Return the seconds between two messages about presence, more where there are many listeners."""
        table = self._tables.get(table_id)
        return PRESENCE_SECONDS if table is None else max(PRESENCE_SECONDS, len(table.listeners) / PRESENCE_RATE)

    def _send_entries_soon(self, table_id: str) -> None:
        """Send new entries to all listeners of a table, after the other subscribers know of them."""
        if table_id in self._tables and table_id not in self._sending:
            self._sending.add(table_id)
            asyncio.get_running_loop().call_soon(self._send_entries, table_id)

    def _send_entries(self, table_id: str) -> None:
        self._sending.discard(table_id)
        table = self._tables.get(table_id)
        if table is not None:
            deliver_entries(list(table.listeners))

    def _wake(self, table_id: str, topic: str) -> None:
        table = self._tables.get(table_id)
        for listener in () if table is None else table.listeners:
            listener.wake(topic)


def deliver_entries(listeners: Sequence[Listener]) -> None:
    """Send new entries to those who wait for them, in one loop, and wake the others."""
    for listener in listeners[:SENT_AT_ONCE]:
        is_ready = listener.waits and not listener.topics and listener.deliver is not None
        if not is_ready or not listener.deliver():  # type: ignore[misc]
            listener.wake(ENTRIES)
    if len(listeners) > SENT_AT_ONCE:
        asyncio.get_running_loop().call_soon(deliver_entries, listeners[SENT_AT_ONCE:])
