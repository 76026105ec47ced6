"""The client library of a Kontor server: sign in, find tables, follow them and move, with or without asyncio.

with Client("http://127.0.0.1:8137") as client:
    client.sign_in("Rob", is_bot=True)
    table = client.create_table(NAME, ["human", "easy"])
    for update in table.follow():
        print(update.type, table.state)
"""

from kontor.client.async_client import AsyncClient, AsyncTable
from kontor.client.data import Account, Entry, Message, Seat, TableSummary, Token, Update
from kontor.client.errors import ApiError, ClientError, ConnectionFailed, RefusedMove, TableChanged
from kontor.client.sync_client import Client, Table

__all__ = [
    "Account",
    "ApiError",
    "AsyncClient",
    "AsyncTable",
    "Client",
    "ClientError",
    "ConnectionFailed",
    "Entry",
    "Message",
    "RefusedMove",
    "Seat",
    "Table",
    "TableChanged",
    "TableSummary",
    "Token",
    "Update",
]
