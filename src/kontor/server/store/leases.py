"""Leases: of several nodes one looks after the computer seats of a table."""

from __future__ import annotations

from typing import Protocol

from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert

from kontor.server.instants import now
from kontor.server.store.database import Database
from kontor.server.store.models import LeaseRow


class Leases(Protocol):
    """Says which node may do the work of a table."""

    async def hold(self, table_id: str) -> bool:
        """Whether this node has the lease of a table, taken or renewed if it is free."""
        ...

    async def release(self) -> None:
        """Give back all leases of this node."""
        ...


class Alone:
    """The leases of a server that is one process: all are its own."""

    async def hold(self, table_id: str) -> bool:
        """There is nobody else."""
        return True

    async def release(self) -> None:
        """Nobody waits for them."""


class Shared:
    """Leases in a database; those of this node are remembered, so that most questions need no answer from it."""

    def __init__(self, database: Database, node: str, seconds: float) -> None:
        self.database = database
        self.node = node
        self.length = int(seconds * 1000)
        self._until: dict[str, int] = {}

    async def hold(self, table_id: str) -> bool:
        """Whether this node has the lease; it is renewed when half of it is over."""
        moment = now()
        if self._until.get(table_id, 0) - moment < self.length // 2:
            await self._take(table_id, moment)
        return self._until.get(table_id, 0) > now()

    async def _take(self, table_id: str, moment: int) -> None:
        until = moment + self.length
        wish = insert(LeaseRow).values(table_id=table_id, node=self.node, until=until)
        free = (LeaseRow.node == self.node) | (LeaseRow.until < moment)
        taken = wish.on_conflict_do_update(
            index_elements=[LeaseRow.table_id], set_={"node": self.node, "until": until}, where=free
        ).returning(LeaseRow.table_id)
        async with self.database.writing() as session:
            if await session.scalar(taken) is not None:
                self._until[table_id] = until

    async def release(self) -> None:
        """Let other nodes go on at once."""
        self._until.clear()
        async with self.database.writing() as session:
            await session.execute(delete(LeaseRow).where(LeaseRow.node == self.node))
