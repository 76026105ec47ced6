"""Audit of the database of a server, read directly, against the rules and against what players received."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import asyncpg

from kontor.core import registry
from kontor.core.game import Game
from kontor.kernel.seats import CHANCE, GAME_OVER
from tests.server.load_players import MADE, REFUSED, Attempt, KnownTable

TABLES = "SELECT id, setup, number, to_move FROM tables"
AGENT_SEATS = "SELECT table_id, seat FROM seats WHERE kind = 'agent'"
ENTRIES = 'SELECT table_id, number, kind, seat, "by", words, length, at FROM entries ORDER BY table_id, number'


@dataclass(frozen=True)
class Row:
    """An entry of a log."""

    number: int
    kind: str
    seat: int | None
    by: str
    words: str
    length: int | None
    at: int


@dataclass
class TableLog:
    """The log of a table, and the summary in its row."""

    setup: str
    number: int
    to_move: int | None
    computers: set[int] = field(default_factory=set)
    rows: list[Row] = field(default_factory=list)

    @property
    def awaits_computer(self) -> bool:
        """Whether a computer is to move."""
        return self.to_move in self.computers


TableLogs = Mapping[str, TableLog]


def read_sqlite(data: Path) -> TableLogs:
    """Read the logs from the folder of a server, all at one moment."""
    with closing(sqlite3.connect(data / "kontor.sqlite", isolation_level=None)) as connection:
        connection.execute("BEGIN")
        return table_logs_of(*(connection.execute(query).fetchall() for query in (TABLES, AGENT_SEATS, ENTRIES)))


def read_after_crash(data: Path) -> TableLogs:
    """Read the logs that a killed server has left, from a copy, so that SQLite repairs nothing."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("kontor.sqlite", "kontor.sqlite-wal"):
            if (data / name).exists():
                shutil.copy(data / name, folder)
        return read_sqlite(Path(folder))


async def read_postgres(url: str) -> TableLogs:
    """Read the logs from a shared database, all at one moment."""
    connection = await asyncpg.connect(url)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            return table_logs_of(*[await connection.fetch(query) for query in (TABLES, AGENT_SEATS, ENTRIES)])
    finally:
        await connection.close()


def table_logs_of(tables: Iterable[Any], seats: Iterable[Any], entries: Iterable[Any]) -> TableLogs:
    """Return the logs of some rows."""
    logs = {table: TableLog(setup, number, to_move) for table, setup, number, to_move in tables}
    for table, seat in seats:
        logs[table].computers.add(seat)
    for table, *fields in entries:
        logs[table].rows.append(Row(*fields))
    return logs


@cache
def game_of(setup: str) -> Game:
    """Return the game of a setup, created once."""
    return registry.game(json.loads(setup))


def audit(logs: TableLogs, tables: Sequence[KnownTable]) -> None:
    """Check that every log contains whole moves by the rules, all that players received, and only what they sent."""
    check_kept(logs, tables)
    check_sent(logs, tables)


def check_kept(logs: TableLogs, tables: Sequence[KnownTable]) -> None:
    """Check that every log contains whole moves by the rules, and all that players received."""
    for log in logs.values():
        check_rules(log)
    for table in tables:
        check_received(logs[table.id].rows, table)


def check_rules(log: TableLog) -> None:
    """Replay a log: no number is missing or repeated, and no move is without its chance moves."""
    game = game_of(log.setup)
    line = [game.start()]
    assert [row.number for row in log.rows] == list(range(1, log.number + 1))
    for row in log.rows:
        decider = game.to_move(line[-1])
        if row.kind == "undo":
            assert decider != CHANCE, "an undo between a move and its chances"
            del line[(row.length or 0) + 1 :]
        elif row.kind == "seat":
            assert decider != CHANCE, "a seat change between a move and its chances"
        else:
            assert (row.kind, row.seat) == (("chance", None) if decider == CHANCE else ("move", decider))
            line.append(line[-1][:])
            game.advance(line[-1], game.parse_move(row.words))
    decider = game.to_move(line[-1])
    assert decider != CHANCE, "a move without its chances"
    assert log.to_move == (None if decider == GAME_OVER else decider)


def check_received(rows: Sequence[Row], table: KnownTable) -> None:
    """Check that everything a player received is in the log as it was received."""
    assert len(rows) >= table.number, f"table {table.id} has lost {table.number - len(rows)} entries"
    for number, received in table.received.items():
        row = rows[number - 1]
        assert {**vars(row), "words": row.words or None} == {name: received[name] for name in vars(row)}
    for attempt in table.attempts:
        if attempt.outcome == MADE:
            assert is_result_of(rows[attempt.number], attempt), f"{attempt} is not {rows[attempt.number]}"


def check_sent(logs: TableLogs, tables: Sequence[KnownTable]) -> None:
    """Check that players have made no move that they did not send, or that was rejected."""
    for table in tables:
        sent: dict[int, list[Attempt]] = {}
        for attempt in table.attempts:
            if attempt.outcome != REFUSED:
                sent.setdefault(attempt.number + 1, []).append(attempt)
        for row in logs[table.id].rows:
            if row.by == "player":
                assert any(is_result_of(row, attempt) for attempt in sent.get(row.number, ())), f"nobody sent {row}"


def is_result_of(row: Row, attempt: Attempt) -> bool:
    """Return whether an entry is the result of an attempt."""
    return (row.by, row.words, row.length) == ("player", attempt.words, attempt.length)
