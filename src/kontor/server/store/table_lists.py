"""Lists of tables in the database: those of an account, and those that everybody finds; each is one query for rows.

A page ends with a cursor, which holds the values by which the list is sorted, so that a page costs the same wherever
it is and games that end or begin meanwhile neither repeat nor hide others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    String,
    bindparam,
    exists,
    func,
    literal,
    literal_column,
    select,
    tuple_,
    union,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.errors import Invalid
from kontor.server.store.models import AccountRow, BlockRow, RatingRow, SeatRow, TableRow
from kontor.server.store.rating_model import NEW, POINTS_PER_UNIT
from kontor.server.store.table_extras import has_vacations, vacations_of
from kontor.server.store.table_info import SeatInfo, TableSummary
from kontor.server.store.table_listing import is_watchable
from kontor.server.store.tables import seats_of

CURSOR: Final = re.compile(r"([0-9]{1,16})(?:\.([0-9]{1,2}))?\.([a-z0-9]{1,16})")
MAX_TIME: Final = 2**53
IS_LISTED: Final = TableRow.listing > literal_column("0")
"""The condition for listed tables: with a parameter, or with `ended_by`, the partial index would not be used."""


@dataclass(frozen=True, slots=True)
class Page:
    """Tables of a list, and the cursor of the next page if there is one."""

    rows: list[TableRow]
    next: str | None = None


@dataclass(frozen=True, slots=True)
class RunningGames:
    """Running games of an account, those that wait for it first, and how many there are in all."""

    rows: list[TableRow] = field(default_factory=list)
    waiting: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class TableFilter:
    """What the tables of a list have to be; None stands for anything.

    `rating` is a rating that the table has to admit; `near` is by how many points at most the rating of the host in
    the game may differ from that of the account that asks.
    """

    is_open: bool | None = None
    game: str | None = None
    edition: str | None = None
    board: str | None = None
    module: str | None = None
    pace: str | None = None
    rating: int | None = None
    near: int | None = None

    def conditions(self, account_id: str | None) -> list[ColumnElement[bool]]:
        """Return the conditions on the row of a table for an account that asks."""
        equal = {
            TableRow.game: self.game,
            TableRow.edition: self.edition,
            TableRow.board: self.board,
            TableRow.pace: self.pace,
        }
        found: list[ColumnElement[bool]] = [column == value for column, value in equal.items() if value is not None]
        if self.module is not None:
            found.append(TableRow.modules.contains(f" {self.module} ", autoescape=True))
        if self.rating is not None:
            found.append(func.coalesce(TableRow.rating_min, self.rating) <= self.rating)
            found.append(func.coalesce(TableRow.rating_max, self.rating) >= self.rating)
        if self.near is not None and account_id is not None:
            host = mu_of(TableRow.host.expression, AccountRow.private.is_(False))
            found.append(func.abs(host - mu_of(literal(account_id))) <= self.near / POINTS_PER_UNIT)
        return found


def mu_of(account_id: ColumnElement[str], *conditions: ColumnElement[bool]) -> ColumnElement[float]:
    """Return the mean rating of an account in the game of a table; without one, that of a beginner."""
    own = (RatingRow.account_id == account_id, RatingRow.pool == TableRow.game, AccountRow.id == RatingRow.account_id)
    found = select(RatingRow.mu).where(*own, *conditions).correlate(TableRow)
    return func.coalesce(found.scalar_subquery(), NEW.mu)


def unblocked(account_id: str) -> list[ColumnElement[bool]]:
    """Return the conditions that an account and the host or a player of a table have not blocked each other.

    The players are counted, because PostgreSQL makes a join with all seats of a condition that none exists.
    """
    met = union_all(
        select(BlockRow.blocked_id).where(BlockRow.account_id == account_id),
        select(BlockRow.account_id).where(BlockRow.blocked_id == account_id),
    ).subquery()
    people = select(met.c[0])
    playing = select(func.count()).where(SeatRow.table_id == TableRow.id, SeatRow.account_id.in_(people))
    return [TableRow.host.not_in(people), playing.correlate(TableRow).scalar_subquery() == 0]


ACCOUNT: Final = bindparam("account", type_=String)
BEFORE: Final = tuple_(bindparam("ended_before", type_=BigInteger), bindparam("id_before", type_=String))


def running_tables() -> Select[Any]:
    """Return the query for ids of the running tables an account plays at or hosts.

    `ended_at` alone decides: with a condition on `ended_by`, databases read all running tables.
    """
    held = select(SeatRow.table_id.label("id")).where(SeatRow.account_id == ACCOUNT, SeatRow.ended_at.is_(None))
    hosted = select(TableRow.id.label("id")).where(TableRow.host == ACCOUNT, TableRow.practice.is_(False))
    return select(union(held, hosted.where(TableRow.ended_at.is_(None))).subquery().c.id)


@cache
def running_query(limit: int) -> Select[Any]:
    """Return the query for running games; building it takes longer than running it, so it is built once.

    The tables are looked up one by one in subqueries: PostgreSQL expects many more of them than there are, and would
    read all tables for a join.
    """
    own = running_tables().subquery()
    to_move = select(TableRow.to_move).where(TableRow.id == own.c.id).correlate(own).scalar_subquery()
    decides = (SeatRow.table_id == own.c.id, SeatRow.seat == to_move, SeatRow.account_id == ACCOUNT)
    waits = select(func.count() > 0).where(*decides).correlate(own).scalar_subquery()
    moved_at = select(TableRow.moved_at).where(TableRow.id == own.c.id).correlate(own).scalar_subquery()
    found = select(own.c.id, waits.label("waits"), moved_at.label("moved_at"))
    part = found.subquery()
    ranked = select(
        part.c.id,
        part.c.waits,
        func.count().over().label("total"),
        func.count().filter(part.c.waits).over().label("waiting"),
    )
    first = ranked.order_by(part.c.waits.desc(), part.c.moved_at.desc()).limit(limit).subquery()
    return select(TableRow, first.c.waiting, first.c.total).join(first, first.c.id == TableRow.id)


@cache
def finished_query(limit: int) -> Select[Any]:
    """Return the query for the games of an account that ended before a moment, the last to end first."""
    held = select(SeatRow.table_id.label("id"), SeatRow.ended_at.label("at")).where(
        SeatRow.account_id == ACCOUNT, SeatRow.ended_at > 0, tuple_(SeatRow.ended_at, SeatRow.table_id) < BEFORE
    )
    held = held.distinct().order_by(SeatRow.ended_at.desc(), SeatRow.table_id.desc()).limit(limit)
    hosted = select(TableRow.id.label("id"), TableRow.ended_at.label("at")).where(
        TableRow.host == ACCOUNT, TableRow.practice.is_(False), TableRow.ended_at > 0
    )
    hosted = hosted.where(tuple_(TableRow.ended_at, TableRow.id) < BEFORE)
    hosted = hosted.order_by(TableRow.ended_at.desc(), TableRow.id.desc()).limit(limit)
    found = union(select(held.subquery()), select(hosted.subquery())).subquery()
    ids = select(found.c.id).order_by(found.c.at.desc(), found.c.id.desc()).limit(limit)
    return select(TableRow).where(TableRow.id.in_(ids)).order_by(TableRow.ended_at.desc(), TableRow.id.desc())


async def running_games(session: AsyncSession, account_id: str, limit: int) -> RunningGames:
    """Return the running games of an account, those that wait for it first, then the last moved."""
    rows = (await session.execute(running_query(limit), {"account": account_id})).all()
    return RunningGames([row[0] for row in rows], rows[0][1], rows[0][2]) if rows else RunningGames()


async def finished_games(session: AsyncSession, account_id: str, cursor: str | None, limit: int) -> Page:
    """Return finished games of an account, the last to end first."""
    ended_at, _, table_id = read_cursor(cursor)
    values = {"account": account_id, "ended_before": ended_at, "id_before": table_id}
    rows = list(await session.scalars(finished_query(limit + 1), values))
    return page_of(rows, limit, lambda row: f"{row.ended_at}.{row.id}")


async def listed_tables(
    session: AsyncSession, account_id: str | None, wanted: TableFilter, cursor: str | None, limit: int
) -> Page:
    """Return the public tables that are not over: those with open seats first, then the last moved.

    Tables of people whom the account has blocked, or who have blocked it, are left out.
    """
    moved_at, listing, table_id = read_cursor(cursor)
    order = tuple_(TableRow.listing, TableRow.moved_at, TableRow.id)
    query = select(TableRow).where(IS_LISTED, *wanted.conditions(account_id))
    if account_id is not None:
        query = query.where(*unblocked(account_id))
    if wanted.is_open is not None:
        query = query.where(TableRow.listing == 1 + wanted.is_open)
    if cursor is not None:
        query = query.where(order < tuple_(literal(listing), literal(moved_at, BigInteger), literal(table_id)))
    query = query.order_by(TableRow.listing.desc(), TableRow.moved_at.desc(), TableRow.id.desc())
    rows = list(await session.scalars(query.limit(limit + 1)))
    return page_of(rows, limit, lambda row: f"{row.moved_at}.{row.listing}.{row.id}")


async def public_tables(session: AsyncSession, before: int, limit: int) -> Page:
    """Return the public tables, running and over, the last moved first."""
    query = select(TableRow).where(TableRow.public.is_(True), is_watchable(), TableRow.moved_at < before)
    return Page(list(await session.scalars(query.order_by(TableRow.moved_at.desc()).limit(limit))))


async def own_tables(session: AsyncSession, account_id: str, before: int, limit: int) -> Page:
    """Return the tables that an account plays at or hosts, running and over, the last moved first."""
    held = select(SeatRow.table_id).where(SeatRow.account_id == account_id)
    own = (TableRow.host == account_id) | TableRow.id.in_(held)
    query = select(TableRow).where(own, TableRow.practice.is_(False), TableRow.moved_at < before)
    return Page(list(await session.scalars(query.order_by(TableRow.moved_at.desc()).limit(limit))))


async def group_tables(session: AsyncSession, group_id: str, limit: int) -> Page:
    """Return the running tables of a group, the last moved first."""
    query = select(TableRow).where(TableRow.group_id == group_id, TableRow.ended_by.is_(None))
    return Page(list(await session.scalars(query.order_by(TableRow.moved_at.desc()).limit(limit))))


async def tables_by_id(session: AsyncSession, account_id: str, table_ids: Sequence[str]) -> list[TableRow]:
    """Return those of some tables that an account plays at or hosts."""
    holds = exists().where(SeatRow.table_id == TableRow.id, SeatRow.account_id == account_id)
    query = select(TableRow).where(TableRow.id.in_(table_ids), (TableRow.host == account_id) | holds)
    return list(await session.scalars(query.where(TableRow.practice.is_(False))))


async def running_ids(session: AsyncSession, account_id: str, limit: int) -> set[str]:
    """Return the ids of the running games of an account."""
    return set(await session.scalars(running_tables().limit(limit), {"account": account_id}))


async def with_seats(session: AsyncSession, rows: Sequence[TableRow]) -> list[TableSummary]:
    """Return tables with their seats and the vacations that stop their clocks, in two queries."""
    seats = await seats_of(session, [row.id for row in rows])
    deciders = {row.id: decider_of(row, seats[row.id]) for row in rows}
    since = min((row.begun_at or row.created_at for row in rows), default=0)
    vacations = await vacations_of(session, [each for each in deciders.values() if each is not None], since)
    return [TableSummary(row, seats[row.id], vacations.get(deciders[row.id] or "", ())) for row in rows]


def decider_of(row: TableRow, seats: Sequence[SeatInfo]) -> str | None:
    """Return the account that a table waits for, if vacations stop its clock."""
    runs = row.ended_by is None and row.to_move is not None and has_vacations(row)
    return seats[row.to_move].account_id if runs and row.to_move is not None else None


def page_of(rows: list[TableRow], limit: int, cursor: Any) -> Page:
    """Return a page of at most a limit of rows, with a cursor if there are more."""
    return Page(rows[:limit], cursor(rows[limit - 1]) if len(rows) > limit else None)


def read_cursor(cursor: str | None) -> tuple[int, int, str]:
    """Return the time, the listing and the id at which a page begins; without a cursor it is the first page."""
    if cursor is None:
        return MAX_TIME, 0, ""
    found = CURSOR.fullmatch(cursor)
    if found is None or int(found[1]) > MAX_TIME:
        raise Invalid("The cursor has to be the 'next' of an earlier page of this list.")
    return int(found[1]), int(found[2] or 0), found[3]
