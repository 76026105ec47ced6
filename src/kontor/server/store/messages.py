"""Chat messages in the database."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass

from sqlalchemy import Select, func, select
from sqlalchemy.exc import IntegrityError

from kontor.server.bus.bus import MESSAGES, Bus, Notice
from kontor.server.errors import DatabaseUnavailable
from kontor.server.store.accounts import lock_account
from kontor.server.store.database import Database
from kontor.server.store.models import MessageRow

MAX_ATTEMPTS = 10


@dataclass(frozen=True, slots=True)
class Message:
    """A chat message of a table."""

    number: int
    account_id: str
    name: str
    text: str
    at: int


class Messages:
    """Adds and finds chat messages."""

    def __init__(self, database: Database, bus: Bus) -> None:
        self.database = database
        self.bus = bus

    async def add(self, table_id: str, account_id: str, name: str, text: str, at: int) -> Message:
        """Add a message under the next number of the table."""
        for _ in range(MAX_ATTEMPTS):
            try:
                message = await self._add(table_id, account_id, name, text, at)
            except IntegrityError:
                continue
            await self.bus.publish(Notice(table_id, message.number, MESSAGES))
            return message
        raise DatabaseUnavailable("no free number for a message was found")

    async def _add(self, table_id: str, account_id: str, name: str, text: str, at: int) -> Message:
        async with self.database.writing() as session:
            await lock_account(session, account_id)
            last = await session.scalar(last_number(table_id))
            message = Message((last or 0) + 1, account_id, name, text, at)
            session.add(MessageRow(table_id=table_id, **asdict(message)))
            await self.bus.publish_within(session, Notice(table_id, message.number, MESSAGES))
        return message

    async def last(self, table_id: str) -> int:
        """Return the number of the last message, 0 without messages."""
        async with self.database.reading() as session:
            return await session.scalar(last_number(table_id)) or 0

    async def count_by(self, table_id: str, account_id: str, players: Collection[str]) -> tuple[int, int]:
        """Return how many messages an account has written at a table, and how many all spectators together."""
        own = func.count().filter(MessageRow.account_id == account_id)
        others = func.count().filter(MessageRow.account_id.not_in(players))
        async with self.database.reading() as session:
            found = await session.execute(select(own, others).where(MessageRow.table_id == table_id))
            row = found.one()
            return row[0], row[1]

    async def after(self, table_id: str, number: int) -> list[Message]:
        """Return the messages after a number."""
        query = select(MessageRow).where(MessageRow.table_id == table_id, MessageRow.number > number)
        async with self.database.reading() as session:
            return [message_of(row) for row in await session.scalars(query.order_by(MessageRow.number))]

    async def latest(self, table_id: str, count: int) -> list[Message]:
        """Return the last messages, the newest last."""
        query = select(MessageRow).where(MessageRow.table_id == table_id).order_by(MessageRow.number.desc())
        async with self.database.reading() as session:
            return [message_of(row) for row in await session.scalars(query.limit(count))][::-1]


def last_number(table_id: str) -> Select[int]:
    """Return the query for the number of the last message."""
    return select(func.max(MessageRow.number)).where(MessageRow.table_id == table_id)


def message_of(row: MessageRow) -> Message:
    """Return a row as a message."""
    return Message(row.number, row.account_id, row.name, row.text, row.at)
