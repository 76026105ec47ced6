"""Outages: the times in which no server ran, or none could reach the database."""

from __future__ import annotations

from typing import Final

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError

from kontor.server.store.database import Database
from kontor.server.store.models import OutageRow, UptimeRow
from kontor.server.store.table_extras import Interval

SHORTEST: Final = 300_000
"""The milliseconds without a sign of a server that count as an outage."""
ONLY: Final = 1


class Outages:
    """Records at intervals that a server runs, and the outages that this reveals."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def record(self, moment: int) -> None:
        """Record that a server runs at a moment; of several nodes, one records the outage before it."""
        try:
            async with self.database.writing() as session:
                seen = await session.scalar(select(UptimeRow.seen_at))
                if seen is None:
                    session.add(UptimeRow(id=ONLY, seen_at=moment))
                elif moment > seen:
                    unchanged = update(UptimeRow).where(UptimeRow.seen_at == seen).values(seen_at=moment)
                    moved = (await session.execute(unchanged)).rowcount  # type: ignore[attr-defined]
                    if moved and moment - seen >= SHORTEST:
                        session.add(OutageRow(begins_at=seen, ends_at=moment))
        except IntegrityError:
            return  # another node has written the first row

    async def all(self) -> tuple[Interval, ...]:
        """Return all outages in order."""
        async with self.database.reading() as session:
            rows = await session.scalars(select(OutageRow).order_by(OutageRow.begins_at))
            return tuple((row.begins_at, row.ends_at) for row in rows)
