"""The decisions of computer seats that wait or are being computed, as the API reports them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from kontor.core.values import Seat
from kontor.server.bus.bus import THINKING, Bus, Notice
from kontor.server.workers.work_queue import Job, WorkQueue

REPORT_SECONDS: Final = 1.0


@dataclass(frozen=True)
class Decision:
    """A decision that a computer seat has to make after an entry of the log, since a moment in milliseconds."""

    number: int
    seat: Seat
    since: int
    job: Job


class Decisions:
    """The tables of this node at which a computer seat decides, and notices to players who have to wait."""

    def __init__(self, queue: WorkQueue, bus: Bus) -> None:
        self.queue = queue
        self.bus = bus
        self._open: dict[str, Decision] = {}
        self._reported: dict[str, int | None] = {}

    @contextmanager
    def shown(self, table_id: str, decision: Decision) -> Iterator[None]:
        """Report a decision as long as the block runs."""
        self._open[table_id] = decision
        try:
            yield
        finally:
            del self._open[table_id]
            self._reported.pop(table_id, None)

    def json(self, table_id: str) -> dict[str, Any] | None:
        """Return the decision at a table as JSON data; `before` is null once a process works on it."""
        decision = self._open.get(table_id)
        if decision is None:
            return None
        before = self.queue.position(decision.job)
        return {"number": decision.number, "seat": decision.seat, "since": decision.since, "before": before}

    async def keep_reporting(self) -> None:
        """Publish a notice for every table with a waiting decision when its position in the queue has changed."""
        while True:
            await asyncio.sleep(REPORT_SECONDS)
            for table_id in self.changed():
                await self.bus.publish(Notice(table_id, about=THINKING))

    def changed(self) -> list[str]:
        """Return the tables whose decision has moved in the queue since the last report, or has left it."""
        positions = self.queue.positions()
        now = {table_id: positions.get(decision.job) for table_id, decision in self._open.items()}
        found = [table_id for table_id, position in now.items() if self._reported.get(table_id) != position]
        self._reported = now
        return found
