"""Puzzles of the day that accounts have answered, in the database."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Boolean, Integer, func, insert, literal, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.store.database import Database
from kontor.server.store.models import DailyAnswerRow


@dataclass(frozen=True, slots=True)
class DailyAnswer:
    """What an account did with the puzzle of a day, and for how many days in a row it has solved one."""

    day: int
    solved: bool
    streak: int


async def answers_since(session: AsyncSession, account_id: str, day: int) -> list[DailyAnswer]:
    """Return the answers of an account since a day, in order."""
    query = select(DailyAnswerRow).where(DailyAnswerRow.account_id == account_id, DailyAnswerRow.day >= day)
    rows = await session.scalars(query.order_by(DailyAnswerRow.day))
    return [DailyAnswer(row.day, row.solved, row.streak) for row in rows]


class DailyAnswers:
    """Adds answers to puzzles of the day."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, account_id: str, day: int, puzzle_id: str, solved: bool, moment: int) -> None:
        """Store the answer of an account unless it has one for that day; a solution continues the streak."""
        yesterday = select(DailyAnswerRow.streak).where(
            DailyAnswerRow.account_id == account_id, DailyAnswerRow.day == day - 1
        )
        streak = func.coalesce(yesterday.scalar_subquery(), 0) + 1 if solved else literal(0, Integer)
        values = select(
            literal(account_id),
            literal(day, Integer),
            literal(puzzle_id),
            literal(solved, Boolean),
            streak,
            literal(moment),
        )
        columns = ["account_id", "day", "puzzle_id", "solved", "streak", "answered_at"]
        try:
            async with self.database.writing() as session:
                await session.execute(insert(DailyAnswerRow).from_select(columns, values))
        except IntegrityError:
            return  # the first answer of a day counts, also if two requests come at the same time
