"""Finds the accounts of sessions in PostgreSQL; requests that arrive together are answered by one query."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Final

from kontor.server.errors import DatabaseUnavailable
from kontor.server.store.prepared_statement import PreparedStatement

FIND: Final = """
SELECT sessions.key, sessions.used_at, accounts.id, accounts.name, accounts.password, accounts.is_bot, accounts.role,
    accounts.suspended_until, accounts.suspended_reason, accounts.deleted_at
FROM sessions JOIN accounts ON accounts.id = sessions.account_id
WHERE sessions.key = ANY($1::text[]) AND sessions.expires_at > $2
"""
MOST_KEYS: Final = 500

Waiting = tuple[str, int, asyncio.Future[Any]]
"""The key of a session, the moment at which it is asked for, and where the answer goes."""


class SessionLookup:
    """Reads sessions, while one query runs collecting the keys for the next one."""

    def __init__(self, url: str, seconds: float) -> None:
        self._statement = PreparedStatement(url, seconds, FIND)
        self._waiting: list[Waiting] = []
        self._reading: asyncio.Task[None] | None = None

    async def find(self, key: str, now: int) -> tuple[Any, int] | None:
        """Return the account of a session that has not expired, and the hour of its last use.

        Whatever was committed before this call is seen, since a query that runs already is not waited for.
        """
        found: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((key, now, found))
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read_waiting())
        row = await found
        return None if row is None else (SimpleNamespace(**row), row["used_at"])

    async def close(self) -> None:
        """Close the connection."""
        await self._statement.close()

    async def _read_waiting(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:MOST_KEYS], self._waiting[MOST_KEYS:]
            keys, moment = [key for key, _, _ in group], max(now for _, now, _ in group)
            try:
                rows = {row["key"]: row for row in await self._read(keys, moment)}
            except Exception as problem:
                for _, _, found in group:
                    if not found.done():
                        found.set_exception(problem)
            else:
                for key, _, found in group:
                    if not found.done():
                        found.set_result(rows.get(key))

    async def _read(self, keys: list[str], now: int) -> Sequence[Any]:
        try:
            return await self._statement.fetch(keys, now)
        except DatabaseUnavailable:
            return await self._statement.fetch(keys, now)  # on a new connection
