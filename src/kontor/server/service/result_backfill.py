"""Results of games that ended before there were results, added by the server in small steps after its start."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial

import structlog
from sqlalchemy import Connection, Select, select, update
from sqlalchemy.exc import IntegrityError

from kontor.server.errors import DatabaseUnavailable
from kontor.server.logs import describe
from kontor.server.service.match import Match
from kontor.server.service.outcomes import outcome_of
from kontor.server.service.time_slicer import TimeSlicer
from kontor.server.store.entries import MOVE, RECORD, Outcome
from kontor.server.store.log import GameLog
from kontor.server.store.models import RatingLogRow, ResultRow, TableRow
from kontor.server.store.results import write_results
from kontor.server.store.table_info import CLOSED, LEFT
from kontor.server.store.tables import Tables
from kontor.server.tasks import stop_task

TABLES_AT_ONCE = 10
RETRY_SECONDS = 5.0

log = structlog.get_logger(__name__)


class ResultBackfill:
    """Adds results to old tables in the order of their ids; after a restart it continues where it was."""

    def __init__(self, tables: Tables, game_log: GameLog, slicer: TimeSlicer) -> None:
        self.tables = tables
        self.log = game_log
        self.slicer = slicer
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin in the background."""
        self._task = asyncio.create_task(self.run())

    async def stop(self) -> None:
        """Stop between two steps."""
        await stop_task(self._task)

    async def run(self) -> None:
        """Work until no table is left; a database that does not answer is tried again."""
        while True:
            try:
                if not await self._step():
                    return
            except (DatabaseUnavailable, IntegrityError) as problem:
                log.warning("results.backfill_interrupted", problem=describe(problem))
                await asyncio.sleep(RETRY_SECONDS)

    async def _step(self) -> bool:
        """Add the results of the next tables; return whether there may be more."""
        async with self.tables.database.reading() as session:
            after = await session.scalar(select(RatingLogRow.backfilled))
            if after is None:
                return False
            ids = list(await session.scalars(next_tables(after)))
        outcomes = {table_id: await self._outcome(table_id) for table_id in ids}
        found = {table_id: outcome for table_id, outcome in outcomes.items() if outcome is not None}
        async with self.tables.database.writing() as session:
            connection = await session.connection()
            await connection.run_sync(partial(write_missing, after=after, ids=ids, outcomes=found))
        return True

    async def _outcome(self, table_id: str) -> Outcome | None:
        """Replay a table; None if it cannot be replayed by this version, or was only read from a record."""
        table = await self.tables.find(table_id)
        entries = await self.log.read(table_id)
        if table is None or all(entry.kind != MOVE or entry.by == RECORD for entry in entries):
            return None
        try:
            match = Match(table)
            await self.slicer.run(map(match.apply, entries))
            return outcome_of(match.game, match.timeline.position, match.timeline.expired)
        except Exception as problem:
            log.warning("results.not_replayed", table=table_id, problem=describe(problem))
            return None


def next_tables(after: str) -> Select[str]:
    """Return the query for the next tables whose games have ended."""
    ended = (TableRow.ended_by.is_not(None), TableRow.ended_by.not_in([LEFT, CLOSED]), TableRow.practice.is_(False))
    return select(TableRow.id).where(TableRow.id > after, *ended).order_by(TableRow.id).limit(TABLES_AT_ONCE)


def write_missing(connection: Connection, after: str, ids: Sequence[str], outcomes: Mapping[str, Outcome]) -> None:
    """Write results unless another node has done so, and where to go on."""
    reached = ids[-1] if ids else None
    moved = connection.execute(
        update(RatingLogRow).where(RatingLogRow.backfilled == after).values(backfilled=reached)
    )
    if not moved.rowcount:
        return
    known = set(connection.scalars(select(ResultRow.table_id).where(ResultRow.table_id.in_(ids)).distinct()))
    for table_id, outcome in outcomes.items():
        if table_id not in known:
            write_results(connection, table_id, outcome)
