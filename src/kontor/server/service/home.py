"""The home page of an account, and lists of tables: the number of queries does not depend on their sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.service.daily_puzzle import daily_json
from kontor.server.service.invitations import invitations_json
from kontor.server.service.listed_tables import Host, TableListing
from kontor.server.service.people import people_by_id
from kontor.server.service.ratings import all_ratings_of
from kontor.server.service.stored_summaries import StoredSummaries
from kontor.server.store.account_invitations import invitations_of
from kontor.server.store.database import Database
from kontor.server.store.models import TableRow
from kontor.server.store.orders import count_orders
from kontor.server.store.rating_model import pool_of
from kontor.server.store.table_info import TableSummary
from kontor.server.store.table_lists import (
    Page,
    TableFilter,
    finished_games,
    group_tables,
    listed_tables,
    own_tables,
    public_tables,
    running_games,
    tables_by_id,
    with_seats,
)

MOST_RUNNING: Final = 60
PAGE: Final = 8


class HomeService:
    """Reads what the home page shows."""

    def __init__(self, database: Database, listing: TableListing, summaries: StoredSummaries) -> None:
        self.database = database
        self.listing = listing
        self.summaries = summaries

    async def home(self, account_id: str) -> dict[str, Any]:
        """Return the home page of an account: eleven queries, and one for vacations if they stop a clock."""
        async with self.database.reading() as session:
            running = await running_games(session, account_id, MOST_RUNNING)
            finished = await finished_games(session, account_id, None, PAGE)
            listed = await listed_tables(session, account_id, TableFilter(), None, PAGE)
            tables = await with_seats(session, [*running.rows, *finished.rows, *listed.rows])
            hosts = await hosts_of(session, listed.rows, account_id)
            daily = await daily_json(session, account_id)
            invitations = await invitations_json(session, await invitations_of(session, account_id), account_id)
            orders = await count_orders(session, account_id, [row.id for row in running.rows])
        self.summaries.fill([table.row for table in tables])
        own, rest = tables[: len(running.rows)], tables[len(running.rows) :]
        over, others = rest[: len(finished.rows)], rest[len(finished.rows) :]
        return {
            "running": self.running_json(own, account_id, orders),
            "waiting": running.waiting,
            "total": running.total,
            "finished": {
                "tables": [self.listing.table_json(table, account_id) for table in over],
                "next": finished.next,
            },
            "open": {
                "tables": [self.listing.table_json(table, account_id, hosts[table.row.id]) for table in others],
                "next": listed.next,
            },
            "invitations": invitations,
            "daily": daily,
        }

    def running_json(
        self, tables: list[TableSummary], account_id: str, orders: Mapping[str, int]
    ) -> list[dict[str, Any]]:
        """Return running games: those that wait for the account first, and those with the least time left first."""
        return sorted(self.own_json(tables, account_id, orders), key=urgency)

    def own_json(
        self, tables: list[TableSummary], account_id: str, orders: Mapping[str, int]
    ) -> list[dict[str, Any]]:
        """Return games of an account with the number of its standing orders."""
        return [
            {**self.listing.table_json(table, account_id), "orders": orders.get(table.row.id, 0)} for table in tables
        ]

    async def of_group(self, account_id: str, group_id: str, limit: int) -> dict[str, Any]:
        """Return the running tables of a group, the last moved first."""
        async with self.database.reading() as session:
            return await self._page_json(session, await group_tables(session, group_id, limit), account_id)

    async def own(self, account_id: str, before: int, limit: int) -> dict[str, Any]:
        """Return the tables of an account, the last moved first."""
        async with self.database.reading() as session:
            return await self._page_json(session, await own_tables(session, account_id, before, limit), account_id)

    async def public(self, account_id: str | None, before: int, limit: int) -> dict[str, Any]:
        """Return the public tables, the last moved first."""
        async with self.database.reading() as session:
            return await self._page_json(session, await public_tables(session, before, limit), account_id)

    async def finished(self, account_id: str, cursor: str | None, limit: int) -> dict[str, Any]:
        """Return a page of the finished games of an account, the last to end first."""
        async with self.database.reading() as session:
            return await self._page_json(
                session, await finished_games(session, account_id, cursor, limit), account_id
            )

    async def listed(
        self, account_id: str | None, wanted: TableFilter, cursor: str | None, limit: int
    ) -> dict[str, Any]:
        """Return a page of the public tables that are not over, those with open seats first."""
        async with self.database.reading() as session:
            page = await listed_tables(session, account_id, wanted, cursor, limit)
            return await self._page_json(session, page, account_id)

    async def _page_json(self, session: AsyncSession, page: Page, account_id: str | None) -> dict[str, Any]:
        """Return a page with the seats and the hosts of its tables."""
        tables = await with_seats(session, page.rows)
        hosts = await hosts_of(session, page.rows, account_id)
        self.summaries.fill(page.rows)
        found = [self.listing.table_json(table, account_id, hosts[table.row.id]) for table in tables]
        return {"tables": found, "next": page.next}

    async def invitations(self, account_id: str) -> list[dict[str, Any]]:
        """Return the invitations that an account can accept."""
        async with self.database.reading() as session:
            return await invitations_json(session, await invitations_of(session, account_id), account_id)

    async def games(self, account_id: str, table_ids: list[str]) -> list[dict[str, Any]]:
        """Return those of some tables that belong to an account, as its home page shows them."""
        async with self.database.reading() as session:
            rows: list[TableRow] = await tables_by_id(session, account_id, table_ids)
            tables = await with_seats(session, rows)
            orders = await count_orders(session, account_id, [row.id for row in rows])
        self.summaries.fill(rows)
        return self.own_json(tables, account_id, orders)


async def hosts_of(session: AsyncSession, rows: Sequence[TableRow], account_id: str | None) -> dict[str, Host]:
    """Return the hosts of some tables with their ratings in these games, with two queries."""
    ids = {row.host for row in rows}
    people = await people_by_id(session, ids)
    ratings = await all_ratings_of(session, ids, account_id)
    return {
        row.id: Host(people[row.host], ratings.get((row.host, pool_of(row.setup["game"], row.setup["players"]))))
        for row in rows
    }


def urgency(table: dict[str, Any]) -> tuple[bool, bool, int]:
    """Return the key by which running games are sorted: own turn, least time left, last moved."""
    left = table["time_left"]
    return (not table["your_turn"], left is None, left if left is not None else -table["moved_at"])
