"""Tournaments and their pairings in the database; a round and a result are written once, whichever node is first."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import ColumnElement, and_, exists, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.store.models import PairingRow, ResultRow, TableRow, TournamentRow


async def pairings_of(session: AsyncSession, tournament_id: str) -> Sequence[PairingRow]:
    """Return the pairings of a tournament by round and number."""
    query = select(PairingRow).where(PairingRow.tournament_id == tournament_id)
    return list(await session.scalars(query.order_by(PairingRow.round, PairingRow.number)))


async def tournaments_of(session: AsyncSession, group_id: str, limit: int) -> Sequence[TournamentRow]:
    """Return the tournaments of a group, the newest first."""
    query = select(TournamentRow).where(TournamentRow.group_id == group_id)
    return list(await session.scalars(query.order_by(TournamentRow.created_at.desc()).limit(limit)))


async def with_work(session: AsyncSession, now: int) -> list[str]:
    """Return the tournaments with a game that is over, a deadline that has passed, or a round that is complete."""
    present = (PairingRow.tournament_id == TournamentRow.id) & (PairingRow.round == TournamentRow.round)
    waiting = and_(present, PairingRow.places.is_(None))
    over = exists().where(waiting, TableRow.id == PairingRow.table_id, TableRow.ended_by.is_not(None))
    due = exists().where(waiting, PairingRow.due_at <= now, PairingRow.checked.is_(False))
    complete = ~exists().where(waiting)
    running = (TournamentRow.started_at.is_not(None), TournamentRow.ended_at.is_(None))
    return list(await session.scalars(select(TournamentRow.id).where(*running, or_(over, due, complete))))


async def places_of(session: AsyncSession, table_ids: Sequence[str]) -> dict[str, dict[int, int]]:
    """Return the places by seat of those of some tables whose games are over."""
    columns = (ResultRow.table_id, ResultRow.seat, ResultRow.place)
    places: dict[str, dict[int, int]] = {}
    for table_id, seat, place in await session.execute(select(*columns).where(ResultRow.table_id.in_(table_ids))):
        places.setdefault(table_id, {})[seat] = place
    return places


async def write_places(session: AsyncSession, pairing: PairingRow, places: list[int]) -> None:
    """Write the places of a pairing unless they are known already."""
    unknown = (same_pairing(pairing), PairingRow.places.is_(None))
    await session.execute(update(PairingRow).where(*unknown).values(places=places))


async def mark_checked(session: AsyncSession, pairing: PairingRow, absent: list[str]) -> None:
    """Write who did not appear at a table before the deadline."""
    unchecked = (same_pairing(pairing), PairingRow.checked.is_(False))
    await session.execute(update(PairingRow).where(*unchecked).values(checked=True, absent=absent))


async def claim_round(session: AsyncSession, tournament_id: str, last: int, started_at: int | None = None) -> bool:
    """Advance a tournament from its last round to the next; return False if another request has done so."""
    same = (TournamentRow.id == tournament_id, TournamentRow.round == last, TournamentRow.ended_at.is_(None))
    values = {"round": last + 1} | ({} if started_at is None else {"started_at": started_at})
    claimed = await session.execute(update(TournamentRow).where(*same).values(**values))
    return bool(claimed.rowcount)  # type: ignore[attr-defined]


async def claim_end(session: AsyncSession, tournament_id: str, now: int) -> bool:
    """End a tournament; return False if it has ended already."""
    running = (TournamentRow.id == tournament_id, TournamentRow.ended_at.is_(None))
    claimed = await session.execute(update(TournamentRow).where(*running).values(ended_at=now))
    return bool(claimed.rowcount)  # type: ignore[attr-defined]


def same_pairing(pairing: PairingRow) -> ColumnElement[bool]:
    """Return the condition for the row of a pairing."""
    return and_(
        PairingRow.tournament_id == pairing.tournament_id,
        PairingRow.round == pairing.round,
        PairingRow.number == pairing.number,
    )
