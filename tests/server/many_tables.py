"""A database with many tables, filled by bulk inserts, and the queries and times of requests to it."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from sqlalchemy import String, cast, event, insert, literal, select
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.node import Node
from kontor.server.service.games import game_of
from kontor.server.store.models import AccountRow, SeatRow, TableRow
from kontor.server.store.table_listing import RUNNING, SEATS_OPEN, UNLISTED, filter_values
from tests.server.live_server import Client

COUNTED: ContextVar[list[str] | None] = ContextVar("COUNTED", default=None)
START = 1_700_000_000_000
SETUPS = (
    {"game": "teutonica", "board": "hanse-4-5", "players": 4},
    {"game": "teutonica", "board": "britannia-4-5", "players": 4},
    {"game": "hansa", "players": 4},
)
TABLE_COLUMNS = TableRow.__table__.columns
SEAT_COLUMNS = SeatRow.__table__.columns


@dataclass(frozen=True)
class Kind:
    """A kind of table, and how many there are of it with every setup."""

    count: int
    own: bool = False
    over: bool = False
    is_open: bool = False

    def listing(self) -> int:
        """Return in which list others find the tables."""
        return UNLISTED if self.own or self.over else SEATS_OPEN if self.is_open else RUNNING


def summary() -> dict[str, Any]:
    """Return a summary of the usual size."""
    events = [{"event": "Placed", "seat": 1, "space": "osnabruck--munster.2", "kind": "t"}] * 2
    moves = [{"number": 94 + n, "seat": 1, "by": "player", "at": START, "events": events} for n in range(6)]
    known = {"turn": 41, "turn_at": START, "left": None, "moves_since": [0, 1, 2, 3], "moves": moves}
    return {**known, "scores": [9, 11, 7, 6], "winners": []}


def pattern(table_id: str, me: str, kind: Kind, setup: dict[str, Any]) -> tuple[TableRow, list[SeatRow]]:
    """Return a table of a kind, of which others are copies."""
    ended = START if kind.over else None
    table = TableRow(
        id=table_id,
        host=me if kind.own else "other1",
        title="",
        setup=setup,
        revision=1,
        public=not kind.own,
        undo="own",
        created_at=START,
        begun_at=START,
        number=100,
        to_move=None if kind.over else 1,
        ended_by="prestige" if kind.over else None,
        moved_at=START,
        ended_at=ended,
        listing=kind.listing(),
        summary=summary(),
        **filter_values(setup, None),
    )
    people = [me if kind.own else "other0", "other1", "other2", None if kind.is_open else "other3"]
    seats = [
        SeatRow(
            table_id=table_id, seat=n, kind="human" if person else "open", account_id=person, name="N", ended_at=ended
        )
        for n, person in enumerate(people)
    ]
    return table, seats


def copies(columns: Any, key: str, table_id: str, numbers: Any) -> Any:
    """Return a query for copies of the rows of a table, with ids and times of their own."""
    changed = {
        key: columns[key] + "n" + cast(numbers.c.n, String),
        **{name: columns[name] + numbers.c.n for name in ("moved_at", "ended_at") if name in columns},
    }
    shown = [changed.get(column.name, column).label(column.name) for column in columns]
    return select(*shown).join(numbers, numbers.c.n > 0).where(columns[key] == table_id)


async def fill(node: Node, me: str, tables: int = 10_000, finished: int = 2_000, running: int = 40) -> None:
    """Fill a database with finished and running games of an account, and with tables of others."""
    rest = (tables - finished - running) // 9
    kinds = [Kind(rest, is_open=True), Kind(rest), Kind(rest, over=True)]
    patterns = [(kind, dict(game_of(setup).setup)) for kind in kinds for setup in SETUPS]
    own = dict(game_of(SETUPS[0]).setup)
    patterns += [(Kind(finished, own=True, over=True), own), (Kind(running, own=True), own)]
    async with node.database.writing() as session:
        session.add_all([AccountRow(id=f"other{n}", name=f"Other {n}", created_at=0) for n in range(4)])
        await session.flush()
        for n, (kind, setup) in enumerate(patterns):
            table, seats = pattern(f"t{n}", me, kind, setup)
            session.add(table)
            await session.flush()
            session.add_all(seats)
            await session.flush()
            await copy_rows(session, table.id, kind.count - 1)
    async with node.database.engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        await connection.exec_driver_sql("ANALYZE")


async def copy_rows(session: AsyncSession, table_id: str, count: int) -> None:
    """Copy a table and its seats inside the database."""
    first = select(literal(1).label("n")).cte(recursive=True)
    numbers = first.union_all(select(first.c.n + 1).where(first.c.n < count))
    for model, columns, key in ((TableRow, TABLE_COLUMNS, "id"), (SeatRow, SEAT_COLUMNS, "table_id")):
        await session.execute(
            insert(model).from_select([column.name for column in columns], copies(columns, key, table_id, numbers))
        )


@contextmanager
def counted_queries(node: Node) -> Iterator[list[str]]:
    """Collect the queries of the present task; those of other tasks of the server, and transactions, do not count."""
    statements: list[str] = []
    token = COUNTED.set(statements)

    def note(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        if COUNTED.get() is statements and statement.startswith(("SELECT", "WITH")):
            statements.append(statement)

    event.listen(node.database.engine.sync_engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(node.database.engine.sync_engine, "before_cursor_execute", note)
        COUNTED.reset(token)


async def median_ms(
    client: Client, path: str, requests: int, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Return the median of the milliseconds that a request takes by a clock, and check that it gets a whole answer.

    By `time.process_time` it is the processor time of server and client.
    """
    times = []
    for _ in range(requests):
        began = clock()
        answer = await client.send("GET", path)
        times.append(1000 * (clock() - began))
        assert answer.status_code == 200, answer.text
        json.loads(answer.content)
    return statistics.median(times)
