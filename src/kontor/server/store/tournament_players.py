"""The players of tournaments in the database."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.store.models import TournamentPlayerRow, TournamentRow


async def players_of(session: AsyncSession, tournament_id: str) -> Sequence[TournamentPlayerRow]:
    """Return the players of a tournament in the order of entry."""
    query = select(TournamentPlayerRow).where(TournamentPlayerRow.tournament_id == tournament_id)
    return list(await session.scalars(query.order_by(TournamentPlayerRow.number)))


async def withdraw(session: AsyncSession, tournament: TournamentRow, account_id: str) -> bool:
    """Remove a player before the start, or mark the round of the withdrawal; return whether anything has changed."""
    own = (TournamentPlayerRow.tournament_id == tournament.id) & (TournamentPlayerRow.account_id == account_id)
    if tournament.started_at is None:
        removed = await session.execute(delete(TournamentPlayerRow).where(own))
        return bool(removed.rowcount)  # type: ignore[attr-defined]
    playing = TournamentPlayerRow.withdrawn_in.is_(None)
    marked = update(TournamentPlayerRow).where(own, playing).values(withdrawn_in=tournament.round)
    return bool((await session.execute(marked)).rowcount)  # type: ignore[attr-defined]


async def withdraw_from_group(session: AsyncSession, group_id: str, account_id: str) -> None:
    """Withdraw a former member from the tournaments of a group that have not ended."""
    query = select(TournamentRow).where(TournamentRow.group_id == group_id, TournamentRow.ended_at.is_(None))
    for tournament in await session.scalars(query):
        await withdraw(session, tournament, account_id)


async def next_number(session: AsyncSession, tournament_id: str) -> int:
    """Return the number of the next player who enters a tournament."""
    query = select(func.max(TournamentPlayerRow.number)).where(TournamentPlayerRow.tournament_id == tournament_id)
    return (await session.scalar(query) or 0) + 1
