"""Both clients of the client library behind one interface, so that every test uses both."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from typing import Any

from kontor.client import AsyncClient, AsyncTable, Client, Table, Update

AnyClient = Client | AsyncClient
AnyTable = Table | AsyncTable
KINDS: list[type[AnyClient]] = [Client, AsyncClient]


async def do(function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """Call a method of either client: a coroutine here, anything else in a thread."""
    if inspect.iscoroutinefunction(function):
        return await function(*arguments, **options)
    return await asyncio.to_thread(function, *arguments, **options)


@asynccontextmanager
async def client_of(kind: type[AnyClient], address: str, token: str | None = None) -> AsyncIterator[AnyClient]:
    """Open a client."""
    client = kind(address, token)
    try:
        yield client
    finally:
        await do(client.close)


@asynccontextmanager
async def guest_of(kind: type[AnyClient], address: str, name: str) -> AsyncIterator[AnyClient]:
    """Open a client that is signed in as a new guest."""
    async with client_of(kind, address) as client:
        await do(client.sign_in, name)
        yield client


async def followed(table: AnyTable, **options: Any) -> AsyncGenerator[Update, None]:
    """Yield the updates of a table."""
    if isinstance(table, AsyncTable):
        async with aclosing(table.follow(**options)) as updates:
            async for update in updates:
                yield update
        return
    found = table.follow(**options)
    try:
        while (following := await asyncio.to_thread(next, found, None)) is not None:
            yield following
    finally:
        await asyncio.to_thread(found.close)


async def first(table: AnyTable, **options: Any) -> Update:
    """Return the first update with entries, and stop following."""
    async with aclosing(followed(table, **options)) as updates:
        async for update in updates:
            if update.type == "entries":
                return update
    raise AssertionError("the table has sent nothing")
