"""The database: SQLite in a file or PostgreSQL, opened so that a commit is on disk when it returns."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any

from orjson import loads
from sqlalchemy import Connection, Engine, SingletonThreadPool, create_engine, event, make_url
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine

from kontor.server.bus.bus import Bus, Notice
from kontor.server.bus.postgres_bus import CHANNEL
from kontor.server.errors import DatabaseUnavailable
from kontor.server.store.migrations import upgrade
from kontor.server.store.postgres_writer import PostgresWriter
from kontor.server.store.session_lookup import SessionLookup

BUSY_MILLISECONDS = 10_000
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MILLISECONDS}")
CONNECTIONS = 8
PLANNING = {"jit": "off"}  # compiling a query takes longer than running any of these
ANNOUNCED = "announced"
OWN_ERRORS = (DataError, IntegrityError, ProgrammingError)


@contextmanager
def unavailable_errors() -> Iterator[None]:
    """Raise DatabaseUnavailable for all the ways in which a database can fail to answer."""
    try:
        yield
    except OWN_ERRORS:
        raise
    except (DBAPIError, PoolTimeout, OSError) as problem:
        raise DatabaseUnavailable(f"{type(problem).__name__}: {problem}") from problem


class Database:
    """Sessions that read and sessions that write; SQLite has one writer at a time.

    Processes that share an embedded database take turns with a lock file, which wakes the next one at once; SQLite
    itself only sleeps and tries again.
    """

    def __init__(self, url: str, seconds: float = 10.0, lock_file: Path | None = None) -> None:
        self.url = url
        self.bus: Bus | None = None  # announces what transactions have changed, if a server runs
        self.embedded = make_url(url).get_backend_name() == "sqlite"
        self.shared = not self.embedded or lock_file is not None  # whether other processes write to it
        self._turns = None if lock_file is None else lock_file.open("w")
        self.engine = open_sqlite(url) if self.embedded else open_shared(url, seconds)
        self._readers = async_sessionmaker(self.engine, expire_on_commit=False)
        self._writers = async_sessionmaker(self.engine.execution_options(writes=True), expire_on_commit=False)
        self._write_lock = asyncio.Lock()
        self._writer_engine = open_sqlite_writer(url) if self.embedded else None
        self._thread = ThreadPoolExecutor(1, "writing")
        self.generation: str | None = None  # that a node has opened; others write nothing
        self._postgres_writer = None if self.embedded else PostgresWriter(url, seconds, CHANNEL)
        self._session_lookup = None if self.embedded else SessionLookup(url, seconds)

    @property
    def writer(self) -> PostgresWriter:
        """What writes entries into a shared database."""
        assert self._postgres_writer is not None
        return self._postgres_writer

    @property
    def sessions(self) -> SessionLookup:
        """What finds sessions in a shared database."""
        assert self._session_lookup is not None
        return self._session_lookup

    async def prepare(self) -> None:
        """Run the missing migrations."""
        async with self.engine.execution_options(writes=True).begin() as connection:
            await connection.run_sync(upgrade)

    def guard(self, check: Callable[[Connection], None]) -> None:
        """Call a function at the beginning of every transaction."""
        event.listen(self.engine.sync_engine, "begin", check)
        if self._writer_engine is not None:
            event.listen(self._writer_engine, "begin", check)

    async def close(self) -> None:
        """Close every connection."""
        if self._postgres_writer is not None:
            await self._postgres_writer.close()
        if self._session_lookup is not None:
            await self._session_lookup.close()
        await self.engine.dispose()
        self._thread.shutdown()
        if self._writer_engine is not None:
            self._writer_engine.dispose()
        if self._turns is not None:
            self._turns.close()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """Open a session that only reads."""
        with unavailable_errors():
            async with self._readers() as session:
                yield session

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """Open a session whose transaction is committed, and on disk, at the end of the block."""
        with unavailable_errors():
            async with self._write_lock if self.embedded else nullcontext(), self._writers.begin() as session:
                yield session
                notices: Collection[Notice] = session.info.get(ANNOUNCED, ())
                if self.bus is not None:
                    for notice in notices:
                        await self.bus.publish_within(session, notice)
        if self.bus is not None:
            for notice in notices:
                await self.bus.publish(notice)

    async def write_in_thread(self, work: Callable[[Connection], None]) -> None:
        """Run a transaction on an embedded database in a thread; it is on disk when this returns.

        One call to a thread is faster than an asynchronous session, which switches threads for every statement.
        """
        assert self._writer_engine is not None
        with unavailable_errors():
            async with self._write_lock:
                await asyncio.get_running_loop().run_in_executor(
                    self._thread, run_in_transaction, self._writer_engine, work, self._turns
                )


def announce_with(session: AsyncSession, *notices: Notice) -> None:
    """Announce notices to all nodes when the transaction of a session is committed, each of them once."""
    session.info.setdefault(ANNOUNCED, {}).update(dict.fromkeys(notices))


def run_in_transaction(engine: Engine, work: Callable[[Connection], None], turns: IO[str] | None = None) -> None:
    """Run a function in a transaction, when it is the turn of this process."""
    with locked(turns), engine.begin() as connection:
        work(connection)


@contextmanager
def locked(file: IO[str] | None) -> Iterator[None]:
    """Hold the lock of a file, if there is one."""
    if file is None:
        yield
        return
    import fcntl  # exists only where a server can have several processes

    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def open_sqlite(url: str) -> AsyncEngine:
    """Return an engine on an embedded database with write-ahead log and full sync."""
    Path(make_url(url).database or "").parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    engine = create_async_engine(
        url, pool_size=CONNECTIONS, pool_use_lifo=True, hide_parameters=True, json_deserializer=loads
    )
    event.listen(engine.sync_engine, "connect", set_pragmas)
    event.listen(engine.sync_engine, "begin", begin)
    return engine


def open_sqlite_writer(url: str) -> Engine:
    """Return a synchronous engine on an embedded database for one thread that only writes."""
    engine = create_engine(
        make_url(url).set(drivername="sqlite"), poolclass=SingletonThreadPool, hide_parameters=True
    )
    event.listen(engine, "connect", set_pragmas)
    event.listen(engine, "begin", begin)
    return engine.execution_options(writes=True)


def set_pragmas(connection: Any, _: object) -> None:
    """Set the pragmas of a new connection, and disable the implicit transactions of the driver."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def begin(connection: Connection) -> None:
    """Begin a transaction; a writing one takes the lock at once, since a reader may be refused it later."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def open_shared(url: str, seconds: float) -> AsyncEngine:
    """Return an engine on a database that several nodes share, with a timeout in seconds."""
    return create_async_engine(
        url,
        pool_size=CONNECTIONS,
        max_overflow=CONNECTIONS,
        pool_timeout=seconds,
        pool_pre_ping=True,
        pool_use_lifo=True,  # the connection used last has most statements prepared
        hide_parameters=True,
        json_deserializer=loads,
        connect_args={"timeout": seconds, "command_timeout": seconds, "server_settings": PLANNING},
    )
