"""People with passwords, and games between them that are played to their end at once."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from kontor.server.store.entries import PLAYER
from kontor.server.store.models import RatingRow, ResultRow
from tests.server.live_server import Client, LiveServer

HANSA = {"game": "hansa", "players": 2}
PASSWORD = "seven merchants sail"


async def registered(server: LiveServer, name: str) -> Client:
    """Create an account with a password."""
    client = await server.sign_in(name)
    await client.ask("PUT", "/api/session/password", {"password": PASSWORD})
    return client


async def finish(server: LiveServer, table_id: str) -> None:
    """Play a game to its end."""
    match = await server.node.matches.get(table_id)
    while not match.over:
        move = match.game.suggest(match.timeline.position, match.number, "light")
        await server.node.play.make(match, match.number, move, PLAYER)


def seat_of(table: dict[str, Any], seat: int) -> str:
    """Return the address of a seat."""
    return f"/api/tables/{table['id']}/seats/{seat}"


async def seat_both(one: Client, other: Client, **options: Any) -> Any:
    """Open a table for two people, and let the second one join."""
    table = await one.open(HANSA, ["human", "open"], **options)
    await other.ask("POST", seat_of(table, 1), {"invitation": table["invitations"]["1"]})
    return table


async def rated_game(server: LiveServer, one: Client, other: Client, **options: Any) -> str:
    """Let two people play a rated game, and return its table."""
    table = await seat_both(one, other, rated=True, **options)
    await finish(server, table["id"])
    return str(table["id"])


async def rows_of(server: LiveServer, table_id: str) -> list[ResultRow]:
    """Return the results of a table."""
    async with server.node.database.reading() as session:
        query = select(ResultRow).where(ResultRow.table_id == table_id).order_by(ResultRow.seat)
        return list(await session.scalars(query))


async def stored_ratings(server: LiveServer) -> dict[tuple[str, str], tuple[float, float, int]]:
    """Return all ratings of a server by pool and account."""
    async with server.node.database.reading() as session:
        rows = list(await session.scalars(select(RatingRow)))
    return {(row.pool, row.account_id): (row.mu, row.sigma, row.games) for row in rows}
