"""Deletion of accounts: their seats in running games go to the computer, and their names disappear."""

from __future__ import annotations

import asyncio
from typing import Final

import structlog

from kontor.server.clock import now
from kontor.server.display_names import lookalike
from kontor.server.errors import ApiError, Conflict, Invalid
from kontor.server.logs import describe
from kontor.server.service.accounts import AccountService
from kontor.server.service.matches import Matches
from kontor.server.service.seats import SeatService
from kontor.server.store.accounts import Account
from kontor.server.store.deletions import Deletions
from kontor.server.store.table_info import HUMAN, TableInfo
from kontor.server.tasks import stop_task

SUCCESSOR: Final = "medium"
"""The computer player that gets the seats of a deleted account."""
SWEEP_SECONDS: Final = 60.0

log = structlog.get_logger(__name__)


class DeletionService:
    """Deletes accounts, and completes deletions that a node could not complete before it stopped."""

    def __init__(self, store: Deletions, accounts: AccountService, matches: Matches, seats: SeatService) -> None:
        self.store = store
        self.accounts = accounts
        self.matches = matches
        self.seats = seats
        self._sweeper: asyncio.Task[None] | None = None

    async def delete(self, account: Account, name: str, password: str | None, address: str) -> None:
        """Delete an account; its owner types the name, and the password if there is one."""
        if lookalike(name) != lookalike(account.name):
            raise Invalid("This is not the name of the account; type it as it is shown, or keep the account.")
        if account.password is not None:
            await self.accounts.check_password(account, password, address)
        if not await self.store.delete(account.id, account.password, now()):
            raise Conflict("The account was changed by another request; nothing was deleted.")
        await self.vacate()

    async def vacate(self) -> None:
        """Give the seats of deleted accounts in running games to the computer, and their tables to other people."""
        for table_id, account_id in await self.store.unfinished():
            try:
                await self._vacate(table_id, account_id)
            except ApiError as problem:
                log.warning("deletion.seat_kept", problem=describe(problem))

    async def _vacate(self, table_id: str, account_id: str) -> None:
        match = await self.matches.get(table_id)
        people = people_beside(match.table, account_id)
        if not people and match.table.host == account_id:
            await self.store.close(table_id, now())
            return
        await self.seats.vacate(match, account_id, SUCCESSOR)
        if match.table.host == account_id:
            await self.store.change_host(table_id, account_id, people[0])

    def start(self) -> None:
        """Start looking for deletions that are not complete."""
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """Stop."""
        await stop_task(self._sweeper)

    async def _sweep(self) -> None:
        while True:
            try:
                await self.vacate()
            except Exception as problem:
                log.error("deletion.sweep_failed", problem=describe(problem))
            await asyncio.sleep(SWEEP_SECONDS)


def people_beside(table: TableInfo, account_id: str) -> list[str]:
    """Return the other accounts that hold seats of a table, in the order of the seats."""
    held = [seat.account_id for seat in table.seats if seat.kind == HUMAN and not seat.former]
    return [other for other in held if other is not None and other != account_id]
