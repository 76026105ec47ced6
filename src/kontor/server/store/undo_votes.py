"""Undo votes in the database: which seats agree to take moves back, where all players have to agree."""

from __future__ import annotations

from sqlalchemy import select

from kontor.server.bus.bus import UNDO_VOTES, Bus, Notice
from kontor.server.store.database import Database
from kontor.server.store.models import UndoVoteRow


class UndoVotes:
    """Adds and finds the votes of seats for an undo from an entry to a length of the move line."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus

    async def add(self, table_id: str, number: int, seats: tuple[int, ...], length: int) -> None:
        """Write the votes of some seats."""
        async with self.database.writing() as session:
            for seat in seats:
                await session.merge(UndoVoteRow(table_id=table_id, number=number, seat=seat, length=length))
            await self.bus.publish_within(session, Notice(table_id, number, UNDO_VOTES))
        await self.bus.publish(Notice(table_id, number, UNDO_VOTES))

    async def at(self, table_id: str, number: int) -> dict[int, int]:
        """Return the length that every seat votes for, by seat."""
        query = select(UndoVoteRow).where(UndoVoteRow.table_id == table_id, UndoVoteRow.number == number)
        async with self.database.reading() as session:
            return {row.seat: row.length for row in await session.scalars(query)}
