"""Leases: which of several nodes makes the moves of the computer seats of a table."""

from __future__ import annotations

from typing import Protocol

from sqlalchemy import delete

from kontor.server.clock import now
from kontor.server.store.database import Database
from kontor.server.store.models import LeaseRow
from kontor.server.store.upsert import insert_of


class Leases(Protocol):
    """The leases of a node."""

    async def hold(self, table_id: str) -> bool:
        """Return whether this node has the lease of a table, after taking or renewing it if possible."""
        ...

    async def release(self) -> None:
        """Give back all leases of this node."""
        ...


class LocalLeases:
    """The leases of a server with one process, which has them all."""

    async def hold(self, table_id: str) -> bool:
        """Return True."""
        return True

    async def release(self) -> None:
        """Do nothing."""


class SharedLeases:
    """Leases in a shared database; those of this node are cached, so that most calls need no query."""

    def __init__(self, database: Database, node: str, seconds: float) -> None:
        self.database = database
        self.node = node
        self.length = int(seconds * 1000)
        self._until: dict[str, int] = {}

    async def hold(self, table_id: str) -> bool:
        """Return whether this node has the lease; it is renewed when half of its time is over."""
        moment = now()
        if self._until.get(table_id, 0) - moment < self.length // 2:
            await self._take(table_id, moment)
        return self._until.get(table_id, 0) > now()

    async def _take(self, table_id: str, moment: int) -> None:
        until = moment + self.length
        free = (LeaseRow.node == self.node) | (LeaseRow.until < moment)
        values = {"node": self.node, "until": until}
        async with self.database.writing() as session:
            request = insert_of(session, LeaseRow, {"table_id": table_id, **values})
            taken = request.on_conflict_do_update(
                index_elements=[LeaseRow.table_id], set_=values, where=free
            ).returning(LeaseRow.table_id)
            if await session.scalar(taken) is not None:
                self._until[table_id] = until

    async def release(self) -> None:
        """Delete the leases of this node, so that other nodes can take over at once."""
        self._until.clear()
        async with self.database.writing() as session:
            await session.execute(delete(LeaseRow).where(LeaseRow.node == self.node))
