"""Votes about absent players in the database."""

from __future__ import annotations

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.store.models import AbsenceVoteRow


async def add_vote(session: AsyncSession, table_id: str, number: int, seat: int) -> None:
    """Write the vote of a seat at an entry of a table; a second one changes nothing."""
    await session.merge(AbsenceVoteRow(table_id=table_id, number=number, seat=seat))
    await session.flush()


async def remove_vote(session: AsyncSession, table_id: str, number: int, seat: int) -> None:
    """Remove the vote of a seat."""
    own = (AbsenceVoteRow.table_id == table_id) & (AbsenceVoteRow.number == number) & (AbsenceVoteRow.seat == seat)
    await session.execute(delete(AbsenceVoteRow).where(own))
