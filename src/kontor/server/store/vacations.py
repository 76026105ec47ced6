"""Vacations in the database; they stop the correspondence clocks of an account at all its tables."""

from __future__ import annotations

from sqlalchemy import func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.bus.bus import SEATS, Bus, Notice
from kontor.server.store.database import Database
from kontor.server.store.models import SeatRow, TableRow, VacationRow
from kontor.server.store.table_extras import Interval


class Vacations:
    """Begins, ends and finds vacations; every change raises the versions of the tables whose clocks it concerns."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus

    async def begin(self, account_id: str, begins_at: int, ends_at: int) -> bool:
        """Add a vacation; return False if the last one is not over."""
        try:
            async with self.database.writing() as session:
                last = await last_vacation(session, account_id)
                if last is not None and last.ends_at > begins_at:
                    return False
                number = 1 if last is None else last.number + 1
                row = VacationRow(account_id=account_id, number=number, begins_at=begins_at, ends_at=ends_at)
                session.add(row)
                await session.flush()
                tables = await self._touch_tables(session, account_id)
        except IntegrityError:
            return False  # another request has begun one
        await self._announce(tables)
        return True

    async def end(self, account_id: str, moment: int) -> bool:
        """End the present vacation at a moment; return False if there is none."""
        present = (VacationRow.account_id == account_id) & (VacationRow.ends_at > moment)
        async with self.database.writing() as session:
            ended = await session.execute(update(VacationRow).where(present).values(ends_at=moment))
            if not ended.rowcount:  # type: ignore[attr-defined]
                return False
            tables = await self._touch_tables(session, account_id)
        await self._announce(tables)
        return True

    async def current(self, account_id: str, moment: int) -> Interval | None:
        """Return the vacation of an account that is not over at a moment."""
        async with self.database.reading() as session:
            last = await last_vacation(session, account_id)
        return (last.begins_at, last.ends_at) if last is not None and last.ends_at > moment else None

    async def _touch_tables(self, session: AsyncSession, account_id: str) -> list[str]:
        """Raise the versions of the running games with a clock at which an account plays, and return their ids."""
        held = select(SeatRow.table_id).where(SeatRow.account_id == account_id)
        clocked = TableRow.ended_by.is_(None) & TableRow.clock.is_not(None) & TableRow.id.in_(held)
        touched = update(TableRow).where(clocked).values(version=TableRow.version + 1).returning(TableRow.id)
        tables = sorted(await session.scalars(touched))
        for table_id in tables:
            await self.bus.publish_within(session, Notice(table_id, about=SEATS))
        return tables

    async def _announce(self, tables: list[str]) -> None:
        for table_id in tables:
            await self.bus.publish(Notice(table_id, about=SEATS))


async def last_vacation(session: AsyncSession, account_id: str) -> VacationRow | None:
    """Return the latest vacation of an account."""
    own = VacationRow.account_id == account_id
    number = select(func.max(VacationRow.number)).where(own).scalar_subquery()
    return (await session.scalars(select(VacationRow).where(own, VacationRow.number == number))).one_or_none()
