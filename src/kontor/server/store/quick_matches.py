"""The accounts that wait for a quick match in the database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.store.models import QuickMatchRow

LIVE_MILLISECONDS: Final = 60_000
"""Who waits for a game at one sitting has to ask again within this time; otherwise the page was closed."""
SLOW_MILLISECONDS: Final = 7 * 86_400_000


def patience(clock: str) -> int:
    """Return for how many milliseconds somebody is taken to wait without asking again."""
    return SLOW_MILLISECONDS if clock == "slow" else LIVE_MILLISECONDS


def waits_like(row: QuickMatchRow, moment: int) -> ColumnElement[bool]:
    """Return the condition for those who still wait for the same kind of game."""
    same = (QuickMatchRow.game == row.game) & (QuickMatchRow.players == row.players)
    present = QuickMatchRow.seen_at > moment - patience(row.clock)
    return same & (QuickMatchRow.clock == row.clock) & QuickMatchRow.table_id.is_(None) & present


async def count_waiting(session: AsyncSession, row: QuickMatchRow, moment: int) -> int:
    """Return how many accounts wait for the same kind of game."""
    return await session.scalar(select(func.count()).where(waits_like(row, moment))) or 0


async def all_waiting(session: AsyncSession, moment: int) -> list[QuickMatchRow]:
    """Return those who still wait, by kind of game, those who have waited longest first."""
    order = (QuickMatchRow.game, QuickMatchRow.players, QuickMatchRow.clock, QuickMatchRow.queued_at)
    query = select(QuickMatchRow).where(QuickMatchRow.table_id.is_(None)).order_by(*order)
    return [row for row in await session.scalars(query) if row.seen_at > moment - patience(row.clock)]


async def claim(session: AsyncSession, rows: Sequence[QuickMatchRow], table_id: str) -> bool:
    """Seat waiting accounts at a table; return False if one of them does not wait any more."""
    same = QuickMatchRow.ticket.in_([row.ticket for row in rows]) & QuickMatchRow.table_id.is_(None)
    claimed = await session.execute(update(QuickMatchRow).where(same).values(table_id=table_id))
    return bool(claimed.rowcount == len(rows))  # type: ignore[attr-defined]
