"""Invitations: what a link leads to, and invitations of accounts, which they accept or decline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.bus.bus import GAMES, SEATS, Notice
from kontor.server.clock import now
from kontor.server.errors import Conflict, Forbidden, LimitExceeded, NotFound
from kontor.server.ids import hashed
from kontor.server.schemas.people import PersonView
from kontor.server.service.blocks import blocked_among
from kontor.server.service.match import Match
from kontor.server.service.matches import Matches
from kontor.server.service.people import people_by_id
from kontor.server.service.seats import SeatService, check_host
from kontor.server.service.serialization import seat_json
from kontor.server.store.account_invitations import (
    AccountInvitation,
    InvitationKind,
    count_pending,
    invitations_of,
    invited_to,
    remove_invitation,
)
from kontor.server.store.accounts import Account
from kontor.server.store.events import queue_event
from kontor.server.store.friendships import acquaintances
from kontor.server.store.models import AccountInvitationRow, TableRow
from kontor.server.store.table_info import OPEN, SeatInfo, TableInfo
from kontor.server.store.tables import Tables

__all__ = ["InvitationService", "invitation_json", "invitations_json", "invitations_of"]

MAX_INVITED: Final = 30  # accounts that are invited to one table
MAX_PENDING: Final = 300  # invitations of one account that wait for an answer


class InvitationService:
    """Invites accounts to tables, shows invitations, and lets people accept or decline them."""

    def __init__(self, tables: Tables, matches: Matches, seats: SeatService) -> None:
        self.tables = tables
        self.matches = matches
        self.seats = seats

    async def invite(self, match: Match, account: Account, account_ids: Sequence[str]) -> None:
        """Invite accounts to the open seats of a table; an account that is invited already stays so."""
        check_host(match.table, account)
        open_seats = match.table.free_seats(account.id)
        if not open_seats:
            raise Conflict("No seat of this table is open.")
        try:
            async with self.tables.database.writing() as session:
                await self._add(session, match.table, account, account_ids, open_seats)
        except IntegrityError:
            raise Conflict("Another request has just invited one of these people; look again.") from None
        await self.tables.bus.publish(Notice(match.table.id, about=SEATS))
        for account_id in account_ids:
            await self.tables.bus.publish(Notice(account_id, about=GAMES))

    async def _add(
        self, session: AsyncSession, table: TableInfo, account: Account, account_ids: Sequence[str], seats: list[int]
    ) -> None:
        known = {row.account_id for row in await invited_to(session, table.id)}
        known |= {seat.account_id for seat in table.seats if seat.account_id is not None}
        new = [each for each in dict.fromkeys(account_ids) if each not in known]
        if len(known) + len(new) > MAX_INVITED or await count_pending(session, account.id) + len(new) > MAX_PENDING:
            raise LimitExceeded("You have invited as many people as possible; wait for their answers.", 60)
        await self.check_may_invite(session, account, new)
        for n, account_id in enumerate(new):
            seat = seats[n % len(seats)]
            session.add(invitation_row(table.id, seat, account_id, account.id, "table", reserved=False))
            await self.tables.bus.publish_within(session, Notice(account_id, about=GAMES))
        await self.tables.touch(session, table.id)
        data = {"name": account.name, "title": table.title, "link": join_link(table.id)}
        await queue_event(session, new, "invitation", table.id, data)

    async def check_may_invite(self, session: AsyncSession, account: Account, account_ids: Sequence[str]) -> None:
        """Reject people who are neither friends nor members of a common group, and those who are blocked."""
        found = await people_by_id(session, account_ids)
        if any(each not in found or found[each].former for each in account_ids):
            raise NotFound("There is no such person.")
        if set(account_ids) - await acquaintances(session, account.id, account_ids):
            raise Forbidden("You can invite friends and members of your groups; send the link to other people.")
        if await blocked_among(session, account.id, account_ids):
            raise Forbidden("You cannot invite one of these people.")

    async def accept(self, account: Account, table_id: str) -> list[int]:
        """Take the seats to which an account is invited, or another open one, and return those it then holds."""
        match = await self.matches.get(table_id)
        if held := match.table.held_by(account.id):
            return list(held)
        wanted = [each for each in match.table.invited if each.account_id == account.id]
        if not wanted:
            raise NotFound("You are not invited to this table any more.")
        reserved = [each.seat for each in wanted if each.reserved]
        if reserved:
            for seat in reserved:
                await self.seats.join(match, account, seat, None, None)
        else:
            await self._take_any(match, account)
        return list(match.table.held_by(account.id)) or reserved

    async def _take_any(self, match: Match, account: Account) -> None:
        """Take the first open seat that nobody else takes at the same moment."""
        for seat in match.table.free_seats(account.id):
            try:
                await self.seats.join(match, account, seat, None, None)
            except Conflict:
                continue
            await self.matches.catch_up(match)
            return
        raise Conflict("All seats of this table are taken.")

    async def decline(self, account: Account, table_id: str) -> None:
        """Decline an invitation; a seat that was reserved is then free for others."""
        async with self.tables.database.writing() as session:
            own = [row for row in await invited_to(session, table_id) if row.account_id == account.id]
            if any(row.kind == "tournament" for row in own):
                raise Conflict("This game is part of a tournament; withdraw from the tournament if you cannot play.")
            if not await remove_invitation(session, table_id, account.id):
                raise NotFound("You are not invited to this table any more.")
            await self.tables.touch(session, table_id)
        await self.tables.bus.publish(Notice(table_id, about=SEATS))

    async def all(self, account: Account) -> list[dict[str, Any]]:
        """Return the invitations of an account as JSON data."""
        async with self.tables.database.reading() as session:
            found = await invitations_of(session, account.id)
            return await invitations_json(session, found, account.id)

    async def preview(self, table_id: str, account: Account | None, invitation: str | None) -> dict[str, Any] | None:
        """Return what an invitation leads to, None for those who have none."""
        table = await self.tables.find(table_id)
        if table is None:
            return None
        own = account is not None and table.may_watch(account.id)
        if not own and not table.is_watchable and not await self._is_link(table, invitation):
            return None
        async with self.tables.database.reading() as session:
            people = await people_by_id(session, [table.host])
        return invited_table_json(table, table.seats, people[table.host], account.id if account else None)

    async def _is_link(self, table: TableInfo, invitation: str | None) -> bool:
        found = None if invitation is None else await self.tables.invitation(hashed(invitation))
        return found is not None and found[0] == table.id


def join_link(table_id: str) -> str:
    """Return the page within the client on which an invited account takes its seat."""
    return f"#/join/{table_id}"


def invitation_row(
    table_id: str, seat: int, account_id: str, by: str, kind: InvitationKind, reserved: bool
) -> AccountInvitationRow:
    """Return a new invitation as a row."""
    return AccountInvitationRow(
        table_id=table_id, account_id=account_id, seat=seat, by=by, kind=kind, reserved=reserved, at=now()
    )


async def invitations_json(
    session: AsyncSession, invitations: Sequence[AccountInvitation], account_id: str
) -> list[dict[str, Any]]:
    """Return invitations as JSON data, with one query for all people."""
    people = await people_by_id(session, [id for each in invitations for id in (each.by, each.table.row.host)])
    return [invitation_json(each, people, account_id) for each in invitations]


def invitation_json(invitation: AccountInvitation, people: dict[str, PersonView], account_id: str) -> dict[str, Any]:
    """Return an invitation of an account as JSON data."""
    table = invitation.table
    return {
        **invited_table_json(table.row, table.seats, people[table.row.host], account_id),
        "kind": invitation.kind,
        "by": people[invitation.by].model_dump(),
        "at": invitation.at,
        "invited_seats": list(invitation.seats),
    }


def invited_table_json(
    table: TableInfo | TableRow, seats: Sequence[SeatInfo], host: PersonView, account_id: str | None
) -> dict[str, Any]:
    """Return what somebody learns of a table before sitting down: the game and the people, not the position."""
    return {
        "table_id": table.id,
        "title": table.title,
        "setup": table.setup,
        "clock_rule": table.clock,
        "undo_policy": table.undo,
        "hints": table.hints,
        "rated": table.rated,
        "public": table.public,
        "group_id": table.group_id,
        "host": host.model_dump(),
        "seats": [seat_json(seat, account_id) for seat in seats],
        "begun": table.begun_at is not None or all(seat.kind != OPEN for seat in seats),
        "created_at": table.created_at,
    }
