"""What is said at tables, and the wishes to go back, in the database."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass

from sqlalchemy import Select, func, select
from sqlalchemy.exc import IntegrityError

from kontor.server.live.bus import MESSAGES, WISHES, Bus, Notice
from kontor.server.store.database import Database, Unavailable
from kontor.server.store.models import MessageRow, WishRow

ATTEMPTS = 10


@dataclass(frozen=True, slots=True)
class Message:
    """Something somebody said."""

    number: int
    name: str
    text: str
    at: int


class Messages:
    """Adds and finds what was said."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus

    async def add(self, table_id: str, account_id: str, name: str, text: str, at: int) -> Message:
        """Write down what somebody said under the next number."""
        for _ in range(ATTEMPTS):
            try:
                message = await self._add(table_id, account_id, name, text, at)
            except IntegrityError:
                continue
            await self.bus.publish(Notice(table_id, message.number, MESSAGES))
            return message
        raise Unavailable("a message found no free number")

    async def _add(self, table_id: str, account_id: str, name: str, text: str, at: int) -> Message:
        async with self.database.writing() as session:
            last = await session.scalar(last_number(table_id))
            message = Message((last or 0) + 1, name, text, at)
            session.add(MessageRow(table_id=table_id, account_id=account_id, **asdict(message)))
            await self.bus.publish_within(session, Notice(table_id, message.number, MESSAGES))
        return message

    async def last(self, table_id: str) -> int:
        """The number of the last message, 0 if nothing was said."""
        async with self.database.reading() as session:
            return await session.scalar(last_number(table_id)) or 0

    async def written(self, table_id: str, account_id: str, players: Collection[str]) -> tuple[int, int]:
        """Return how many messages an account has written at a table, and how many all who do not play there."""
        own = func.count().filter(MessageRow.account_id == account_id)
        others = func.count().filter(MessageRow.account_id.not_in(players))
        async with self.database.reading() as session:
            found = await session.execute(select(own, others).where(MessageRow.table_id == table_id))
            row = found.one()
            return row[0], row[1]

    async def after(self, table_id: str, number: int) -> list[Message]:
        """What was said after a number."""
        query = select(MessageRow).where(MessageRow.table_id == table_id, MessageRow.number > number)
        async with self.database.reading() as session:
            return [message_of(row) for row in await session.scalars(query.order_by(MessageRow.number))]

    async def lately(self, table_id: str, count: int) -> list[Message]:
        """The last messages, the newest last."""
        query = select(MessageRow).where(MessageRow.table_id == table_id).order_by(MessageRow.number.desc())
        async with self.database.reading() as session:
            return [message_of(row) for row in await session.scalars(query.limit(count))][::-1]


def last_number(table_id: str) -> Select[int]:
    """The question for the number of the last message."""
    return select(func.max(MessageRow.number)).where(MessageRow.table_id == table_id)


def message_of(row: MessageRow) -> Message:
    """A row as a message."""
    return Message(row.number, row.name, row.text, row.at)


class Wishes:
    """Who wants to go back from a number, and to which length of the line."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus

    async def add(self, table_id: str, number: int, seats: tuple[int, ...], length: int) -> None:
        """Write down that some seats want to go back."""
        async with self.database.writing() as session:
            for seat in seats:
                await session.merge(WishRow(table_id=table_id, number=number, seat=seat, length=length))
            await self.bus.publish_within(session, Notice(table_id, number, WISHES))
        await self.bus.publish(Notice(table_id, number, WISHES))

    async def at(self, table_id: str, number: int) -> dict[int, int]:
        """The length every seat wants to go back to."""
        query = select(WishRow).where(WishRow.table_id == table_id, WishRow.number == number)
        async with self.database.reading() as session:
            return {row.seat: row.length for row in await session.scalars(query)}
