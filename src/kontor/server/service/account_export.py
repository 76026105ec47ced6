"""The export of an account as one JSON file: all subjects, and the games with their records."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from typing import Any

from orjson import dumps

from kontor.server.errors import ApiError
from kontor.server.limits import CALLER
from kontor.server.service.export import EXPORTERS
from kontor.server.service.matches import Matches
from kontor.server.service.records import record_of
from kontor.server.service.viewers import viewer_of
from kontor.server.store.accounts import Account
from kontor.server.store.database import Database
from kontor.server.store.tables import Tables


class ExportService:
    """Writes the export of an account part by part, so that thousands of games need little memory."""

    def __init__(self, database: Database, tables: Tables, matches: Matches) -> None:
        self.database = database
        self.tables = tables
        self.matches = matches

    async def parts(self, account: Account) -> AsyncIterator[bytes]:
        """Yield a JSON object with one member for each subject, and the games last."""
        CALLER.set(None)  # an export has a limit of its own, and must not end in the middle
        yield b"{"
        for subject, exporter in EXPORTERS.items():
            async with self.database.reading() as session:
                content = await exporter(session, account.id)
            yield dumps(subject) + b": " + dumps(content) + b",\n"
        yield b'"games": ['
        separator = b"\n"
        for table_id in await self.tables.played_by(account.id):
            with contextlib.suppress(ApiError):  # a game of rules that this version does not know
                yield separator + dumps(await self._game(table_id, account))
                separator = b",\n"
        yield b"\n]}\n"

    async def _game(self, table_id: str, account: Account) -> dict[str, Any]:
        """Return a table with its record, without secrets of other seats while the game is played."""
        match = await self.matches.peek(table_id)
        table = match.table
        record = await record_of(self.matches.slicer, match, viewer_of(match, account, None))
        return {
            "id": table.id,
            "title": table.title,
            "created_at": table.created_at,
            "seats": table.held_by(account.id),
            "host": table.host == account.id,
            "record": record.json(),
        }
