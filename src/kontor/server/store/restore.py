"""Restoring: a backup takes the place of everything in a database, in one transaction, even while servers run.

Servers that run see that the database lives another life (`store/life.py`) and begin anew.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from kontor.agents.catalog import is_listed
from kontor.server.keys import new_id
from kontor.server.store.backup import (
    FORMAT,
    ROWS_AT_ONCE,
    Backup,
    BackupError,
    Progress,
    check_sound,
    count_rows,
    file_engine,
    kept_tables,
    revision_of,
)
from kontor.server.store.database import Database
from kontor.server.store.migrations import revisions, upgrade
from kontor.server.store.models import AccountRow, LeaseRow, LifeRow, SeatRow, TableRow

PATIENCE_SECONDS = 3600.0  # a large table takes its time


async def restore(url: str, source: Path, force: bool, progress: Progress) -> Backup:
    """Put a backup in the place of everything in a database."""
    backup = read_backup(source)
    with brought_up_to_date(source, backup) as file, file.connect() as rows:
        check_agents(rows)
        database = Database(url, PATIENCE_SECONDS)
        try:
            await check_target(database)
            await database.prepare()
            async with database.writing() as session:
                await replace(await session.connection(), rows, force, progress)
        finally:
            await database.close()
    return backup


def read_backup(source: Path) -> Backup:
    """What a file says of itself, if it is a sound backup of a schema this program knows."""
    if not source.is_file():
        raise BackupError(f"there is no file {source}.")
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            found = copy.execute("SELECT format, made_at, kontor, revision, rows FROM backup").fetchone()
            backup = Backup(found[1], found[2], found[3], json.loads(found[4]))
            check_known(found[0], backup)
            check_sound(copy)
            if (revision_of(copy), count_rows(copy)) != (backup.revision, backup.rows):
                raise BackupError(f"{source} is not as it was written; take another backup.")
    except (sqlite3.DatabaseError, ValueError, TypeError) as problem:
        raise BackupError(f"{source} is no backup of Kontor, or it is damaged; take another one.") from problem
    return backup


def check_known(form: int, backup: Backup) -> None:
    """Refuse what a newer program has written."""
    if form != FORMAT or backup.revision not in revisions():
        raise BackupError(
            f"the backup was made by Kontor {backup.kontor} with schema {backup.revision}, and this program knows "
            f"schemas up to {revisions()[-1]}; update Kontor first."
        )


def check_agents(rows: Connection) -> None:
    """Refuse a backup with a computer player that is not in the catalogue, such as one from a file."""
    seated = rows.scalars(select(SeatRow.agent).where(SeatRow.agent.is_not(None)).distinct())
    clocks = rows.scalars(select(TableRow.clock).where(TableRow.clock.is_not(None)))
    for agent in [*seated, *(clock.get("agent") for clock in clocks if isinstance(clock, dict))]:
        if agent is not None and not is_listed(str(agent)):
            raise BackupError(
                f"the backup names the computer player {agent!r}, which is not in the catalogue; "
                "it was not written by Kontor, take another backup."
            )


async def check_target(database: Database) -> None:
    """Refuse a database that a newer program has made."""
    async with database.engine.connect() as connection:
        if await connection.run_sync(lambda plain: plain.dialect.has_table(plain, "alembic_version")):
            revision = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar()
            if revision not in (None, *revisions()):
                raise BackupError(
                    f"the database has schema {revision}, and this program knows schemas up to {revisions()[-1]}; "
                    "update Kontor first."
                )


@contextmanager
def brought_up_to_date(source: Path, backup: Backup) -> Iterator[Engine]:
    """A backup with the schema of this program; an older one is changed in a copy."""
    if backup.revision == revisions()[-1]:
        with file_engine(source) as file:
            yield file
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copy(source, Path(folder) / "backup"))
        with file_engine(copy) as file:
            with file.begin() as connection:
                upgrade(connection)
            yield file


async def replace(live: AsyncConnection, rows: Connection, force: bool, progress: Progress) -> None:
    """Empty all tables, fill them, and begin another life; no node writes meanwhile."""
    if live.dialect.name == "postgresql":
        await live.execute(text("LOCK TABLE lives IN ACCESS EXCLUSIVE MODE"))
    await check_empty(live, force)
    await live.execute(delete(LeaseRow))
    for table in reversed(kept_tables()):
        await live.execute(delete(table))
    done, counts = 0, {table: rows.scalar(select(func.count()).select_from(table)) or 0 for table in kept_tables()}
    for table in counts:
        for part in rows.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table)).mappings().partitions():
            await live.execute(insert(table), [dict(row) for row in part])
            done += len(part)
            progress(done, sum(counts.values()))
    await live.execute(update(LifeRow).values(life=new_id()))


async def check_empty(live: AsyncConnection, force: bool) -> None:
    """Refuse to replace what is there unless it is wanted."""
    accounts, tables = [
        await live.scalar(select(func.count()).select_from(row)) or 0 for row in (AccountRow, TableRow)
    ]
    if (accounts or tables) and not force:
        raise BackupError(
            f"the database holds {tables} tables and {accounts} accounts already; give --force to replace them."
        )
