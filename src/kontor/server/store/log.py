"""The log: pages are appended, read, and never changed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.live.bus import Bus, Notice
from kontor.server.store.database import Database, Unavailable
from kontor.server.store.entries import Entry, Overtaken, Page
from kontor.server.store.models import EntryRow, TableRow

LARGEST_BATCH = 200
ENTRIES = insert(EntryRow.__table__)  # type: ignore[arg-type]
SUMMARY = (
    update(TableRow.__table__)  # type: ignore[arg-type]
    .where(TableRow.id == bindparam("table"))
    .values(
        number=bindparam("to_number"),
        to_move=bindparam("next_to_move"),
        ended_by=bindparam("ending"),
        moved_at=bindparam("at"),
    )
)
FIELDS = (
    EntryRow.number,
    EntryRow.kind,
    EntryRow.seat,
    EntryRow.by,
    EntryRow.words,
    EntryRow.at,
    EntryRow.length,
    EntryRow.spent,
)


class Log:
    """The logs of all tables.

    An embedded database syncs its disk once for all pages that wait meanwhile; a shared one groups commits itself.
    """

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus
        self._waiting: list[tuple[Page, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def read(self, table_id: str, after: int = 0, most: int | None = None) -> list[Entry]:
        """The entries of a table that follow a number, or the first of them."""
        query = select(*FIELDS).where(EntryRow.table_id == table_id, EntryRow.number > after)
        async with self.database.reading() as session:
            return [Entry(*row) for row in await session.execute(query.order_by(EntryRow.number).limit(most))]

    async def append(self, page: Page) -> None:
        """Write a page; it is on disk when this returns, or Overtaken is raised and nothing was written."""
        if self.database.embedded:
            await self._queue(page)
        else:
            await self._write_surely(page)

    async def _queue(self, page: Page) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((page, done))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_waiting())
        await done

    async def _write_waiting(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting[:LARGEST_BATCH], self._waiting[LARGEST_BATCH:]
            try:
                await self._write([page for page, _ in batch])
            except Exception as problem:
                await self._write_singly(batch, problem)
            else:
                for _, done in batch:
                    settle(done)

    async def _write_singly(self, batch: list[tuple[Page, asyncio.Future[None]]], problem: Exception) -> None:
        """Find out which page of a batch was the wrong one."""
        for page, done in batch:
            try:
                if not isinstance(problem, IntegrityError):
                    raise problem
                await self._write_one(page)
            except Exception as its_own:
                settle(done, its_own)
            else:
                settle(done)

    async def _write_surely(self, page: Page) -> None:
        """Write a page once more if the connection broke, which leaves open whether it is there."""
        try:
            await self._write_one(page)
        except Unavailable:
            await self._write_unless_there(page)

    async def _write_unless_there(self, page: Page) -> None:
        try:
            await self._write_one(page)
        except Overtaken:
            there = await self.read(page.table_id, page.entries[0].number - 1)
            if there[: len(page.entries)] != list(page.entries):
                raise

    async def _write_one(self, page: Page) -> None:
        try:
            await self._write([page])
        except IntegrityError as problem:
            raise Overtaken(page.table_id) from problem

    async def _write(self, pages: Sequence[Page]) -> None:
        if self.database.embedded:
            await self.database.write_beside(partial(write_pages, pages=pages))
        else:
            async with self.database.writing() as session:
                await self.write_within(session, pages)

    async def write_within(self, session: AsyncSession, pages: Sequence[Page]) -> None:
        """Write pages inside a transaction that is somebody else's to commit."""
        await (await session.connection()).run_sync(write_pages, pages)
        for page in pages:
            await self.bus.publish_within(session, Notice(page.table_id, page.number))


def write_pages(connection: Connection, pages: Sequence[Page]) -> None:
    """Write pages and what the rows of their tables keep of them."""
    connection.execute(ENTRIES, [row(page, entry) for page in pages for entry in page.entries])
    connection.execute(SUMMARY, [summary(page) for page in pages])


def row(page: Page, entry: Entry) -> dict[str, object]:
    """An entry as the database keeps it."""
    return {"table_id": page.table_id, **{name: getattr(entry, name) for name in Entry.__slots__}}


def settle(done: asyncio.Future[None], problem: Exception | None = None) -> None:
    """Answer whoever still waits for a page."""
    if done.done():
        return
    if problem is None:
        done.set_result(None)
    else:
        done.set_exception(problem)


def summary(page: Page) -> dict[str, object]:
    """What the row of a table keeps of its log."""
    return {
        "table": page.table_id,
        "to_number": page.number,
        "next_to_move": page.to_move,
        "ending": page.ended_by,
        "at": page.entries[-1].at,
    }
