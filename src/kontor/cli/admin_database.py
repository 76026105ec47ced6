"""The database of a server that `kontor admin` reads and changes, while the server may be running."""

from __future__ import annotations

import asyncio
import getpass
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from kontor.cli.errors import InvalidInput
from kontor.cli.storage_options import read_settings

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncSession

    from kontor.server.service.administration import Administration
    from kontor.server.settings import Settings
    from kontor.server.store.models import AccountRow

MAX_ACTOR_LENGTH = 120
MAX_NAMED = 5

Result = TypeVar("Result")


def administer(
    data: Path | None, database: str | None, work: Callable[[Administration], Awaitable[Result]]
) -> Result:
    """Return the result of work on the database of a server; every failure is one sentence."""
    settings = read_settings(data, database)
    with administration_errors(settings):
        return asyncio.run(work_on(settings, work))


async def work_on(settings: Settings, work: Callable[[Administration], Awaitable[Result]]) -> Result:
    """Do work on a database with the schema of this version."""
    async with opened(settings) as administration:
        return await work(administration)


@contextmanager
def administration_errors(settings: Settings) -> Iterator[None]:
    """Turn what the server rejects, and failures of its database, into invalid input."""
    from kontor.server.errors import ApiError, DatabaseUnavailable, DatabaseUnusable
    from kontor.server.store.startup import explained

    try:
        with explained(settings.url):
            yield
    except ApiError as problem:
        raise InvalidInput(problem.sentence) from problem
    except DatabaseUnusable as problem:
        raise InvalidInput(str(problem)) from problem
    except DatabaseUnavailable as problem:
        raise InvalidInput("the database does not answer; check that it runs, and try again.") from problem


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Administration]:
    """Open a database that exists and has the schema of this version."""
    from kontor.server.bus.bus import LocalBus
    from kontor.server.bus.postgres_bus import PostgresBus
    from kontor.server.service.administration import Administration
    from kontor.server.store.database import Database

    check_exists(settings)
    database = Database(settings.url, settings.database_seconds)
    bus = LocalBus() if database.embedded else PostgresBus(settings.url, settings.database_seconds)
    try:
        await check_schema(database)
        yield Administration(database, bus)
    finally:
        await database.close()


def check_exists(settings: Settings) -> None:
    """Reject a folder without a database, which would be created otherwise."""
    file = settings.data / "kontor.sqlite"
    if settings.database is None and not file.is_file():
        raise InvalidInput(f"there is no database at {file}; name its folder with --data.")


async def check_schema(database: object) -> None:
    """Reject a database with another schema than that of this version."""
    from kontor.server.store.database import Database
    from kontor.server.store.migrations import revisions
    from kontor.server.store.startup import schema_of

    assert isinstance(database, Database)
    found = await schema_of(database)
    if found is None:
        raise InvalidInput("the database holds no tables of Kontor; check its address.")
    if found != revisions()[-1]:
        raise InvalidInput(
            f"the database has schema {found} and this version {revisions()[-1]}; "
            "use the version of Kontor that serves it, or start kontor serve of this version first."
        )


async def find_account(session: AsyncSession, text: str) -> AccountRow:
    """Return the account with an id or a name; several guests may have the same name, so these need the id."""
    from sqlalchemy import select

    from kontor.server.store.models import AccountRow

    present = AccountRow.deleted_at.is_(None)
    named = (AccountRow.id == text) | (AccountRow.login == text.casefold())
    found = list(await session.scalars(select(AccountRow).where(named, present)))
    if not found:
        query = select(AccountRow).where(AccountRow.name == text, present).order_by(AccountRow.created_at.desc())
        found = list(await session.scalars(query.limit(MAX_NAMED + 1)))
    if not found:
        raise InvalidInput(f"no account has the id or the name {text!r}; `kontor admin accounts` lists them.")
    if len(found) > 1:
        ids = ", ".join(row.id for row in found[:MAX_NAMED])
        raise InvalidInput(f"several accounts are named {text!r}; give one of the ids {ids}.")
    return found[0]


def actor() -> str:
    """Return how the audit log names the user of the command: the user of the system, and the machine."""
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = str(os.getuid()) if hasattr(os, "getuid") else "unknown"
    return f"{user}@{socket.gethostname()}"[:MAX_ACTOR_LENGTH]
