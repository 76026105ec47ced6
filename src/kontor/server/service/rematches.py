"""Rematches: the same people, settings and computers at a new table, with rotated seats."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.errors import Conflict, Forbidden
from kontor.server.service.arranged_tables import announce_table, arranged, open_seat, reserve_seats, write_arranged
from kontor.server.service.blocks import blocked_among
from kontor.server.service.invitations import InvitationService, join_link
from kontor.server.service.match import Match
from kontor.server.service.tables import TableService
from kontor.server.store.accounts import Account
from kontor.server.store.events import queue_event
from kontor.server.store.log import GameLog
from kontor.server.store.models import AccountRow, TableRow
from kontor.server.store.table_info import AGENT, HUMAN, SeatInfo
from kontor.server.store.tables import Tables

SeatAgain = tuple[SeatInfo, str | None]
"""A seat of a rematch, and the account for which it is reserved."""


class RematchService:
    """Opens one rematch of a finished game, whoever asks first."""

    def __init__(
        self, tables: Tables, log: GameLog, table_service: TableService, invitations: InvitationService
    ) -> None:
        self.tables = tables
        self.log = log
        self.table_service = table_service
        self.invitations = invitations

    async def rematch(self, match: Match, account: Account) -> tuple[str, bool]:
        """Return the table of the rematch, where the account has a seat, and whether this request has opened it."""
        if not match.over:
            raise Conflict("The game is not over yet.")
        if account.id not in people_of(match):
            raise Forbidden("Only those who played this game can ask for a rematch; open a table of your own.")
        found = await self._find(match.table.id)
        created = found is None and await self._create(match, account)
        table_id = found or await self._find(match.table.id)
        assert table_id is not None
        if not created:
            await self.invitations.accept(account, table_id)
        return table_id, created

    async def _find(self, table_id: str) -> str | None:
        async with self.tables.database.reading() as session:
            return await session.scalar(select(TableRow.id).where(TableRow.rematch_of == table_id))

    async def _create(self, match: Match, account: Account) -> bool:
        """Open the rematch and invite the others; return False if another request has done so."""
        await self.table_service.check_running(account)
        people = people_of(match)
        try:
            async with self.tables.database.writing() as session:
                absent = await self._unavailable(session, account, people)
                again = rotated([seat_again(seat, account, absent) for seat in match.table.seats])
                like = replace(match.table, rematch_of=match.table.id)
                table, batch = arranged(like, account.id, [seat for seat, _ in again])
                await write_arranged(session, self.tables, self.log, (table, batch))
                invited = {n: each for n, (_, each) in enumerate(again) if each is not None}
                await reserve_seats(session, self.tables.bus, table.id, invited, account.id, "rematch")
                data = {"name": account.name, "title": table.title, "link": join_link(table.id)}
                await queue_event(session, set(invited.values()), "rematch", table.id, data)
        except IntegrityError:
            return False
        await announce_table(self.tables.bus, table.id, [account.id, *invited.values()])
        return True

    async def _unavailable(self, session: AsyncSession, account: Account, people: set[str]) -> set[str]:
        """Return the players who are not invited: former players, and people who are blocked."""
        gone = select(AccountRow.id).where(AccountRow.id.in_(people), AccountRow.deleted_at.is_not(None))
        blocked = await blocked_among(session, account.id, people - {account.id})
        return set(await session.scalars(gone)) | blocked


def people_of(match: Match) -> set[str]:
    """Return the accounts that have played a game: those that hold a seat, and those a computer has replaced."""
    return {each for seat in match.table.seats for each in (seat.account_id, seat.former_id) if each is not None}


def seat_again(seat: SeatInfo, account: Account, absent: set[str]) -> SeatAgain:
    """Return the seat of a player in a rematch: one's own is taken, those of other people are reserved for them."""
    holder = seat.account_id or seat.former_id
    if holder == account.id:
        return SeatInfo(0, HUMAN, account.id, seat.name or account.name, is_bot=account.is_bot), None
    if holder is None or holder in absent:
        return (open_seat() if seat.agent is None else SeatInfo(0, AGENT, agent=seat.agent)), None
    return open_seat(), holder


def rotated(seats: list[SeatAgain]) -> list[SeatAgain]:
    """Return seats by one place further, so that another player begins."""
    return [*seats[-1:], *seats[:-1]]
