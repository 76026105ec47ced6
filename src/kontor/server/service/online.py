"""Which accounts are online: those with a live connection to this node or to another one."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Final

import structlog
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.bus.hub import Hub
from kontor.server.clock import now
from kontor.server.logs import describe
from kontor.server.store.database import Database
from kontor.server.store.models import AccountRow, OnlineRow
from kontor.server.tasks import stop_task

ANNOUNCE_SECONDS: Final = 20.0
VALID_MILLISECONDS: Final = 45_000

log = structlog.get_logger(__name__)


class OnlineAccounts:
    """Knows the accounts connected to this node; several nodes share theirs through the database."""

    def __init__(self, database: Database, hub: Hub, node: str) -> None:
        self.database = database
        self.hub = hub
        self.node = node
        self._announcing: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start to announce the accounts of this node where there may be others."""
        if self.database.shared:
            self._announcing = asyncio.create_task(self._keep_announcing())

    async def stop(self) -> None:
        """Stop."""
        await stop_task(self._announcing)

    async def among(self, session: AsyncSession, account_ids: Collection[str]) -> set[str]:
        """Return those of some accounts that are online."""
        here = {account_id for account_id in account_ids if self.hub.sockets.get(account_id)}
        others = set(account_ids) - here
        if not self.database.shared or not others:
            return here
        query = select(OnlineRow.account_id).where(OnlineRow.account_id.in_(others), OnlineRow.until > now())
        return here | set(await session.scalars(query))

    async def _keep_announcing(self) -> None:
        while True:
            try:
                await self.announce()
            except Exception as problem:
                log.error("online.announcing_failed", problem=describe(problem))
            await asyncio.sleep(ANNOUNCE_SECONDS)

    async def announce(self) -> None:
        """Replace the rows of this node by the accounts that are connected to it now."""
        connected = [key for key, count in self.hub.sockets.items() if count]
        async with self.database.writing() as session:
            found = set(await session.scalars(select(AccountRow.id).where(AccountRow.id.in_(connected))))
            await session.execute(delete(OnlineRow).where((OnlineRow.node == self.node) | (OnlineRow.until < now())))
            until = now() + VALID_MILLISECONDS
            session.add_all(OnlineRow(account_id=each, node=self.node, until=until) for each in sorted(found))
