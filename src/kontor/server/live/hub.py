"""The hub: who listens at which table of this node, and who is present at all of them."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field

from kontor.core.game import Seat
from kontor.server.live.bus import ENTRIES, MESSAGES, PEOPLE, PRESENCE, SEATS, WISHES, Bus, Notice
from kontor.server.live.throttle import Throttle

ANNOUNCE_SECONDS = 20.0
PRESENCE_SECONDS = 1.0
PRESENCE_RATE = 200  # messages about presence that the listeners of one table get in a second, all together
WOKEN_AT_ONCE = 10
WAKING_PAUSE = 0.01  # seconds


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
    def owners(self) -> list[str]:
        """The keys under which the socket is counted: its account, if it has one, and its address."""
        return [self.address] if self.account_id is None else [self.account_id, self.address]

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

    def since(self, before: Presence) -> dict[str, object]:
        """Return what has changed since an earlier moment, without what is still the same."""
        joined = [seat for seat in self.seats if seat not in before.seats]
        left = [seat for seat in before.seats if seat not in self.seats]
        watchers = {} if self.watchers == before.watchers else {"watchers": self.watchers}
        return {**({"joined": joined} if joined else {}), **({"left": left} if left else {}), **watchers}


class Audience:
    """The listeners of a table, with counts of them that are kept up to date instead of being made anew."""

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
        """Note that a listener holds other seats than before."""
        self._count(listener.seats, -1)
        listener.seats = seats
        self._count(seats, 1)

    def presence(self) -> Presence:
        """Return who is there."""
        return Presence(tuple(sorted(seat for seat, count in self._seats.items() if count)), self._watchers)

    def _count(self, seats: tuple[Seat, ...], change: int) -> None:
        for seat in seats:
            self._seats[seat] += change
        if not seats:
            self._watchers += change


class Hub:
    """Wakes the listeners of tables that change."""

    def __init__(self, bus: Bus, node: str) -> None:
        self.bus = bus
        self.node = node
        self.sockets: Counter[str] = Counter()
        self._audiences: defaultdict[str, Audience] = defaultdict(Audience)
        self._announced: dict[str, dict[str, tuple[float, Presence]]] = {}
        self._announcing = Throttle(self.announce, lambda _: PRESENCE_SECONDS)
        self._waking = Throttle(self._wake_for_presence, self._presence_pause)
        bus.subscribe(self._hear)

    def __len__(self) -> int:
        """How many sockets listen here."""
        return sum(len(audience.listeners) for audience in self._audiences.values())

    def join(self, listener: Listener) -> None:
        """Let a socket listen."""
        self._audiences[listener.table_id].add(listener)
        self.sockets.update(listener.owners)
        self._announcing.ask(listener.table_id)

    def leave(self, listener: Listener) -> None:
        """Let a socket go."""
        audience = self._audiences[listener.table_id]
        audience.remove(listener)
        if not audience.listeners:
            del self._audiences[listener.table_id]
        for owner in listener.owners:
            self.sockets[owner] -= 1
            if not self.sockets[owner]:
                del self.sockets[owner]
        self._announcing.ask(listener.table_id)

    def reseat(self, listener: Listener, seats: tuple[Seat, ...]) -> None:
        """Note which seats the account of a socket holds now."""
        if seats != listener.seats:
            self._audiences[listener.table_id].reseat(listener, seats)
            self._announcing.ask(listener.table_id)

    async def stop(self) -> None:
        """Announce who has left, and nothing afterwards."""
        await self._announcing.stop()
        await self._waking.stop()

    def presence(self, table_id: str) -> Presence:
        """Who is at a table, at this node and elsewhere."""
        fresh = time.monotonic() - 2 * ANNOUNCE_SECONDS
        nodes = self._announced.get(table_id, {}).items()
        others = [there for node, (seen, there) in nodes if node != self.node and seen > fresh]
        parts = [self._here(table_id), *others]
        seats = sorted({seat for part in parts for seat in part.seats})
        return Presence(tuple(seats), sum(part.watchers for part in parts))

    def _here(self, table_id: str) -> Presence:
        audience = self._audiences.get(table_id)
        return Presence() if audience is None else audience.presence()

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
            for table_id in list(self._audiences):
                await self.announce(table_id)

    def _hear(self, notice: Notice | None) -> None:
        if notice is None:
            for table_id in self._audiences:
                for about in (ENTRIES, SEATS, MESSAGES, WISHES, PEOPLE):
                    self._wake(table_id, about)
            return
        if notice.about == PEOPLE:
            self._wake_account(notice.subject)
            return
        if notice.about != PRESENCE:
            self._wake(notice.subject, notice.about)
        elif self._is_new(notice) and notice.subject in self._audiences:
            self._waking.ask(notice.subject)

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
        for audience in self._audiences.values() if account_id in self.sockets else ():
            for listener in audience.listeners:
                if listener.account_id == account_id:
                    listener.wake(PEOPLE)

    async def _wake_for_presence(self, table_id: str) -> None:
        """Wake the listeners of a table in small groups, between which others are served."""
        audience = self._audiences.get(table_id)
        waiting = [] if audience is None else list(audience.listeners)
        for n in range(0, len(waiting), WOKEN_AT_ONCE):
            for listener in waiting[n : n + WOKEN_AT_ONCE]:
                listener.wake(PRESENCE)
            await asyncio.sleep(WAKING_PAUSE)

    def _presence_pause(self, table_id: str) -> float:
        """Return the seconds between two messages about presence, more where many listen."""
        audience = self._audiences.get(table_id)
        return (
            PRESENCE_SECONDS if audience is None else max(PRESENCE_SECONDS, len(audience.listeners) / PRESENCE_RATE)
        )

    def _wake(self, table_id: str, about: str) -> None:
        audience = self._audiences.get(table_id)
        for listener in () if audience is None else audience.listeners:
            listener.wake(about)
