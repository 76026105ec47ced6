"""Backups: a SQLite file with the content of any database, made while servers go on writing.

An embedded database is copied page by page through SQLite's backup, a shared one row by row; both as they were at one
moment. The database table `backup` describes the file.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, Table, create_engine, func, insert, make_url, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

import kontor
from kontor.server.clock import now
from kontor.server.errors import BackupError
from kontor.server.store.migrations import revisions, upgrade
from kontor.server.store.models import Base

FORMAT: Final = 1
PAGES_AT_ONCE: Final = 256
ROWS_AT_ONCE: Final = 1000
EXCLUDED: Final = ("leases", "lives", "nodes", "online_accounts")
"""Tables that belong to running nodes and to the database itself."""
BUSY_SECONDS: Final = 30.0

Progress = Callable[[int, int], None]
"""Called with the amount that is done, and the total."""


@dataclass(frozen=True, slots=True)
class Backup:
    """The description in a backup: when and by which Kontor it was made, its schema, and its numbers of rows."""

    made_at: int
    kontor: str
    revision: str
    rows: dict[str, int]


def backup_tables() -> list[Table]:
    """Return the database tables of a backup, each after those it refers to."""
    return [table for table in Base.metadata.sorted_tables if table.name not in EXCLUDED]


async def back_up(url: str, target: Path, force: bool, progress: Progress) -> Backup:
    """Write a backup of a database into a file, which is complete or not there at all."""
    if target.exists() and not force:
        raise BackupError(f"{target} exists already; choose another name, or give --force to replace it.")
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # it holds e-mail addresses and secrets
    try:
        if make_url(url).get_backend_name() == "sqlite":
            copy_embedded(Path(make_url(url).database or ""), part, progress)
        else:
            await copy_shared(url, part, progress)
        made = add_description(part)
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    return made


def copy_embedded(source: Path, target: Path, progress: Progress) -> None:
    """Copy an embedded database in one read transaction, which writers do not disturb."""
    if not source.is_file():
        raise BackupError(f"there is no database at {source}; name its folder with --data.")
    address = f"{source.absolute().as_uri()}?mode=rw"
    with (
        closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS)) as live,
        closing(sqlite3.connect(target)) as copy,
    ):
        live.execute("BEGIN")
        live.execute("SELECT count(*) FROM sqlite_master").fetchone()
        live.backup(copy, pages=PAGES_AT_ONCE, progress=lambda _, left, total: progress(total - left, total), sleep=0)
        copy.execute("PRAGMA journal_mode=DELETE")


async def copy_shared(url: str, target: Path, progress: Progress) -> None:
    """Copy a shared database row by row in one transaction with a consistent snapshot."""
    engine = create_async_engine(url, hide_parameters=True, isolation_level="REPEATABLE READ")
    try:
        async with engine.connect() as live:
            await check_current(live)
            with file_engine(target) as file, file.begin() as copy:
                upgrade(copy)
                await copy_rows(live, copy, progress)
    finally:
        await engine.dispose()


async def check_current(live: AsyncConnection) -> None:
    """Reject a database with another schema than that of this version."""
    if not await live.run_sync(lambda connection: connection.dialect.has_table(connection, "alembic_version")):
        raise BackupError("the database holds no tables of Kontor; check its address.")
    revision = (await live.execute(text("SELECT version_num FROM alembic_version"))).scalar_one()
    if revision != revisions()[-1]:
        raise BackupError(
            f"the database has schema {revision} and this version {revisions()[-1]}; "
            "back it up with the version of Kontor that serves it."
        )


async def copy_rows(live: AsyncConnection, copy: Connection, progress: Progress) -> None:
    """Copy the rows of all database tables."""
    counts = {table: await live.scalar(select(func.count()).select_from(table)) or 0 for table in backup_tables()}
    done, total = 0, sum(counts.values())
    for table in counts:
        result = await live.stream(select(table))
        async for part in result.mappings().partitions(ROWS_AT_ONCE):
            copy.execute(insert(table), [dict(row) for row in part])
            done += len(part)
            progress(done, total)


def add_description(file: Path) -> Backup:
    """Check a copy and write its description into it."""
    with closing(sqlite3.connect(file)) as copy:
        check_intact(copy)
        made = Backup(now(), kontor.__version__, revision_of(copy), count_rows(copy))
        copy.execute("DROP TABLE IF EXISTS backup")
        copy.execute("CREATE TABLE backup (format, made_at, kontor, revision, rows)")
        values = (FORMAT, made.made_at, made.kontor, made.revision, json.dumps(made.rows))
        copy.execute("INSERT INTO backup VALUES (?, ?, ?, ?, ?)", values)
        copy.commit()
    with file.open("rb+") as written:
        os.fsync(written.fileno())
    return made


def check_intact(copy: sqlite3.Connection) -> None:
    """Reject a file in which SQLite finds damage."""
    found = copy.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok" or copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise BackupError("the copy is damaged; check the disk, and make another backup.")


def revision_of(copy: sqlite3.Connection) -> str:
    """Return the schema revision of a copy."""
    return str(copy.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def count_rows(copy: sqlite3.Connection) -> dict[str, int]:
    """Return the number of rows of each database table of a copy; an older schema lacks some tables."""
    there = {row[0] for row in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    names = [table.name for table in backup_tables() if table.name in there]
    return {name: copy.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}


@contextmanager
def file_engine(file: Path) -> Iterator[Engine]:
    """Open an engine on a SQLite file, and dispose of it at the end."""
    engine = create_engine(f"sqlite:///{file}", hide_parameters=True)
    try:
        yield engine
    finally:
        engine.dispose()
