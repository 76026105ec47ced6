"""Finds out whether the database can be written and is sound, at most so often whoever asks."""

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

from kontor.server.store.database import Database, Unavailable
from kontor.server.store.models import LifeRow

PROBE_SECONDS: Final = 1.0
CHECK_SECONDS: Final = 60.0
PATIENCE_SECONDS: Final = 4.0
LEAST_FREE: Final = 16_000_000  # bytes, of which a move needs some hundred


class Cached:
    """Keeps the answer to a costly question for some seconds, and asks it once for all who wait for it."""

    def __init__(self, ask: Callable[[], Awaitable[str | None]], seconds: float) -> None:
        self._ask = ask
        self._seconds = seconds
        self._task: asyncio.Future[str | None] | None = None
        self._asked = 0.0

    async def get(self) -> str | None:
        """Return the problem there is, or None; a question that is not answered in time is one."""
        is_old = self._task is not None and self._task.done() and time.monotonic() - self._asked > self._seconds
        if self._task is None or is_old:
            self._task, self._asked = asyncio.ensure_future(self._ask()), time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await asyncio.shield(self._task)
        except TimeoutError:
            return f"The database does not answer within {PATIENCE_SECONDS:g} seconds."


class Probe:
    """Tries whether the database works."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.writable = Cached(self._try_to_write, PROBE_SECONDS)
        self.sound = Cached(self._check, CHECK_SECONDS)

    async def _try_to_write(self) -> str | None:
        """Write something without meaning, which takes the same way to the disk as a move."""
        if self.database.embedded and shutil.disk_usage(self._file.parent).free < LEAST_FREE:
            return "The disk is full; make room."
        try:
            async with self.database.writing() as session:
                await session.execute(self._a_write())
        except Unavailable:
            return "The database does not answer or cannot be written; look whether it runs or its disk is full."
        return None

    def _a_write(self) -> Executable:
        """Return a statement that writes; SQLite writes no row that stays as it is, but a number nobody uses."""
        if self.database.embedded:
            return text(f"PRAGMA user_version = {time.time_ns() % 2**31}")
        return update(LifeRow).values(life=LifeRow.life)

    async def _check(self) -> str | None:
        """Let SQLite look through its file; another database looks after itself."""
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
