"""The hub of accounts: the live connections of this node that follow all games of an account."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from kontor.server.bus.bus import ACCOUNTS, ENTRIES, GAMES, LISTED, NOTICES, SEATS, SUMMARY, Bus, Notice
from kontor.server.bus.hub import STOPPED, Listener

CHANGES = frozenset({ENTRIES, SEATS, SUMMARY})


@dataclass(eq=False)
class AccountListener(Listener):
    """A live connection to the games of an account; `changed` are the tables that have changed since it last read."""

    tables: frozenset[str] = frozenset()
    changed: set[str] = field(default_factory=set)


class AccountHub:
    """Wakes the listeners of accounts when one of their games or notices changes, or when listed tables do."""

    def __init__(self, bus: Bus, sockets: Counter[str]) -> None:
        self.sockets = sockets  # counted together with the connections to tables
        self._accounts: defaultdict[str, set[AccountListener]] = defaultdict(set)
        self._tables: defaultdict[str, set[AccountListener]] = defaultdict(set)
        self._closed = False
        bus.subscribe(self._on_notice)

    def __len__(self) -> int:
        """Return how many connections this node has."""
        return sum(len(listeners) for listeners in self._accounts.values())

    def join(self, listener: AccountListener) -> None:
        """Add a connection."""
        self._accounts[listener.account_id or ""].add(listener)
        self.sockets.update(listener.owners)
        if self._closed:
            listener.wake(STOPPED)

    def leave(self, listener: AccountListener) -> None:
        """Remove a connection."""
        self.follow(listener, ())
        discard(self._accounts, listener.account_id or "", listener)
        for owner in listener.owners:
            self.sockets[owner] -= 1
            if not self.sockets[owner]:
                del self.sockets[owner]

    def follow(self, listener: AccountListener, tables: Iterable[str]) -> None:
        """Set the tables whose changes wake a connection."""
        wanted = frozenset(tables)
        for table_id in listener.tables - wanted:
            discard(self._tables, table_id, listener)
        for table_id in wanted - listener.tables:
            self._tables[table_id].add(listener)
        listener.tables = wanted

    def close(self) -> None:
        """End all connections, because the server stops."""
        self._closed = True
        self._wake_all(STOPPED)

    def _wake_all(self, *topics: str) -> None:
        for listeners in self._accounts.values():
            for listener in listeners:
                for topic in topics:
                    listener.wake(topic)

    def _on_notice(self, notice: Notice | None) -> None:
        if notice is None:
            for listeners in self._accounts.values():
                for listener in listeners:
                    listener.changed |= listener.tables
            self._wake_all(GAMES, ACCOUNTS, NOTICES, LISTED)
        elif notice.about == LISTED:
            self._wake_all(LISTED)
        elif notice.about in (ACCOUNTS, GAMES, NOTICES):
            for listener in self._accounts.get(notice.subject, ()):
                listener.wake(notice.about)
        elif notice.about in CHANGES:
            for listener in self._tables.get(notice.subject, ()):
                listener.changed.add(notice.subject)
                listener.wake(ENTRIES)


def discard(listeners: defaultdict[str, set[AccountListener]], key: str, listener: AccountListener) -> None:
    """Remove a listener from those of a key, and the key with the last of them."""
    listeners[key].discard(listener)
    if not listeners[key]:
        del listeners[key]
