"""The logs of tables in the database: batches of entries are appended and read, and never changed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from sqlalchemy import Connection, bindparam, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.bus.bus import Bus, EntryValues, Notice
from kontor.server.errors import DatabaseReplaced, DatabaseUnavailable, LogConflict, OrdersChanged, TableChanged
from kontor.server.store.database import Database
from kontor.server.store.entries import Entry, EntryBatch
from kontor.server.store.entry_rows import write_entries
from kontor.server.store.models import EntryRow, SeatRow, TableRow
from kontor.server.store.orders import write_used
from kontor.server.store.results import write_results
from kontor.server.store.table_listing import UNLISTED

MAX_BATCHES = 200
LEAST_SECONDS = 0.01  # from one commit to the next
MOST_NOTICE_BYTES = 4_000  # of the words of a batch; PostgreSQL sends at most 8,000 bytes
END_TABLE = (
    update(TableRow.__table__)  # type: ignore[arg-type]
    .where(TableRow.id == bindparam("table"))
    .values(ended_at=bindparam("at"), listing=UNLISTED)
)
END_SEATS = (
    update(SeatRow.__table__)  # type: ignore[arg-type]
    .where(SeatRow.table_id == bindparam("table"), SeatRow.ended_at.is_(None))
    .values(ended_at=bindparam("at"))
)
COLUMNS = (
    EntryRow.number,
    EntryRow.kind,
    EntryRow.seat,
    EntryRow.by,
    EntryRow.words,
    EntryRow.at,
    EntryRow.length,
    EntryRow.spent,
)
Waiting = tuple[EntryBatch, asyncio.Future[None]]


class GameLog:
    """The logs of all tables; batches that wait while others are written are written together, with one commit."""

    def __init__(self, database: Database, bus: Bus, node: str = "") -> None:
        self.database = database
        self.bus = bus
        self.node = node
        self._waiting: list[Waiting] = []
        self._writing: asyncio.Task[None] | None = None
        self._next_write = 0.0  # the earliest, by the clock of the event loop

    async def read(self, table_id: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Return the entries of a table after a number, at most a limit of them."""
        query = select(*COLUMNS).where(EntryRow.table_id == table_id, EntryRow.number > after)
        async with self.database.reading() as session:
            return [Entry(*row) for row in await session.execute(query.order_by(EntryRow.number).limit(limit))]

    async def append(self, batch: EntryBatch) -> None:
        """Write a batch; it is on disk when this returns.

        LogConflict, TableChanged and OrdersChanged say that nothing was written.
        """
        if self.database.embedded or batch.is_plain:
            await self._queue(batch)
        else:
            await self._write_with_retry(batch)

    async def _queue(self, batch: EntryBatch) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((batch, done))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_waiting())
        await done

    async def _write_waiting(self) -> None:
        while self._waiting:
            await self._pause()
            group, self._waiting = self._waiting[:MAX_BATCHES], self._waiting[MAX_BATCHES:]
            try:
                changed = await self._write_group([batch for batch, _ in group])
            except Exception as problem:
                await self._write_singly(group, problem)
            else:
                for batch, done in group:
                    settle(done, TableChanged(batch.table_id) if batch.table_id in changed else None)

    async def _pause(self) -> None:
        """Let batches gather if others have just been written: a commit of many costs as much as that of one."""
        clock = asyncio.get_running_loop().time
        if (left := self._next_write - clock()) > 0:
            await asyncio.sleep(left)
        self._next_write = clock() + LEAST_SECONDS

    async def _write_group(self, batches: Sequence[EntryBatch]) -> set[str]:
        """Write batches with one commit, and return the tables that had changed, whose batches were not written."""
        if self.database.embedded:
            await self._write(batches)
            return set()
        try:
            return await self._write_plain(batches)
        except DatabaseReplaced:
            raise
        except DatabaseUnavailable:
            return await self._write_plain(batches)  # a batch that was written before is now in conflict

    async def _write_plain(self, batches: Sequence[EntryBatch]) -> set[str]:
        notices = [self.notice(batch, self.node).text() for batch in batches]
        written = await self.database.writer.write(batches, notices, self.database.generation)
        return {batch.table_id for batch in batches} - written

    async def _write_singly(self, group: list[Waiting], problem: Exception) -> None:
        """Write the batches of a group one by one to find the one in conflict; another problem fails them all."""
        for batch, done in group:
            try:
                if not isinstance(problem, (IntegrityError, LogConflict, OrdersChanged, TableChanged)):
                    raise problem
                await (self._write_one if self.database.embedded else self._write_unless_written)(batch)
            except Exception as own_problem:
                settle(done, own_problem)
            else:
                settle(done)

    async def _write_with_retry(self, batch: EntryBatch) -> None:
        """Write a batch once more if the connection broke, since it is not known whether it was written."""
        try:
            await self._write_one(batch)
        except DatabaseUnavailable:
            await self._write_unless_written(batch)

    async def _write_unless_written(self, batch: EntryBatch) -> None:
        try:
            await self._write_one(batch)
        except LogConflict:
            present = await self.read(batch.table_id, batch.entries[0].number - 1)
            if present[: len(batch.entries)] != list(batch.entries):
                raise

    async def _write_one(self, batch: EntryBatch) -> None:
        try:
            await self._write([batch])
        except IntegrityError as problem:
            raise LogConflict(batch.table_id) from problem

    async def _write(self, batches: Sequence[EntryBatch]) -> None:
        if self.database.embedded:
            await self.database.write_in_thread(partial(write_batches, batches=batches))
        else:
            async with self.database.writing() as session:
                await (await session.connection()).run_sync(write_batches, batches)
                for batch in batches:
                    await self.bus.publish_within(session, self.notice(batch, self.node))

    def notice(self, batch: EntryBatch, node: str = "") -> Notice:
        """Return the notice of a batch, with the entries if they are short; a node ignores those with its own id."""
        entries: tuple[EntryValues, ...] = tuple(map(tuple, batch.entries))  # orjson encodes no named ones
        if sum(len(entry.words) for entry in batch.entries) + 80 * len(entries) > MOST_NOTICE_BYTES:
            entries = ()
        return Notice(batch.table_id, batch.number, node=node, entries=entries)

    async def write_within(self, session: AsyncSession, batches: Sequence[EntryBatch]) -> None:
        """Write batches inside a transaction that the caller commits."""
        await (await session.connection()).run_sync(write_batches, batches)
        for batch in batches:
            await self.bus.publish_within(session, Notice(batch.table_id, batch.number))


def write_batches(connection: Connection, batches: Sequence[EntryBatch]) -> None:
    """Write batches, update the rows of their tables, and write the results of games that end."""
    check_versions(connection, [batch for batch in batches if batch.version is not None])
    write_entries(connection, batches)
    ended = [{"table": batch.table_id, "at": batch.entries[-1].at} for batch in batches if batch.ended_by is not None]
    if ended:
        connection.execute(END_TABLE, ended)
        connection.execute(END_SEATS, ended)
    for batch in batches:
        if batch.outcome is not None:
            write_results(connection, batch.table_id, batch.outcome)
        if batch.orders is not None:
            write_used(connection, batch.orders)


def check_versions(connection: Connection, batches: Sequence[EntryBatch]) -> None:
    """Lock tables, or raise TableChanged if one is not as its batch was made for."""
    if not batches:
        return
    query = select(TableRow.id, TableRow.version).where(TableRow.id.in_([batch.table_id for batch in batches]))
    locked = query.order_by(TableRow.id).with_for_update(key_share=True)
    versions = {row.id: row.version for row in connection.execute(locked)}
    for batch in batches:
        if versions.get(batch.table_id) != batch.version:
            raise TableChanged(batch.table_id)


def settle(done: asyncio.Future[None], problem: Exception | None = None) -> None:
    """Complete the future of a batch, unless its task was cancelled."""
    if done.done():
        return
    if problem is None:
        done.set_result(None)
    else:
        done.set_exception(problem)
