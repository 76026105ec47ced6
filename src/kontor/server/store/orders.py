"""Standing orders and plans in the database, replaced only if nobody has changed them since they were read."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from sqlalchemy import Connection, CursorResult, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.errors import OrdersChanged
from kontor.server.store.database import Database
from kontor.server.store.models import OrdersRow, PlanRow
from kontor.server.store.order_book import Content, OrderBook, Plan, SeatKey

MOST_EMPTY: Final = 20_000  # seats that are remembered to have no orders


class Orders:
    """Finds and replaces the standing orders and the plans of seats.

    A process that alone uses its database remembers the seats without orders, which are nearly all, since every
    displacement asks for them.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self._empty: OrderedDict[SeatKey, OrderBook] = OrderedDict()
        self._changes = 0

    async def known_book(self, key: SeatKey) -> OrderBook:
        """Return the orders of a seat, without a query if it is known that there are none."""
        known = self._empty.get(key)
        if known is not None:
            return known
        changes = self._changes
        book = await self.book(key)
        if book.is_empty and not self.database.shared and changes == self._changes:
            self._empty[key] = book
            if len(self._empty) > MOST_EMPTY:
                self._empty.popitem(last=False)
        return book

    async def book(self, key: SeatKey) -> OrderBook:
        """Return the orders of a seat; those of an account that held the seat before do not exist."""
        async with self.database.reading() as session:
            row = await session.get(OrdersRow, (key.table_id, key.seat))
        if row is None:
            return OrderBook(key)
        if row.account_id != key.account_id:
            return OrderBook(key, row.version)
        content = row.content
        return OrderBook(
            key, row.version, row.suspended, row.number, content["default"], content["orders"], row.answered
        )

    async def replace_book(self, book: OrderBook) -> bool:
        """Write the orders of a seat as the version after that of the book; return False if it is not the last."""
        try:
            return await self._replace(OrdersRow, book.key, book.version, book_values(book))
        finally:
            self._changes += 1
            self._empty.pop(book.key, None)

    async def plan(self, key: SeatKey) -> Plan:
        """Return the plan of a seat; that of an account that held the seat before does not exist."""
        async with self.database.reading() as session:
            row = await session.get(PlanRow, (key.table_id, key.seat))
        if row is None:
            return Plan(key)
        return Plan(key, row.version, tuple(row.moves) if row.account_id == key.account_id else ())

    async def replace_plan(self, plan: Plan) -> bool:
        """Write the plan of a seat as the version after that of the plan; return False if it is not the last."""
        return await self._replace(PlanRow, plan.key, plan.version, {"moves": list(plan.moves)})

    async def _replace(
        self, model: type[OrdersRow] | type[PlanRow], key: SeatKey, version: int, values: Content
    ) -> bool:
        values = {**values, "account_id": key.account_id, "version": version + 1}
        try:
            async with self.database.writing() as session:
                if version == 0:
                    await session.execute(insert(model).values(table_id=key.table_id, seat=key.seat, **values))
                    return True
                same = (model.table_id == key.table_id, model.seat == key.seat, model.version == version)
                result = await session.execute(update(model).where(*same).values(**values))
                assert isinstance(result, CursorResult)
                return result.rowcount == 1
        except IntegrityError:
            return False


async def count_orders(session: AsyncSession, account_id: str, table_ids: list[str]) -> dict[str, int]:
    """Return how many orders an account has at each of some tables, in one query; suspended ones do not count."""
    query = select(OrdersRow.table_id, OrdersRow.content).where(
        OrdersRow.account_id == account_id, OrdersRow.table_id.in_(table_ids), OrdersRow.suspended.is_(False)
    )
    counts: dict[str, int] = {}
    for table_id, content in await session.execute(query):
        own = sum("used" not in order for order in content["orders"].values())
        found = own + (content["default"] is not None)
        counts[table_id] = counts.get(table_id, 0) + found
    return counts


def book_values(book: OrderBook) -> dict[str, object]:
    """Return the columns that hold the orders of a book."""
    content = {"default": book.default, "orders": dict(book.orders)}
    return {"suspended": book.suspended, "number": book.number, "content": content, "answered": book.answered}


def write_used(connection: Connection, book: OrderBook) -> None:
    """Write the orders that made moves, or raise OrdersChanged if they are no longer those that were read."""
    rows = update(OrdersRow).where(
        OrdersRow.table_id == book.key.table_id,
        OrdersRow.seat == book.key.seat,
        OrdersRow.account_id == book.key.account_id,
        OrdersRow.version == book.version,
    )
    written = connection.execute(rows.values(version=book.version + 1, **book_values(book)))
    if written.rowcount != 1:
        raise OrdersChanged(book.key.table_id)
