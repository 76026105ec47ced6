"""The rows that every batch of entries writes: those of its entries, and what the row of its table repeats of them.

SQLite gets all rows of a group as one JSON text: a statement for every row would wait for the lock of the interpreter
once per row while the event loop is busy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from orjson import dumps
from sqlalchemy import Connection, bindparam, insert, update

from kontor.server.store.entries import EntryBatch
from kontor.server.store.models import EntryRow, TableRow

ENTRY_COLUMNS: Final = ("table_id", "number", "kind", "seat", "by", "words", "at", "length", "spent")
TABLE_COLUMNS: Final = ("number", "to_move", "ended_by", "moved_at", "summary")

INSERT_ENTRIES: Final = insert(EntryRow.__table__)  # type: ignore[arg-type]
UPDATE_TABLE: Final = (
    update(TableRow.__table__)  # type: ignore[arg-type]
    .where(TableRow.id == bindparam("table"))
    .values({name: bindparam(f"new_{name}") for name in TABLE_COLUMNS})
)


def parts(count: int, first: int = 0) -> list[str]:
    """Return the SQL of the first elements of a JSON array."""
    return [f"json_extract(row.value, '$[{n}]')" for n in range(first, first + count)]


SQLITE_INSERT: Final = (
    "INSERT INTO entries (" + ", ".join(f'"{name}"' for name in ENTRY_COLUMNS) + ") "
    f"SELECT {', '.join(parts(len(ENTRY_COLUMNS)))} FROM json_each(?) AS row"
)
SQLITE_UPDATE: Final = (
    f"UPDATE tables SET ({', '.join(TABLE_COLUMNS)}) = ({', '.join(parts(len(TABLE_COLUMNS), 1))}) "
    f"FROM json_each(?) AS row WHERE tables.id = {parts(1)[0]}"
)


def write_entries(connection: Connection, batches: Sequence[EntryBatch]) -> None:
    """Write the entries of batches, and update the rows of their tables."""
    entries, tables = entry_rows(batches), table_rows(batches)
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(SQLITE_INSERT, (dumps(entries).decode(),))
        connection.exec_driver_sql(SQLITE_UPDATE, (dumps(tables).decode(),))
        return
    names = ("table", *(f"new_{name}" for name in TABLE_COLUMNS))
    connection.execute(INSERT_ENTRIES, [dict(zip(ENTRY_COLUMNS, row, strict=True)) for row in entries])
    connection.execute(UPDATE_TABLE, [dict(zip(names, row, strict=True)) for row in tables])


def entry_rows(batches: Sequence[EntryBatch]) -> list[tuple[object, ...]]:
    """Return the values of the rows of all entries."""
    return [
        (batch.table_id, each.number, each.kind, each.seat, each.by, each.words, each.at, each.length, each.spent)
        for batch in batches
        for each in batch.entries
    ]


def table_rows(batches: Sequence[EntryBatch]) -> list[tuple[object, ...]]:
    """Return what the rows of tables store of their logs, each after the id of the table."""
    return [
        (batch.table_id, batch.number, batch.to_move, batch.ended_by, batch.entries[-1].at, batch.summary)
        for batch in batches
    ]
