"""Moving the games of a guest into an account of the same person, in one transaction."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import case, or_, select, true, update
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.bus.bus import ACCOUNTS, FORMER, GAMES, SEATS, Bus, Notice
from kontor.server.store.account_references import MOVED
from kontor.server.store.database import Database
from kontor.server.store.deletions import delete_account
from kontor.server.store.models import AccountRow, SeatRow, TableRow, WatcherRow


@dataclass(frozen=True, slots=True)
class MovedGames:
    """At how many tables an account took over the seats of a guest, and at how many it could not."""

    taken: int = 0
    left: int = 0


class GuestMoves:
    """Moves what a guest has into an account."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus

    async def move(self, guest_id: str, account_id: str, now: int) -> MovedGames:
        """Move the seats of a guest into an account, except at tables at which the account has played itself.

        Nobody gets two seats of one table. A guest who has no seat left is deleted.
        """
        async with self.database.writing() as session:
            locked = select(AccountRow).where(AccountRow.id.in_([guest_id, account_id])).order_by(AccountRow.id)
            rows = {row.id: row for row in await session.scalars(locked.with_for_update())}
            guest, account = rows[guest_id], rows[account_id]
            if guest.password is not None or guest.deleted_at is not None or account.deleted_at is not None:
                return MovedGames()
            own = await tables_of(session, account_id)
            taken = await move_seats(session, guest, account, own)
            await move_references(session, guest_id, account_id, own)
            left = len(set(await session.scalars(select(SeatRow.table_id).where(SeatRow.account_id == guest_id))))
            notices = [Notice(account_id, about=GAMES), *(Notice(table_id, about=SEATS) for table_id in taken)]
            if not left:
                await delete_account(session, guest, now)
                notices += [Notice(guest_id, about=ACCOUNTS), Notice(guest_id, about=FORMER)]
            for notice in notices:
                await self.bus.publish_within(session, notice)
        for notice in notices:
            await self.bus.publish(notice)
        return MovedGames(len(taken), left)


async def tables_of(session: AsyncSession, account_id: str) -> list[str]:
    """Return the tables at which an account holds a seat, or has left one."""
    played = or_(SeatRow.account_id == account_id, SeatRow.former_id == account_id)
    return list(await session.scalars(select(SeatRow.table_id).where(played).distinct()))


async def move_seats(session: AsyncSession, guest: AccountRow, account: AccountRow, own: list[str]) -> list[str]:
    """Give the seats of a guest to an account, except at its own tables, and return the tables of these seats."""
    movable = SeatRow.table_id.not_in(own)
    held = list(await session.scalars(select(SeatRow.table_id).where(SeatRow.account_id == guest.id, movable)))
    name = case((SeatRow.name == guest.name, account.name), else_=SeatRow.name)
    values = {"account_id": account.id, "name": name, "is_bot": account.is_bot}
    await session.execute(update(SeatRow).where(SeatRow.account_id == guest.id, movable).values(**values))
    await session.execute(update(SeatRow).where(SeatRow.former_id == guest.id, movable).values(former_id=account.id))
    tables = sorted(set(held))
    await session.execute(update(TableRow).where(TableRow.id.in_(tables)).values(version=TableRow.version + 1))
    return tables


async def move_references(session: AsyncSession, guest_id: str, account_id: str, own: list[str]) -> None:
    """Give everything else of a guest that follows the seats to an account; at its own tables it stays."""
    for column in MOVED:
        moved = update(column.class_).where(column == guest_id).values({column: account_id})
        table_id = getattr(column.class_, "table_id", None)
        follows = true() if table_id is None else or_(table_id.is_(None), table_id.not_in(own))
        await session.execute(moved.where(follows))
    known = select(WatcherRow.table_id).where(WatcherRow.account_id == account_id).scalar_subquery()
    watching = update(WatcherRow).where(WatcherRow.account_id == guest_id, WatcherRow.table_id.not_in(known))
    await session.execute(watching.values(account_id=account_id))
