"""A match: a table in memory, with its description, its log, and the timeline the log leads to."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from kontor.agents.reasons import Reason
from kontor.core.game import Game
from kontor.core.values import PositionBytes, Seat
from kontor.server.clock import now, steady
from kontor.server.errors import Conflict
from kontor.server.service.game_clock import CorrespondenceRule, read_rule
from kontor.server.service.games import game_of
from kontor.server.service.pauses import Interval, allowed_vacation, merged, moment_after, running_time
from kontor.server.service.timeline import AppliedEntry, Snapshot, Timeline, first_snapshot
from kontor.server.store.entries import MOVE, RECORD, Entry
from kontor.server.store.table_info import TableInfo

RECENT_ENTRIES = 48  # entries whose events are kept; older ones are replayed
TABLE_BYTES, ENTRY_BYTES = 100_000, 450  # of a match in memory, as measured, with the messages of its last entry


class Continuation(NamedTuple):
    """What a match becomes with further entries, before they are written."""

    timeline: Timeline
    applied: Sequence[AppliedEntry]
    snapshots: Sequence[Snapshot]


@dataclass(frozen=True, slots=True)
class StatedPlan:
    """A plan of a seat, the turn it was made in, and the entry with the first move of that turn."""

    seat: Seat
    turn: int
    number: int
    reason: Reason


class Match:
    """A table in memory; a task that appends to its log holds its lock."""

    def __init__(self, table: TableInfo, entries: Iterable[Entry] = (), server_since: int = 0) -> None:
        self.table = table
        self.server_since = server_since  # on the steady clock: since when this server runs
        self.changes_announced = 1  # notices that arrived while it was being read were not counted
        self.changes_read = 0
        self.undo_votes: dict[Seat, int] = {}
        self.outages: Sequence[Interval] = ()
        self.read_at = 0  # on the steady clock: when the log was last read
        self.turn_since = 0  # on the steady clock: since when the last entry is there
        self.game = playable(table)
        self.lock = asyncio.Lock()
        self.entries: list[Entry] = []
        self.recent: deque[AppliedEntry] = deque(maxlen=RECENT_ENTRIES)
        self.encoded: dict[Hashable, Any] = {}  # messages about the last entry (`live_updates.py`)
        self.plans: dict[Seat, StatedPlan] = {}  # of computer seats, also such that are over (`stated_plans.py`)
        self.viewers: dict[Hashable, Any] = {}  # what accounts see (`viewers.py`)
        start = first_snapshot(self.game, start_of(self.game, table), read_rule(table.clock))
        self.snapshots = [start]
        self.timeline = Timeline(self.game, start)
        self.follow(entries)

    def follow(self, entries: Iterable[Entry]) -> None:
        """Apply entries of the log; those that are known already are skipped."""
        for entry in entries:
            self.apply(entry)

    def apply(self, entry: Entry) -> None:
        """Apply an entry of the log unless it is known already."""
        if entry.number == self.number + 1:
            self._keep(self.timeline.apply(entry), self.timeline.snapshot)

    def continuation(self, entries: Iterable[Entry]) -> Continuation:
        """Return what the match becomes with the next entries; it stays as it is."""
        timeline, applied, snapshots = self.timeline.fork(), list[AppliedEntry](), list[Snapshot]()
        for entry in entries:
            applied.append(timeline.apply(entry))
            snapshots.append(timeline.snapshot)
        return Continuation(timeline, applied, snapshots)

    def adopt(self, continuation: Continuation) -> None:
        """Become what a continuation describes, unless its entries were read from the log meanwhile."""
        if not continuation.applied or continuation.applied[0].entry.number != self.number + 1:
            self.follow(applied.entry for applied in continuation.applied)
            return
        self.timeline = continuation.timeline
        for applied, snapshot in zip(continuation.applied, continuation.snapshots, strict=True):
            self._keep(applied, snapshot)

    def _keep(self, applied: AppliedEntry, snapshot: Snapshot) -> None:
        self.recent.append(applied)
        self.entries.append(applied.entry)
        self.snapshots.append(snapshot)
        self.turn_since = steady()
        self.undo_votes = {}
        self.encoded = {}

    @property
    def size(self) -> int:
        """About how many bytes of memory the match takes."""
        return TABLE_BYTES + ENTRY_BYTES * len(self.entries)

    @property
    def is_stale(self) -> bool:
        """Whether a change of this table was announced that has not been read yet."""
        return self.changes_announced != self.changes_read

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return self.timeline.number

    @property
    def to_move(self) -> Seat:
        """The seat that decides."""
        return self.timeline.to_move

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.timeline.over

    @property
    def begun(self) -> bool:
        """Whether every seat was taken once, a move was made that is not one of a record, or the game is over."""
        if self.table.begun_at is not None or self.over:
            return True
        return any(entry.kind == MOVE and entry.by != RECORD for entry in self.entries)

    @property
    def is_recorded(self) -> bool:
        """Whether seat changes are written into the log: from the beginning of play to its end."""
        return self.begun and not self.over

    @property
    def last_at(self) -> int:
        """When the last entry was made, or the table was created."""
        return self.entries[-1].at if self.entries else self.table.created_at

    @property
    def ticking_since(self) -> int | None:
        """Since when the clock of the seat to move runs; None while a seat is open or the game is over.

        The time is that of the steady clock, since the wall clock may be set. Time without a running server does not
        count.
        """
        if self.timeline.clock is None or self.table.begun_at is None or self.over:
            return None
        return max(self.turn_since, self.server_since)

    def begin_turn_at(self, stamp: int) -> None:
        """Set the beginning of the turn to a stamp of the wall clock, if no steady time is known."""
        self.turn_since = steady() - max(0, now() - stamp)

    def time_left(self, seat: Seat, moment: int) -> int:
        """Return the milliseconds a seat has left at a table with a clock, at a moment of the steady clock."""
        assert self.timeline.clock is not None
        left = self.timeline.clock.left(self.timeline.line, seat)
        return left if seat != self.to_move else left - self.elapsed(moment)

    def elapsed(self, moment: int) -> int:
        """Return how long the clock of the seat to move has run since the last entry; the moment is steady time.

        Time of a correspondence clock is the difference of two stamps without the pauses between them, so that every
        node computes the same, also after a restart.
        """
        since = self.ticking_since
        if since is None:
            return 0
        if self.correspondence is None:
            return max(0, moment - since)
        wall = now() + moment - steady()
        return running_time(self.stamp_since, wall, self.pauses(self.to_move))

    @property
    def correspondence(self) -> CorrespondenceRule | None:
        """The rule of the clock, if it is one for correspondence."""
        rule = self.timeline.clock.rule if self.timeline.clock else None
        return rule if isinstance(rule, CorrespondenceRule) else None

    @property
    def stamp_since(self) -> int:
        """Since when the decision under way lasts, on the wall clock."""
        return max(self.table.begun_at or 0, self.last_at)

    def pauses(self, seat: Seat) -> list[Interval]:
        """Return when the correspondence clock of a seat does not run: vacations of its player, and outages."""
        return merged([*self.vacations(seat), *self.outages])

    def vacations(self, seat: Seat) -> list[Interval]:
        """Return the vacations of the player of a seat that stop the clock here, as long as there are days left."""
        account_id, begun_at, rule = self.table.seats[seat].account_id, self.table.begun_at, self.correspondence
        if account_id is None or begun_at is None or rule is None:
            return []
        return allowed_vacation(self.table.extras.vacations.get(account_id, ()), begun_at, rule.vacation_days)

    def deadline(self) -> int | None:
        """Return when the running clock expires, on the wall clock; None if no clock runs."""
        if self.ticking_since is None:
            return None
        moment = now()
        left = self.time_left(self.to_move, steady())
        pauses = self.pauses(self.to_move) if self.correspondence else []
        return moment_after(moment, left, pauses)

    def since(self, number: int) -> list[AppliedEntry]:
        """Return the entries after a number, from memory if they are recent, else by replay."""
        return self.between(number, self.number)

    def between(self, after: int, last: int) -> list[AppliedEntry]:
        """Return the entries after a number up to another one."""
        if self.is_recent(after):
            kept, number = len(self.recent), self.number
            return [self.recent[n] for n in range(max(0, kept - number + after), max(0, kept - number + last))]
        return list(self.replay(after, last))

    def is_recent(self, number: int) -> bool:
        """Return whether all entries after a number are in memory."""
        return self.number - number <= len(self.recent)

    def replay(self, after: int, last: int) -> Iterator[AppliedEntry]:
        """Replay the entries after a number up to another one."""
        timeline = self.at(after)
        for entry in islice(self.entries, after, last):
            yield timeline.apply(entry)

    def at(self, number: int) -> Timeline:
        """Return the timeline as it was after an entry, at a cost that does not grow with the game."""
        return Timeline(self.game, self.snapshots[number], number)


def start_of(game: Game, table: TableInfo) -> PositionBytes:
    """Return the position before the first entry of a table."""
    return game.start() if table.start is None else game.read_position(table.start)


def playable(table: TableInfo) -> Game:
    """Return the game of a table, or reject one that was begun under rules this server does not have."""
    game = game_of(table.setup)
    if game.revision != table.revision:
        raise Conflict(
            f"This table was begun with revision {table.revision} of the rules and this server plays revision "
            f"{game.revision}; open it with a server of that revision.",
            revision=table.revision,
        )
    return game
