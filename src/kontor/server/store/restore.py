"""Restoring: a backup replaces the content of a database in one transaction, even while servers run.

Running servers notice that the generation of the database has changed (`store/generation.py`) and restart.
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
from kontor.server.errors import BackupError
from kontor.server.ids import new_id
from kontor.server.store.backup import (
    FORMAT,
    ROWS_AT_ONCE,
    Backup,
    Progress,
    backup_tables,
    check_intact,
    count_rows,
    file_engine,
    revision_of,
)
from kontor.server.store.database import Database
from kontor.server.store.migrations import revisions, upgrade
from kontor.server.store.models import AccountRow, GenerationRow, LeaseRow, SeatRow, TableRow

TIMEOUT_SECONDS = 3600.0  # copying many rows takes long


async def restore(url: str, source: Path, force: bool, progress: Progress) -> Backup:
    """Replace the content of a database by a backup."""
    backup = read_backup(source)
    with migrated(source, backup) as file, file.connect() as rows:
        check_agents(rows)
        database = Database(url, TIMEOUT_SECONDS)
        try:
            await check_target(database)
            await database.prepare()
            async with database.writing() as session:
                await replace(await session.connection(), rows, force, progress)
        finally:
            await database.close()
    return backup


def read_backup(source: Path) -> Backup:
    """Return the description of a backup, or reject a file that is damaged or has an unknown schema."""
    if not source.is_file():
        raise BackupError(f"there is no file {source}.")
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as copy:
            found = copy.execute("SELECT format, made_at, kontor, revision, rows FROM backup").fetchone()
            backup = Backup(found[1], found[2], found[3], json.loads(found[4]))
            check_revision(found[0], backup)
            check_intact(copy)
            if (revision_of(copy), count_rows(copy)) != (backup.revision, backup.rows):
                raise BackupError(f"{source} was changed after it was written; make another backup.")
    except (sqlite3.DatabaseError, ValueError, TypeError) as problem:
        raise BackupError(f"{source} is not a backup of Kontor, or it is damaged; make another one.") from problem
    return backup


def check_revision(form: int, backup: Backup) -> None:
    """Reject a backup that a newer version has written."""
    if form != FORMAT or backup.revision not in revisions():
        raise BackupError(
            f"the backup was made by Kontor {backup.kontor} with schema {backup.revision}, and this version knows "
            f"schemas up to {revisions()[-1]}; update Kontor first."
        )


def check_agents(rows: Connection) -> None:
    """Reject a backup with a computer player that is not in the catalogue, such as one from a file."""
    seated = rows.scalars(select(SeatRow.agent).where(SeatRow.agent.is_not(None)).distinct())
    clocks = rows.scalars(select(TableRow.clock).where(TableRow.clock.is_not(None)))
    for agent in [*seated, *(clock.get("agent") for clock in clocks if isinstance(clock, dict))]:
        if agent is not None and not is_listed(str(agent)):
            raise BackupError(
                f"the backup names the computer player {agent!r}, which is not in the catalogue; "
                "it was not written by Kontor; make another backup."
            )


async def check_target(database: Database) -> None:
    """Reject a database that a newer version has created."""
    async with database.engine.connect() as connection:
        if await connection.run_sync(lambda plain: plain.dialect.has_table(plain, "alembic_version")):
            revision = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar()
            if revision not in (None, *revisions()):
                raise BackupError(
                    f"the database has schema {revision}, and this version knows schemas up to {revisions()[-1]}; "
                    "update Kontor first."
                )


@contextmanager
def migrated(source: Path, backup: Backup) -> Iterator[Engine]:
    """Open a backup with the present schema; an older one is migrated in a copy."""
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


async def replace(target: AsyncConnection, rows: Connection, force: bool, progress: Progress) -> None:
    """Replace the rows of all database tables and change the generation, while no node can write."""
    if target.dialect.name == "postgresql":
        await target.execute(text("LOCK TABLE lives IN ACCESS EXCLUSIVE MODE"))
    await check_empty(target, force)
    await target.execute(delete(LeaseRow))
    for table in reversed(backup_tables()):
        await target.execute(delete(table))
    done, counts = 0, {table: rows.scalar(select(func.count()).select_from(table)) or 0 for table in backup_tables()}
    for table in counts:
        for part in rows.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table)).mappings().partitions():
            await target.execute(insert(table), [dict(row) for row in part])
            done += len(part)
            progress(done, sum(counts.values()))
    await target.execute(update(GenerationRow).values(generation=new_id()))


async def check_empty(target: AsyncConnection, force: bool) -> None:
    """Reject a database with content, unless replacing it is forced."""
    accounts, tables = [
        await target.scalar(select(func.count()).select_from(row)) or 0 for row in (AccountRow, TableRow)
    ]
    if (accounts or tables) and not force:
        raise BackupError(
            f"the database holds {tables} tables and {accounts} accounts already; give --force to replace them."
        )
