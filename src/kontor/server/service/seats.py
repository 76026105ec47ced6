"""Seats: joining, leaving and replacing players, and the invitations to seats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.core.game import Game
from kontor.server.bus.bus import Notice
from kontor.server.clock import now, steady
from kontor.server.errors import Conflict, Forbidden, Invalid, NotFound
from kontor.server.ids import hashed, new_secret
from kontor.server.service.blocks import BlockService
from kontor.server.service.match import Match
from kontor.server.service.matches import Matches
from kontor.server.service.ratings import RatingService
from kontor.server.service.seat_changes import (
    check_may_take,
    check_no_secrets,
    may_return,
    replaced,
    seat_change_batch,
)
from kontor.server.service.table_summary import summarized
from kontor.server.service.tables import TableService, all_taken, check_agent
from kontor.server.store.account_invitations import remove_accepted
from kontor.server.store.accounts import Account
from kontor.server.store.entries import CLOCK, HOST, PLAYER
from kontor.server.store.log import GameLog
from kontor.server.store.table_info import AGENT, HUMAN, OPEN, SeatInfo, TableInfo
from kontor.server.store.tables import Tables

MAX_ATTEMPTS = 5  # to change a seat at a table to which others write


class SeatService:
    """Lets people take and leave seats, and watch."""

    def __init__(
        self,
        tables: Tables,
        matches: Matches,
        log: GameLog,
        table_service: TableService,
        blocks: BlockService,
        ratings: RatingService,
    ) -> None:
        self.tables = tables
        self.matches = matches
        self.log = log
        self.table_service = table_service
        self.blocks = blocks
        self.ratings = ratings

    async def join(self, match: Match, account: Account, seat: int, invitation: str | None, name: str | None) -> None:
        """Take an open seat, with its invitation unless the table is public, or return to a seat one has left.

        A seat that another person plays can be taken if that person offers it.
        """
        returns = match.table.seat_at(seat).former_id == account.id
        offered = match.table.is_offered(seat, account.id, invited=False)
        known = returns or offered or match.table.host == account.id or match.table.expects(account.id)
        if not match.table.public and invitation is None and not known:
            raise Forbidden("This table is private; you need the link to one of its seats.")
        if invitation is not None:
            await self.check_invitation(match.table, seat, invitation)
        if not returns:
            await self.blocks.check_join(match.table, account)
        if invitation is None and not known:
            await self.ratings.check_range(match.table, account)
        if match.table.is_reserved(seat, account.id):
            raise Forbidden(f"Seat {seat} is reserved for another player; choose another one.", seat=seat)

        def taken(before: SeatInfo) -> SeatInfo:
            if before.account_id == account.id:
                return before
            if before.kind == HUMAN and match.table.is_offered(seat, account.id, invitation is not None):
                check_handover(match, before, account)
                return replace(person_on(seat, account, name), former_id=before.account_id)
            if before.kind != OPEN and not may_return(match, before, account):
                raise Conflict(f"Seat {seat} is taken; choose another one.", seat=seat)
            check_may_take(match, before, account)
            return person_on(seat, account, name)

        was_offered = match.table.seats[seat].kind == HUMAN
        await self._change_seat(match, seat, PLAYER, taken)
        if was_offered:
            await self.tables.revoke(match.table.id, seat)

    async def watch(self, match: Match, account: Account, invitation: str) -> None:
        """Let an account watch a private table by an invitation."""
        await self.check_invitation(match.table, None, invitation)
        await self.tables.admit(match.table.id, account.id)

    async def change(self, match: Match, account: Account, seat: int, agent: str | None) -> None:
        """Give a seat to an agent, or open it: its player may do so, and the host for every seat."""
        present = match.table.seat_at(seat)
        if account.id not in (present.account_id, match.table.host):
            raise Forbidden("Only the player of a seat or the host of the table can give it to another player.")
        if agent is not None:
            check_agent(agent, match.game)

        def left(before: SeatInfo) -> SeatInfo:
            if before.account_id != present.account_id:
                raise Conflict(f"Another request has changed seat {seat}; look at the table again.", seat=seat)
            after = replaced(before, agent)
            return after if match.begun else replace(after, former_id=None)

        if account.id == match.table.host and is_last_person(match.table, left(present)):
            await self.table_service.check_computer_tables(account)
        await self._change_seat(match, seat, PLAYER if present.account_id == account.id else HOST, left)
        await self.tables.revoke(match.table.id, seat)

    async def vacate(self, match: Match, account_id: str, agent: str) -> None:
        """Give the seats of a deleted account to an agent, or open them where play has not begun."""

        def left(before: SeatInfo) -> SeatInfo:
            if before.account_id != account_id:
                return before
            if not match.begun or not is_playable(agent, match.game):
                return SeatInfo(before.seat, OPEN)
            return SeatInfo(before.seat, AGENT, agent=agent)

        for seat in match.table.held_by(account_id):
            await self._change_seat(match, seat, PLAYER, left)

    async def take_over(self, match: Match, seat: int, agent: str | None) -> None:
        """Give a seat whose time has run out to an agent, unless its player has moved; the player may return."""

        def taken(before: SeatInfo) -> SeatInfo:
            if match.to_move != seat or before.kind == AGENT or match.time_left(seat, steady()) > 0:
                return before
            return replaced(before, agent)

        await self._change_seat(match, seat, CLOCK, taken)

    async def seat_computer(self, match: Match, seat: int, agent: str) -> None:
        """Give an open seat to the computer because its player has not appeared; a taken seat stays as it is."""
        check_agent(agent, match.game)

        def taken(before: SeatInfo) -> SeatInfo:
            return SeatInfo(seat, AGENT, agent=agent) if before.kind == OPEN else before

        await self._change_seat(match, seat, HOST, taken)

    async def _change_seat(self, match: Match, seat: int, by: str, change: Callable[[SeatInfo], SeatInfo]) -> None:
        """Change a seat; once play has begun, with an entry of the log in the same transaction."""
        async with match.lock:
            for _ in range(MAX_ATTEMPTS):
                await self.matches.catch_up(match)
                before = match.table.seat_at(seat)
                after = change(before)
                if after == before or await self._write_seat(match, before, after, by):
                    return
        raise Conflict(f"Another request has changed seat {seat}; look at the table again.", seat=seat)

    async def _write_seat(self, match: Match, before: SeatInfo, after: SeatInfo, by: str) -> bool:
        """Write a seat change; return False if the seat or the log was changed by another request."""
        seats = [after if other.seat == after.seat else other for other in match.table.seats]
        batches = [summarized(match, seat_change_batch(match, before, after, by))] if match.is_recorded else []

        async def record(session: AsyncSession) -> None:
            if after.account_id is not None:
                await remove_accepted(session, match.table.id, after.account_id, after.seat)
            if batches:
                await self.log.write_within(session, batches)

        begun_at = now() if all_taken(seats) else None
        try:
            written = await self.tables.change_seat(match.table.id, before, after, begun_at, record)
        except IntegrityError:
            return False
        finally:
            match.changes_announced += 1
        for batch in batches if written else ():
            match.follow(batch.entries)
            await self.tables.bus.publish(Notice(batch.table_id, batch.number))
        return written

    async def invite(self, match: Match, account: Account, seat: int | None) -> str:
        """Return a new invitation to a seat, or to watch, which replaces the one before it."""
        check_host(match.table, account)
        if seat is not None:
            match.table.seat_at(seat)
        secret = new_secret()
        await self.tables.invite(match.table.id, seat, hashed(secret))
        return secret

    async def revoke(self, match: Match, account: Account, seat: int | None) -> None:
        """Revoke an invitation."""
        check_host(match.table, account)
        if not await self.tables.revoke(match.table.id, seat):
            raise NotFound("There is no such link any more.")

    async def check_invitation(self, table: TableInfo, seat: int | None, invitation: str) -> None:
        """Reject an invitation that is unknown or leads to another seat or table."""
        if await self.tables.invitation(hashed(invitation)) != (table.id, seat):
            raise Forbidden("This link is not valid here, or no longer; ask for a new one.")


def person_on(seat: int, account: Account, name: str | None) -> SeatInfo:
    """Return a seat that an account plays, under a name of its own if it has chosen one."""
    return SeatInfo(seat, HUMAN, account.id, name or account.name, is_bot=account.is_bot, guest=account.guest)


def check_handover(match: Match, seat: SeatInfo, account: Account) -> None:
    """Reject a handover that reveals secrets, or that gives one person two seats."""
    check_no_secrets(match, seat.seat)
    if match.table.held_by(account.id):
        raise Conflict("You play at this table already; the seat is for another person.")


def is_last_person(table: TableInfo, after: SeatInfo) -> bool:
    """Return whether a seat change leaves only computers at a table that had a person or an open seat."""
    others = [seat for seat in table.seats if seat.seat != after.seat]
    left = after.kind == AGENT and table.seats[after.seat].kind != AGENT
    return left and all(seat.kind == AGENT for seat in others)


def is_playable(agent: str, game: Game) -> bool:
    """Return whether an agent can play a game."""
    try:
        check_agent(agent, game)
    except Invalid:
        return False
    return True


def check_host(table: TableInfo, account: Account) -> None:
    """Reject an account that is not the host of a table."""
    if table.host != account.id:
        raise Forbidden("Only the host of the table may do this.")
