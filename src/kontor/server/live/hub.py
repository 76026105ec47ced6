"""The hub: who listens at which table of this node, and who is present at all of them."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from kontor.core.game import Seat
from kontor.server.live.bus import ENTRIES, MESSAGES, PEOPLE, PRESENCE, SEATS, WISHES, Bus, Notice

ANNOUNCE_SECONDS = 20.0


@dataclass(eq=False)
class Listener:
    """A socket at a table; it is only ever woken, and asks by itself for what it has missed.

    So a socket that does not read holds back one message and no queue.
    """

    table_id: str
    account_id: str | None
    address: str
    seats: tuple[Seat, ...]
    awake: asyncio.Event = field(default_factory=asyncio.Event)
    news: set[str] = field(default_factory=set)

    @property
    def owner(self) -> str:
        """Whose socket it is, as far as anybody knows: an account's, or that of somebody at an address."""
        return self.account_id or self.address

    def wake(self, about: str) -> None:
        """Say what there is news about."""
        self.news.add(about)
        self.awake.set()

    async def wait(self) -> set[str]:
        """What there is news about, as soon as there is any."""
        await self.awake.wait()
        self.awake.clear()
        news, self.news = self.news, set()
        return news


@dataclass(frozen=True, slots=True)
class Presence:
    """Which seats have their player at the table, and how many others watch."""

    seats: tuple[Seat, ...] = ()
    watchers: int = 0

    def json(self) -> dict[str, object]:
        """Presence as data."""
        return {"seats": list(self.seats), "watchers": self.watchers}


class Hub:
    """Wakes the listeners of tables that change."""

    def __init__(self, bus: Bus, node: str) -> None:
        self.bus = bus
        self.node = node
        self.sockets: Counter[str] = Counter()
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._announced: dict[str, dict[str, tuple[float, Presence]]] = {}
        bus.subscribe(self._hear)

    def __len__(self) -> int:
        """How many sockets listen here."""
        return sum(map(len, self._listeners.values()))

    async def join(self, listener: Listener) -> None:
        """Let a socket listen."""
        self._listeners[listener.table_id].add(listener)
        self.sockets[listener.owner] += 1
        await self.announce(listener.table_id)

    async def leave(self, listener: Listener) -> None:
        """Let a socket go."""
        self._listeners[listener.table_id].discard(listener)
        if not self._listeners[listener.table_id]:
            del self._listeners[listener.table_id]
        self.sockets[listener.owner] -= 1
        if not self.sockets[listener.owner]:
            del self.sockets[listener.owner]
        await self.announce(listener.table_id)

    def presence(self, table_id: str) -> Presence:
        """Who is at a table, at this node and elsewhere."""
        fresh = time.monotonic() - 2 * ANNOUNCE_SECONDS
        nodes = self._announced.get(table_id, {}).items()
        others = [there for node, (seen, there) in nodes if node != self.node and seen > fresh]
        parts = [self._here(table_id), *others]
        seats = sorted({seat for part in parts for seat in part.seats})
        return Presence(tuple(seats), sum(part.watchers for part in parts))

    def _here(self, table_id: str) -> Presence:
        listeners = self._listeners.get(table_id, set())
        seats = sorted({seat for listener in listeners for seat in listener.seats})
        return Presence(tuple(seats), sum(not listener.seats for listener in listeners))

    async def announce(self, table_id: str) -> None:
        """Tell all nodes who is at a table of this one."""
        here = self._here(table_id)
        await self.bus.publish(
            Notice(table_id, about=PRESENCE, node=self.node, seats=here.seats, watchers=here.watchers)
        )

    async def keep_announcing(self) -> None:
        """Repeat who is here, so that other nodes forget those of a node that died."""
        while True:
            await asyncio.sleep(ANNOUNCE_SECONDS)
            for table_id in list(self._listeners):
                await self.announce(table_id)

    def _hear(self, notice: Notice | None) -> None:
        if notice is None:
            for table_id in self._listeners:
                for about in (ENTRIES, SEATS, MESSAGES, WISHES, PEOPLE):
                    self._wake(table_id, about)
            return
        if notice.about == PEOPLE:
            self._wake_account(notice.subject)
            return
        if notice.about == PRESENCE and not self._is_new(notice):
            return
        self._wake(notice.subject, notice.about)

    def _is_new(self, notice: Notice) -> bool:
        """Remember who is present at a node, and whether that changes anything."""
        nodes = self._announced.setdefault(notice.subject, {})
        _, before = nodes.get(notice.node, (0.0, Presence()))
        there = Presence(notice.seats, notice.watchers)
        nodes[notice.node] = (time.monotonic(), there)
        if there == Presence():
            del nodes[notice.node]
            if not nodes:
                del self._announced[notice.subject]
        return there != before

    def _wake_account(self, account_id: str) -> None:
        for listeners in self._listeners.values() if account_id in self.sockets else ():
            for listener in listeners:
                if listener.account_id == account_id:
                    listener.wake(PEOPLE)

    def _wake(self, table_id: str, about: str) -> None:
        for listener in self._listeners.get(table_id, ()):
            listener.wake(about)
