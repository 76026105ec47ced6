"""Checks whether the database can be written and is undamaged, with results cached for some seconds."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import Executable, make_url, text, update

from kontor.server.errors import DatabaseUnavailable
from kontor.server.store.database import Database
from kontor.server.store.models import GenerationRow

WRITE_CHECK_SECONDS: Final = 1.0
INTEGRITY_CHECK_SECONDS: Final = 60.0
TIMEOUT_SECONDS: Final = 4.0
MIN_FREE_BYTES: Final = 16_000_000  # a move needs some hundred


class CachedCheck:
    """Caches the result of a costly check for some seconds, and runs it once for all who wait for it."""

    def __init__(self, check: Callable[[], Awaitable[str | None]], seconds: float) -> None:
        self._check = check
        self._seconds = seconds
        self._task: asyncio.Future[str | None] | None = None
        self._started = 0.0

    async def get(self) -> str | None:
        """Return the problem that was found, or None; a check that takes too long is a problem too."""
        is_old = self._task is not None and self._task.done() and time.monotonic() - self._started > self._seconds
        if self._task is None or is_old:
            self._task, self._started = asyncio.ensure_future(self._check()), time.monotonic()
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                return await asyncio.shield(self._task)
        except TimeoutError:
            return f"The database does not answer within {TIMEOUT_SECONDS:g} seconds."


class DatabaseHealth:
    """Checks whether the database works."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.writable = CachedCheck(self._check_write, WRITE_CHECK_SECONDS)
        self.intact = CachedCheck(self._check_integrity, INTEGRITY_CHECK_SECONDS)

    async def _check_write(self) -> str | None:
        """Write a value without meaning, which reaches the disk as a move does."""
        if self.database.embedded and shutil.disk_usage(self._file.parent).free < MIN_FREE_BYTES:
            return "The disk is full; free some space."
        try:
            async with self.database.writing() as session:
                await session.execute(self._write_statement())
        except DatabaseUnavailable:
            return "The database does not answer or cannot be written; check whether it runs or its disk is full."
        return None

    def _write_statement(self) -> Executable:
        """Return a statement that writes; SQLite skips a row that stays the same, so an unused number is changed."""
        if self.database.embedded:
            return text(f"PRAGMA user_version = {time.time_ns() % 2**31}")
        return update(GenerationRow).values(generation=GenerationRow.generation)

    async def _check_integrity(self) -> str | None:
        """Check the file of an embedded database; a shared one is checked by its own server."""
        return await asyncio.to_thread(quick_check, self._file) if self.database.embedded else None

    @property
    def _file(self) -> Path:
        return Path(make_url(self.database.url).database or "")


def quick_check(file: Path) -> str | None:
    """Return what is wrong with a SQLite file, None if nothing is."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError:
        found = "unreadable"
    return None if found == "ok" else "The database is damaged; restore a backup."
