"""What is read together with a table: vacations of its players, votes about an absent one, and offers of seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.store.models import AbsenceVoteRow, SeatOfferRow, TableRow, VacationRow

Interval = tuple[int, int]

OFFER_LIFE: Final = 14 * 86_400_000
"""The milliseconds after which an offer of a seat is no longer valid."""


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """The offer of a seat by the account that plays it: to an account, or to who has the invitation to the seat."""

    seat: int
    account_id: str
    to_id: str | None
    made_at: int

    def is_valid(self, moment: int) -> bool:
        """Return whether the offer can still be accepted at a moment."""
        return moment < self.made_at + OFFER_LIFE


@dataclass(frozen=True, slots=True)
class TableExtras:
    """Vacations by account, the seats that vote at an entry to replace the seat to move, and offers by seat."""

    vacations: Mapping[str, tuple[Interval, ...]] = field(default_factory=lambda: MappingProxyType({}))
    votes_at: int = 0
    votes: frozenset[int] = frozenset()
    offers: Mapping[int, SeatOffer] = field(default_factory=lambda: MappingProxyType({}))


async def extras_of(session: AsyncSession, row: TableRow, accounts: Sequence[str]) -> TableExtras:
    """Return what belongs to a table whose seats some accounts hold; a finished game has nothing of it."""
    if row.ended_by is not None:
        return TableExtras()
    return TableExtras(
        vacations=await vacations_of(session, accounts, row.begun_at or row.created_at) if has_vacations(row) else {},
        votes_at=row.number,
        votes=await absence_votes_at(session, row.id, row.number),
        offers=await offers_of(session, row.id),
    )


def has_vacations(row: TableRow) -> bool:
    """Return whether vacations stop the clock of a table."""
    return row.clock is not None and bool(row.clock.get("vacation_days"))


async def vacations_of(session: AsyncSession, accounts: Sequence[str], since: int) -> dict[str, tuple[Interval, ...]]:
    """Return the vacations of some accounts that end after a moment."""
    if not accounts:
        return {}
    query = select(VacationRow).where(VacationRow.account_id.in_(accounts), VacationRow.ends_at > since)
    found: dict[str, tuple[Interval, ...]] = {}
    for vacation in await session.scalars(query.order_by(VacationRow.number)):
        interval = (vacation.begins_at, vacation.ends_at)
        found[vacation.account_id] = (*found.get(vacation.account_id, ()), interval)
    return found


async def absence_votes_at(session: AsyncSession, table_id: str, number: int) -> frozenset[int]:
    """Return the seats that vote at an entry of a table to replace the seat to move."""
    here = (AbsenceVoteRow.table_id == table_id) & (AbsenceVoteRow.number == number)
    return frozenset(await session.scalars(select(AbsenceVoteRow.seat).where(here)))


async def offers_of(session: AsyncSession, table_id: str) -> dict[int, SeatOffer]:
    """Return the offers of the seats of a table."""
    rows = await session.scalars(select(SeatOfferRow).where(SeatOfferRow.table_id == table_id))
    return {row.seat: SeatOffer(row.seat, row.account_id, row.to_id, row.made_at) for row in rows}
