"""The database: SQLite in a file or PostgreSQL, opened so that a commit is on disk when it returns."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, SingletonThreadPool, create_engine, event, make_url
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine

from kontor.server.store.migrations import upgrade

BUSY_MILLISECONDS = 10_000
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MILLISECONDS}")
CONNECTIONS = 8
OUR_OWN_FAULT = (DataError, IntegrityError, ProgrammingError)


class Unavailable(Exception):
    """The database does not answer; what was being written is there or is not."""


@contextmanager
def answered() -> Iterator[None]:
    """Tell all the ways in which a database can fail to answer as one."""
    try:
        yield
    except OUR_OWN_FAULT:
        raise
    except (DBAPIError, NoConnectionFree, OSError) as problem:
        raise Unavailable(f"{type(problem).__name__}: {problem}") from problem


class Database:
    """Sessions to read with and sessions to write with; on SQLite one writes at a time."""

    def __init__(self, url: str, seconds: float = 10.0) -> None:
        self.url = url
        self.embedded = make_url(url).get_backend_name() == "sqlite"
        self.engine = open_sqlite(url) if self.embedded else open_shared(url, seconds)
        self._readers = async_sessionmaker(self.engine, expire_on_commit=False)
        self._writers = async_sessionmaker(self.engine.execution_options(writes=True), expire_on_commit=False)
        self._turn = asyncio.Lock()
        self._plain = open_plainly(url) if self.embedded else None
        self._thread = ThreadPoolExecutor(1, "writing")

    async def prepare(self) -> None:
        """Bring the tables of the database up to date."""
        async with self.engine.execution_options(writes=True).begin() as connection:
            await connection.run_sync(upgrade)

    def guard(self, check: Callable[[Connection], None]) -> None:
        """Let something be looked at in every transaction before anything is written."""
        event.listen(self.engine.sync_engine, "begin", check)
        if self._plain is not None:
            event.listen(self._plain, "begin", check)

    async def close(self) -> None:
        """Close every connection."""
        await self.engine.dispose()
        self._thread.shutdown()
        if self._plain is not None:
            self._plain.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """A session that only reads."""
        with answered():
            async with self._readers() as session:
                yield session

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """A session whose transaction is committed, and on disk, when the block is left."""
        with answered():
            async with self._turn if self.embedded else nullcontext(), self._writers.begin() as session:
                yield session

    async def write_beside(self, work: Callable[[Connection], None]) -> None:
        """Do something in a transaction of an embedded database, which is on disk when this returns.

        It is done in one go beside the event loop, which would be told of every step otherwise.
        """
        assert self._plain is not None
        with answered():
            async with self._turn:
                await asyncio.get_running_loop().run_in_executor(self._thread, transact, self._plain, work)


def transact(engine: Engine, work: Callable[[Connection], None]) -> None:
    """Do something in a transaction."""
    with engine.begin() as connection:
        work(connection)


def open_sqlite(url: str) -> AsyncEngine:
    """An embedded database with write-ahead log and full sync."""
    Path(make_url(url).database or "").parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    engine = create_async_engine(url, pool_size=CONNECTIONS, hide_parameters=True)
    event.listen(engine.sync_engine, "connect", set_pragmas)
    event.listen(engine.sync_engine, "begin", begin)
    return engine


def open_plainly(url: str) -> Engine:
    """The same embedded database for one thread that only writes."""
    engine = create_engine(
        make_url(url).set(drivername="sqlite"), poolclass=SingletonThreadPool, hide_parameters=True
    )
    event.listen(engine, "connect", set_pragmas)
    event.listen(engine, "begin", begin)
    return engine.execution_options(writes=True)


def set_pragmas(connection: Any, _: object) -> None:
    """Make a new connection durable, and leave the beginning of transactions to us."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def begin(connection: Connection) -> None:
    """Take the right to write at the beginning, since a reader that turns writer may be refused it."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def open_shared(url: str, seconds: float) -> AsyncEngine:
    """A database that several nodes share, which has so many seconds to answer."""
    return create_async_engine(
        url,
        pool_size=CONNECTIONS,
        max_overflow=CONNECTIONS,
        pool_timeout=seconds,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"timeout": seconds, "command_timeout": seconds},
    )
