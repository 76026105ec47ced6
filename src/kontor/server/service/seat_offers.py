"""Handing over a seat to another person, which is possible while the seat has no secrets."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.bus.bus import SEATS, Notice
from kontor.server.clock import now
from kontor.server.errors import Conflict, Forbidden, NotFound
from kontor.server.ids import hashed, new_secret
from kontor.server.service.blocks import is_blocked
from kontor.server.service.match import Match
from kontor.server.service.matches import Matches
from kontor.server.service.people import people_by_id
from kontor.server.service.seat_changes import check_no_secrets, has_secrets
from kontor.server.store.accounts import Account
from kontor.server.store.events import queue_event
from kontor.server.store.models import InvitationRow, SeatOfferRow, WatcherRow
from kontor.server.store.table_info import TableInfo
from kontor.server.store.tables import Tables, same_place


class SeatOfferService:
    """Makes and withdraws offers; `SeatService.join` accepts them."""

    def __init__(self, tables: Tables, matches: Matches) -> None:
        self.tables = tables
        self.matches = matches

    def json(self, match: Match, account: Account, seat: int) -> dict[str, Any]:
        """Return whether a seat can be handed over to a person, and whether it is offered."""
        check_own(match.table, account, seat)
        offer = match.table.extras.offers.get(seat)
        return {
            "to_person": match.is_recorded and not has_secrets(match, seat),
            "secrets": match.is_recorded and has_secrets(match, seat),
            "offered": offer is not None and offer.is_valid(now()),
        }

    async def offer(self, match: Match, account: Account, seat: int, to_id: str | None) -> str | None:
        """Offer a seat to an account, or to whoever has the new invitation, which is returned; it replaces others."""
        async with match.lock:
            await self.matches.catch_up(match)
            check_own(match.table, account, seat)
            if not match.is_recorded:
                raise Conflict("A seat is handed over during play; leave it, and the host can invite another person.")
            check_no_secrets(match, seat)
            secret = new_secret() if to_id is None else None
            async with self.tables.database.writing() as session:
                if to_id is not None:
                    await self._offer_to(session, match.table, account, to_id)
                table_id = match.table.id
                await session.execute(delete(InvitationRow).where(same_place(table_id, seat)))
                if secret is not None:
                    session.add(InvitationRow(key=hashed(secret), table_id=table_id, seat=seat))
                await session.merge(
                    SeatOfferRow(table_id=table_id, seat=seat, account_id=account.id, to_id=to_id, made_at=now())
                )
                await self.tables.touch(session, table_id)
            await self._announce(match)
        return secret

    async def _offer_to(self, session: AsyncSession, table: TableInfo, account: Account, to_id: str) -> None:
        """Let an account see the table and notify it; reject one that cannot take the seat."""
        person = (await people_by_id(session, [to_id])).get(to_id)
        if person is None or person.former:
            raise NotFound("There is no such person.")
        if table.held_by(to_id):
            raise Conflict("This person plays at the table already.")
        if await is_blocked(session, account.id, to_id) or await is_blocked(session, table.host, to_id):
            raise Forbidden("The seat cannot be offered to this person.")
        await session.merge(WatcherRow(table_id=table.id, account_id=to_id))
        data = {"name": account.name, "title": table.title, "kind": "seat"}
        await queue_event(session, [to_id], "invitation", table.id, data)

    async def withdraw(self, match: Match, account: Account, seat: int) -> None:
        """Withdraw the offer of a seat, with its invitation."""
        check_own(match.table, account, seat)
        table_id = match.table.id
        offered = (SeatOfferRow.table_id == table_id) & (SeatOfferRow.seat == seat)
        async with self.tables.database.writing() as session:
            deleted = await session.execute(delete(SeatOfferRow).where(offered))
            if not deleted.rowcount:  # type: ignore[attr-defined]
                raise NotFound("This seat is not offered to anybody.")
            await session.execute(delete(InvitationRow).where(same_place(table_id, seat)))
            await self.tables.touch(session, table_id)
        await self._announce(match)

    async def _announce(self, match: Match) -> None:
        match.changes_announced += 1
        await self.tables.bus.publish(Notice(match.table.id, about=SEATS))


def check_own(table: TableInfo, account: Account, seat: int) -> None:
    """Reject an account that does not play a seat."""
    if table.seat_at(seat).account_id != account.id:
        raise Forbidden("Only the player of a seat can hand it over.")
