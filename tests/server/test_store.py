"""The store: migrations, durability, and batches that are written completely or not at all."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from kontor.server.bus.bus import LocalBus, Notice, read_notice
from kontor.server.errors import LogConflict
from kontor.server.settings import Settings
from kontor.server.store.accounts import Account, Accounts
from kontor.server.store.database import Database
from kontor.server.store.entries import MOVE, PLAYER, Entry, EntryBatch
from kontor.server.store.log import GameLog
from kontor.server.store.models import Base
from kontor.server.store.table_info import OPEN, SeatInfo, TableInfo
from kontor.server.store.tables import Tables

pytestmark = pytest.mark.anyio


@pytest.fixture
async def log(folder: Path, anyio_backend: str) -> AsyncIterator[GameLog]:
    """Return a log of some tables without entries."""
    database = Database(Settings(data=folder).url)
    await database.prepare()
    await Accounts(database, LocalBus()).add(Account("ada", "Ada"), 0)
    tables = Tables(database, LocalBus())
    async with database.writing() as session:
        for table in ("one", "two", "three"):
            await tables.add(session, card(table))
    yield GameLog(database, LocalBus())
    await database.close()


def card(table: str) -> TableInfo:
    """Return a table with two open seats."""
    seats = (SeatInfo(0, OPEN), SeatInfo(1, OPEN))
    return TableInfo(table, "ada", "", {}, None, 1, False, "own", None, None, 0, seats)


def page(table: str, *numbers: int) -> EntryBatch:
    """Return some entries of a table."""
    return EntryBatch(table, [Entry(number, MOVE, 0, PLAYER, f"move {number}", 5) for number in numbers], 1, None)


async def test_migrations_lead_to_the_models(log: GameLog) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), Base.metadata))

    async with log.database.engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await log.database.prepare()


async def test_a_commit_is_on_disk(log: GameLog) -> None:
    async with log.database.reading() as session:
        for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
            assert await session.scalar(text(f"PRAGMA {pragma}")) == value


async def test_numbers_are_written_once(log: GameLog) -> None:
    await log.append(page("one", 1, 2))
    with pytest.raises(LogConflict):
        await log.append(page("one", 2, 3))
    assert [entry.number for entry in await log.read("one")] == [1, 2]
    assert [entry.words for entry in await log.read("one", after=1)] == ["move 2"]


async def test_a_wrong_page_does_not_spoil_those_written_with_it(log: GameLog) -> None:
    await log.append(page("one", 1))
    pages = [page("one", 1), page("two", 1, 2), page("three", 1)]
    results = await asyncio.gather(*map(log.append, pages), return_exceptions=True)
    assert [type(result) for result in results] == [LogConflict, type(None), type(None)]
    assert len(await log.read("two")) == 2


async def test_the_first_batch_is_written_at_once_and_the_next_ones_together(
    log: GameLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups: list[list[str]] = []
    write = log._write

    async def counted(batches: Sequence[EntryBatch]) -> None:
        groups.append([batch.table_id for batch in batches])
        await write(batches)

    monkeypatch.setattr(log, "_write", counted)
    monkeypatch.setattr("kontor.server.store.log.LEAST_SECONDS", 0.5)
    began = time.monotonic()
    await log.append(page("one", 1))
    assert time.monotonic() - began < 0.4
    second = asyncio.create_task(log.append(page("two", 1)))
    await asyncio.sleep(0.05)
    await log.append(page("three", 1))
    await second
    assert groups == [["one"], ["two", "three"]]


async def test_the_summary_is_written_with_the_page(log: GameLog) -> None:
    await log.append(page("two", 1, 2))
    assert await Tables(log.database, LocalBus()).versions("two") == (2, 0)


def test_notices_travel_as_text() -> None:
    notice = Notice("abc", 7, "presence", "node", (0, 2), 3)
    assert read_notice(notice.text()) == notice
    assert read_notice(Notice("abc", 7).text()) == Notice("abc", 7)


def test_database_addresses_get_the_drivers_of_the_server() -> None:
    settings = Settings(database="postgresql://me:word@host/games")
    assert settings.url == "postgresql+asyncpg://me:word@host/games"
