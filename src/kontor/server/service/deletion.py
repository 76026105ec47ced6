"""Deletion of accounts: their seats in running games go to the computer, and their names disappear."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

import structlog

from kontor.server.clock import now
from kontor.server.display_names import lookalike
from kontor.server.errors import Conflict, Invalid, LimitExceeded
from kontor.server.logs import describe
from kontor.server.service.accounts import AccountService
from kontor.server.service.matches import Matches
from kontor.server.service.seats import SeatService
from kontor.server.store.accounts import Account
from kontor.server.store.deletions import Deletions
from kontor.server.store.tables import HUMAN, TableInfo

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
        """Give the seats that deleted accounts still hold in running games to the computer."""
        for table_id, account_id in await self.store.unfinished():
            try:
                await self._vacate(table_id, account_id)
            except (Conflict, LimitExceeded) as problem:
                log.warning("deletion.seat_kept", problem=describe(problem))

    async def _vacate(self, table_id: str, account_id: str) -> None:
        match = await self.matches.get(table_id)
        if is_deserted(match.table, account_id):
            await self.store.close(table_id, now())
        else:
            await self.seats.vacate(match, account_id, SUCCESSOR)

    def start(self) -> None:
        """Start looking for deletions that are not complete."""
        self._sweeper = asyncio.create_task(self._sweep())

    async def stop(self) -> None:
        """Stop."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeper

    async def _sweep(self) -> None:
        while True:
            try:
                await self.vacate()
            except Exception as problem:
                log.error("deletion.sweep_failed", problem=describe(problem))
            await asyncio.sleep(SWEEP_SECONDS)


def is_deserted(table: TableInfo, account_id: str) -> bool:
    """Return whether nobody but an account has anything to do with a table."""
    others = {seat.account_id for seat in table.seats if seat.kind == HUMAN} | {table.host}
    return others == {account_id}
