"""Puzzles of the day that accounts have answered."""

from __future__ import annotations

from sqlalchemy import BigInteger, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from kontor.server.store.models.base import Base


class DailyAnswerRow(Base):
    """What an account did with the puzzle of a day, counted in days since 1970 in UTC: solved it, or gave it up.

    `streak` is the number of days in a row up to this one on which the account has solved the puzzle.
    """

    __tablename__ = "daily_answers"

    account_id: Mapped[str] = mapped_column(ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True)
    day: Mapped[int] = mapped_column(primary_key=True)
    puzzle_id: Mapped[str] = mapped_column(String(80))
    solved: Mapped[bool]
    streak: Mapped[int]
    answered_at: Mapped[int] = mapped_column(BigInteger)
