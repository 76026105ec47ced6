"""Writes the entries of many tables into PostgreSQL with one prepared statement, which is one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import asyncpg

from kontor.server.errors import DatabaseReplaced, LogConflict
from kontor.server.store.entries import EntryBatch
from kontor.server.store.prepared_statement import PreparedStatement

# A table is locked first, in the order of ids, and only if its seats are as this node knows them: other writers lock
# a table before they append to its log too. The notices go out if and only if the entries are written.
WRITE: Final = """
WITH database AS MATERIALIZED (
    SELECT $6::text IS NULL OR life = $6 AS is_same FROM (SELECT (SELECT life FROM lives) AS life) AS present
), locked AS MATERIALIZED (
    SELECT tables.id FROM tables
    JOIN unnest($1::text[], $2::int[]) AS known (id, version) USING (id)
    WHERE tables.version = coalesce(known.version, tables.version) AND (SELECT is_same FROM database)
    ORDER BY tables.id FOR NO KEY UPDATE OF tables
), written AS (
    INSERT INTO entries (table_id, number, kind, seat, "by", words, at, length, spent)
    SELECT * FROM unnest(
        $7::text[], $8::int[], $9::text[], $10::int[], $11::text[], $12::text[], $13::bigint[], $14::int[],
        $15::bigint[]
    ) AS entry (table_id) WHERE table_id IN (SELECT id FROM locked)
), updated AS (
    UPDATE tables SET number = batch.number, to_move = batch.to_move, moved_at = batch.at, summary = NULL
    FROM unnest($1::text[], $3::int[], $4::int[], $5::bigint[]) AS batch (id, number, to_move, at)
    WHERE tables.id = batch.id AND batch.id IN (SELECT id FROM locked)
), announced AS MATERIALIZED (
    SELECT id, pg_notify($17, notice) FROM locked
    JOIN unnest($1::text[], $16::text[]) AS sent (id, notice) USING (id)
)
SELECT database.is_same, announced.id FROM database LEFT JOIN announced ON true
"""


class PostgresWriter:
    """Writes one group of batches after another."""

    def __init__(self, url: str, seconds: float, channel: str) -> None:
        self._channel = channel
        self._statement = PreparedStatement(url, seconds, WRITE)

    async def write(
        self, batches: Sequence[EntryBatch], notices: Sequence[str], generation: str | None
    ) -> frozenset[str]:
        """Write batches of different tables, and return the tables that were as their batches say.

        The batches of other tables are not written. LogConflict says that nothing was, because a number is taken.
        """
        pairs = sorted(zip(batches, notices, strict=True), key=lambda pair: pair[0].table_id)
        try:
            rows = await self._statement.fetch(*arguments(pairs, generation), self._channel)
        except asyncpg.UniqueViolationError as problem:
            raise LogConflict(pairs[0][0].table_id) from problem
        if any(not row["is_same"] for row in rows):
            raise DatabaseReplaced("A backup was restored; the server restarts.")
        return frozenset(row["id"] for row in rows if row["id"] is not None)

    async def close(self) -> None:
        """Close the connection."""
        await self._statement.close()


def arguments(pairs: Sequence[tuple[EntryBatch, str]], generation: str | None) -> list[object]:
    """Return the arguments of the statement: columns of tables and of entries."""
    batches = [batch for batch, _ in pairs]
    entries = [(batch.table_id, entry) for batch in batches for entry in batch.entries]
    return [
        [batch.table_id for batch in batches],
        [batch.version for batch in batches],
        [batch.number for batch in batches],
        [batch.to_move for batch in batches],
        [batch.entries[-1].at for batch in batches],
        generation,
        [table_id for table_id, _ in entries],
        [entry.number for _, entry in entries],
        [entry.kind for _, entry in entries],
        [entry.seat for _, entry in entries],
        [entry.by for _, entry in entries],
        [entry.words for _, entry in entries],
        [entry.at for _, entry in entries],
        [entry.length for _, entry in entries],
        [entry.spent for _, entry in entries],
        [notice for _, notice in pairs],
    ]
