"""Opens the database of a server, or explains in one sentence why it cannot be opened."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import asyncpg
from alembic.util import CommandError
from sqlalchemy import make_url, text
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from kontor.server.errors import DatabaseUnusable
from kontor.server.logs import causes
from kontor.server.store.database import Database
from kontor.server.store.migrations import revisions

ACCESS_ERRORS = (asyncpg.InvalidPasswordError, asyncpg.InvalidAuthorizationSpecificationError)
LOCKED_SECONDS = 5.0
POSTGRES_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError)
DATABASE_ERRORS = (SQLAlchemyError, CommandError, sqlite3.Error, *POSTGRES_ERRORS, OSError, ImportError, ValueError)
REMEDIES = {
    "not a database": "it is not a SQLite database; move it away, or restore a backup",
    "malformed": "it is damaged; restore a backup",
    "readonly": "it cannot be written; give the user of the server write permission",
    "unable to open": "it cannot be opened; the folder and the file have to belong to the user of the server",
    "locked": "another program has locked it; end that program",
    "full": "the disk is full; free some space",
    "disk I/O error": "the disk cannot be read or written; check whether it is full or failing",
}


async def open_database(database: Database) -> None:
    """Run the missing migrations of a database, or reject one that cannot be used or has a newer schema."""
    with explained(database.url):
        await check_schema(database)
        await database.prepare()


async def check_schema(database: Database) -> None:
    """Reject a database whose schema this version does not know."""
    found = schema_of_file(database.url) if database.embedded else await schema_of(database)
    if found not in (None, *revisions()):
        raise DatabaseUnusable(
            f"the database has schema {found}, and this version knows schemas up to {revisions()[-1]}; "
            "install the newer Kontor again, or restore a backup that this version has made."
        )


def schema_of_file(url: str) -> str | None:
    """Return the schema revision of an embedded database that can be read and written, None for a new one.

    It is opened without aiosqlite, which leaves a thread behind when a file cannot be opened.
    """
    with closing(sqlite3.connect(make_url(url).database or "", LOCKED_SECONDS, isolation_level=None)) as file:
        file.execute("BEGIN IMMEDIATE")
        file.execute("ROLLBACK")
        if file.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone() is None:
            return None
        found = file.execute("SELECT version_num FROM alembic_version").fetchone()
    return None if found is None else str(found[0])


async def schema_of(database: Database) -> str | None:
    """Return the schema revision of a shared database, None for a new one."""
    async with database.engine.connect() as connection:
        if not await connection.run_sync(lambda plain: plain.dialect.has_table(plain, "alembic_version")):
            return None
        found: str | None = await connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


@contextmanager
def explained(url: str) -> Iterator[None]:
    """Turn every failure of a database into DatabaseUnusable with a sentence that does not contain its password."""
    try:
        yield
    except DATABASE_ERRORS as problem:
        raise DatabaseUnusable(sentence(url, problem)) from problem


def sentence(url: str, problem: BaseException) -> str:
    """Return a sentence on why a database cannot be used."""
    if isinstance(problem, ImportError | ArgumentError):
        return (
            "the setting database is not the URL of a supported database; write postgresql://USER:PASSWORD@HOST/NAME."
        )
    place = make_url(url)
    named = place.database if place.get_backend_name() == "sqlite" else place.render_as_string(hide_password=True)
    if isinstance(problem, OSError) and place.get_backend_name() == "sqlite":
        return f"the folder of {named} cannot be used: {problem.strerror}; choose another one with --data."
    return f"the database {named} cannot be used: {reason(problem)}."


def reason(problem: BaseException) -> str:
    """Return what is wrong and what helps, for the first cause that is known."""
    found = list(causes(problem))
    for cause in [*(getattr(cause, "orig", None) for cause in found), *found]:
        if isinstance(cause, sqlite3.Error):
            return next((remedy for word, remedy in REMEDIES.items() if word in str(cause)), str(cause))
        if any(isinstance(one, ACCESS_ERRORS) for one in (cause, getattr(cause, "__cause__", None))):
            return "it refuses the user or the password; correct them in the URL"
        if isinstance(cause, asyncpg.InvalidCatalogNameError):
            return "there is no such database on that server; create it"
        if isinstance(cause, TimeoutError):
            return "it does not answer in time; check that it runs and can be reached"
        if isinstance(cause, OSError):
            return f"it cannot be reached ({cause.strerror or type(cause).__name__}); check that it runs"
    return f"it fails with {type(found[-1]).__name__}; see its own log"
