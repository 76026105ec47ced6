"""Tables and seats in the database."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from kontor.server.live.bus import SEATS, Bus, Notice
from kontor.server.store.database import Database
from kontor.server.store.models import InvitationRow, SeatRow, TableRow, WatcherRow

HUMAN: Final = "human"
OPEN: Final = "open"
AGENT: Final = "agent"
LEFT: Final = "left"  # how practice ends that is not played to its end

Also = Callable[[AsyncSession], Awaitable[None]]
"""Something that is done in the same transaction."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of a table and who sits on it; `former_id` is the account that left it while the game was played."""

    seat: int
    kind: str
    account_id: str | None = None
    name: str | None = None
    agent: str | None = None
    former_id: str | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """What is written about a table beside its log."""

    id: str
    host: str
    title: str
    setup: dict[str, Any]
    start: dict[str, Any] | None
    revision: int
    public: bool
    undo: str
    clock: dict[str, Any] | None
    begun_at: int | None
    created_at: int
    chairs: tuple[Chair, ...]
    hints: bool = False
    practice: bool = False
    version: int = 0
    watchers: frozenset[str] = field(default_factory=frozenset)

    def held_by(self, account_id: str | None) -> tuple[int, ...]:
        """The seats an account holds."""
        return tuple(chair.seat for chair in self.chairs if account_id and chair.account_id == account_id)

    @property
    def has_people(self) -> bool:
        """Whether a person holds a seat."""
        return any(chair.kind == HUMAN for chair in self.chairs)

    @property
    def gives_hints(self) -> bool:
        """Whether players may ask for hints: where one person plays with computers, else as the host wanted it."""
        people = {chair.account_id for chair in self.chairs if chair.kind != AGENT}
        return self.hints or (len(people) == 1 and None not in people)

    def may_watch(self, account_id: str | None) -> bool:
        """Whether an account, or nobody in particular, may see the table."""
        known = account_id is not None and (account_id == self.host or account_id in self.watchers)
        played = account_id is not None and any(chair.former_id == account_id for chair in self.chairs)
        return self.public or known or played or bool(self.held_by(account_id))


@dataclass(frozen=True, slots=True)
class Summary:
    """A table as it stands in a list."""

    row: TableRow
    chairs: tuple[Chair, ...]


class Tables:
    """Finds, adds and changes tables."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus

    async def add(self, session: AsyncSession, card: Card) -> None:
        """Add a table and its seats."""
        row = {name: getattr(card, name) for name in Card.__slots__ if name not in ("chairs", "watchers")}
        session.add(TableRow(**row, number=0, to_move=None, ended_by=None, moved_at=card.created_at))
        await session.flush()
        session.add_all([seat_row(card.id, chair) for chair in card.chairs])
        await session.flush()

    async def find(self, table_id: str) -> Card | None:
        """The card of a table."""
        async with self.database.reading() as session:
            row = await session.get(TableRow, table_id)
            if row is None:
                return None
            chairs = (await chairs_of(session, [table_id]))[table_id]
            watchers = await session.scalars(select(WatcherRow.account_id).where(WatcherRow.table_id == table_id))
            return card_of(row, chairs, frozenset(watchers))

    async def marks(self, table_id: str) -> tuple[int, int] | None:
        """The number and the version of a table, by which a node sees whether it is up to date."""
        query = select(TableRow.number, TableRow.version).where(TableRow.id == table_id)
        async with self.database.reading() as session:
            row = (await session.execute(query)).one_or_none()
            return (row[0], row[1]) if row else None

    async def count(self) -> tuple[int, int]:
        """How many tables are being played at, and how many games are over."""
        parts = (
            func.count().filter(TableRow.ended_by.is_(None)),
            func.count().filter(TableRow.ended_by.is_not(None)),
        )
        async with self.database.reading() as session:
            row = (await session.execute(select(*parts).select_from(TableRow))).one()
            return row[0], row[1]

    async def running_of(self, account_id: str) -> int:
        """How many tables of a host are not over."""
        query = select(func.count()).where(TableRow.host == account_id, TableRow.ended_by.is_(None))
        async with self.database.reading() as session:
            return await session.scalar(query) or 0

    async def computer_tables_of(self, account_id: str) -> int:
        """Return how many tables of a host are not over and have only computers at them."""
        running = (TableRow.host == account_id, TableRow.ended_by.is_(None), ~has_seat(HUMAN, OPEN))
        async with self.database.reading() as session:
            return await session.scalar(select(func.count()).where(*running)) or 0

    async def end_practice(self, session: AsyncSession, account_id: str) -> None:
        """End what a host practised at until now."""
        theirs = (TableRow.host == account_id, TableRow.practice.is_(True), TableRow.ended_by.is_(None))
        await session.execute(update(TableRow).where(*theirs).values(ended_by=LEFT))

    async def mine(self, account_id: str, before: int, limit: int) -> list[Summary]:
        """The tables an account plays at or has opened, the last moved first."""
        held = select(SeatRow.table_id).where(SeatRow.account_id == account_id)
        theirs = or_(TableRow.host == account_id, TableRow.id.in_(held))
        return await self._listed(and_(theirs, TableRow.practice.is_(False)), before, limit)

    async def public(self, before: int, limit: int) -> list[Summary]:
        """The tables that are open to everybody, the last moved first."""
        return await self._listed(TableRow.public.is_(True), before, limit)

    async def _listed(self, which: ColumnElement[bool], before: int, limit: int) -> list[Summary]:
        query = select(TableRow).where(which, TableRow.moved_at < before)
        async with self.database.reading() as session:
            rows = list(await session.scalars(query.order_by(TableRow.moved_at.desc()).limit(limit)))
            chairs = await chairs_of(session, [row.id for row in rows])
            return [Summary(row, chairs[row.id]) for row in rows]

    async def unattended(self) -> list[str]:
        """Tables on which an agent or a clock has something to do: with people first, the hosts by turns."""
        awaited = (SeatRow.table_id == TableRow.id) & (SeatRow.seat == TableRow.to_move)
        due = or_(SeatRow.kind == AGENT, TableRow.clock.is_not(None))
        people = has_seat(HUMAN)
        turn = func.row_number().over(partition_by=(TableRow.host, people), order_by=TableRow.moved_at.desc())
        query = select(TableRow.id).join(SeatRow, awaited).where(TableRow.ended_by.is_(None), due)
        query = query.order_by(people.desc(), turn)
        async with self.database.reading() as session:
            return list(await session.scalars(query))

    async def seat(self, table_id: str, was: Chair, chair: Chair, begun_at: int | None, also: Also) -> bool:
        """Change who sits on a seat, and do something else in the same transaction; False if the seat was changed."""
        values = {name: getattr(chair, name) for name in ("kind", "account_id", "name", "agent", "former_id")}
        async with self.database.writing() as session:
            changed = await session.execute(update(SeatRow).where(same_chair(table_id, was)).values(**values))
            if not changed.rowcount:  # type: ignore[attr-defined]
                return False
            await self.touch(session, table_id, begun_at)
            await also(session)
        await self.bus.publish(Notice(table_id, about=SEATS))
        return True

    async def touch(self, session: AsyncSession, table_id: str, begun_at: int | None = None) -> None:
        """Say that the card of a table has changed."""
        values: dict[str, Any] = {"version": TableRow.version + 1}
        if begun_at is not None:
            values["begun_at"] = func.coalesce(TableRow.begun_at, begun_at)
        await session.execute(update(TableRow).where(TableRow.id == table_id).values(**values))
        await self.bus.publish_within(session, Notice(table_id, about=SEATS))

    async def invite(self, table_id: str, seat: int | None, key: str) -> None:
        """Replace the link to a seat, or to watch, by a new one."""
        async with self.database.writing() as session:
            await session.execute(delete(InvitationRow).where(same_place(table_id, seat)))
            session.add(InvitationRow(key=key, table_id=table_id, seat=seat))

    async def revoke(self, table_id: str, seat: int | None) -> bool:
        """Make the link to a seat, or to watch, worthless."""
        async with self.database.writing() as session:
            gone = await session.execute(delete(InvitationRow).where(same_place(table_id, seat)))
            return bool(gone.rowcount)  # type: ignore[attr-defined]

    async def invitation(self, key: str) -> tuple[str, int | None] | None:
        """The table and the seat a link leads to."""
        async with self.database.reading() as session:
            row = await session.get(InvitationRow, key)
            return (row.table_id, row.seat) if row else None

    async def admit(self, table_id: str, account_id: str) -> None:
        """Let an account watch a private table."""
        async with self.database.writing() as session:
            await session.merge(WatcherRow(table_id=table_id, account_id=account_id))
            await self.touch(session, table_id)
        await self.bus.publish(Notice(table_id, about=SEATS))


def same_chair(table_id: str, chair: Chair) -> ColumnElement[bool]:
    """The row of a seat, if it is as it was read."""
    place = (SeatRow.table_id == table_id) & (SeatRow.seat == chair.seat) & (SeatRow.kind == chair.kind)
    holder = SeatRow.account_id.is_not_distinct_from(chair.account_id)
    return place & holder & SeatRow.former_id.is_not_distinct_from(chair.former_id)


def has_seat(*kinds: str) -> ColumnElement[bool]:
    """Return the condition that a table has a seat of one of these kinds."""
    seats = aliased(SeatRow)
    return exists().where(seats.table_id == TableRow.id, seats.kind.in_(kinds))


def same_place(table_id: str, seat: int | None) -> ColumnElement[bool]:
    """Invitations to a seat of a table, or to watch it."""
    return (InvitationRow.table_id == table_id) & (
        InvitationRow.seat.is_(None) if seat is None else InvitationRow.seat == seat
    )


def seat_row(table_id: str, chair: Chair) -> SeatRow:
    """A chair as a row."""
    return SeatRow(
        table_id=table_id,
        seat=chair.seat,
        kind=chair.kind,
        account_id=chair.account_id,
        name=chair.name,
        agent=chair.agent,
        former_id=chair.former_id,
    )


async def chairs_of(session: AsyncSession, table_ids: Sequence[str]) -> dict[str, tuple[Chair, ...]]:
    """The chairs of some tables in the order of their seats."""
    query = select(SeatRow).where(SeatRow.table_id.in_(table_ids)).order_by(SeatRow.seat)
    chairs: dict[str, tuple[Chair, ...]] = dict.fromkeys(table_ids, ())
    for row in await session.scalars(query):
        chairs[row.table_id] += (Chair(row.seat, row.kind, row.account_id, row.name, row.agent, row.former_id),)
    return chairs


def card_of(row: TableRow, chairs: tuple[Chair, ...], watchers: frozenset[str]) -> Card:
    """A row as a card."""
    named = {name: getattr(row, name) for name in Card.__slots__ if name not in ("chairs", "watchers")}
    return Card(**named, chairs=chairs, watchers=watchers)
