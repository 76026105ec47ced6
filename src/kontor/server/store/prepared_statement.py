"""A prepared statement on a PostgreSQL connection of its own, for what every move needs."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any, Final

import asyncpg
from sqlalchemy.engine import make_url

from kontor.server.errors import DatabaseUnavailable

CLOSE_SECONDS: Final = 1.0
PLANNING: Final = {"jit": "off"}  # compiling a query takes longer than running it
CONNECTION_ERRORS: Final = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # raised for a statement on a connection that the server has just ended
    OSError,
    TimeoutError,
)


class PreparedStatement:
    """Runs one statement again and again, one call at a time; the connection is opened again after it was lost."""

    def __init__(self, url: str, seconds: float, statement: str) -> None:
        self._address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._seconds = seconds
        self._text = statement
        self._connection: Any = None
        self._statement: Any = None

    async def fetch(self, *arguments: object) -> Sequence[Any]:
        """Run the statement as one transaction, and return its rows.

        UniqueViolationError says that nothing was written; after DatabaseUnavailable this is not known.
        """
        try:
            async with asyncio.timeout(self._seconds):
                await self._connect()
                rows: Sequence[Any] = await self._statement.fetch(*arguments)
                return rows
        except asyncpg.UniqueViolationError:
            raise
        except CONNECTION_ERRORS as problem:
            self._drop()
            raise DatabaseUnavailable(f"{type(problem).__name__}: {problem}") from problem
        except BaseException:
            self._drop()  # the statement may still run
            raise

    async def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            with contextlib.suppress(Exception):
                await self._connection.close(timeout=CLOSE_SECONDS)

    async def _connect(self) -> None:
        if self._connection is None or self._connection.is_closed():
            self._connection = await asyncpg.connect(
                self._address, command_timeout=self._seconds, server_settings=PLANNING
            )
            self._statement = await self._connection.prepare(self._text)

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None
