"""Operators and accounts with a password, for tests of the administration."""

from sqlalchemy import update

from kontor.server.bus.bus import ACCOUNTS, Notice
from kontor.server.clock import now
from kontor.server.store.models import AccountRow
from tests.server.live_server import Client, LiveServer

PASSWORD = "correct horse"
DAY = 86_400_000


async def account(server: LiveServer, name: str) -> Client:
    """Return the client of a new account with a password."""
    client = await server.sign_in(name)
    await client.ask("PUT", "/api/session/password", {"password": PASSWORD})
    return client


async def operator(server: LiveServer, name: str = "Hugo") -> Client:
    """Return the client of a new operator, who needs no password here, since hashing one takes long."""
    client = await server.sign_in(name)
    async with server.node.database.writing() as session:
        await session.execute(update(AccountRow).where(AccountRow.id == client.id).values(role="operator"))
    await server.node.bus.publish(Notice(client.id, about=ACCOUNTS))
    return client


def tomorrow() -> int:
    """Return the moment in a day."""
    return now() + DAY
