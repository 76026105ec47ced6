"""What live channels, the WebSockets and the event stream, have in common."""

from __future__ import annotations

import asyncio
from typing import Annotated, Protocol

from fastapi import Query, WebSocketDisconnect
from starlette.requests import HTTPConnection

from kontor.server.authentication import check_signed_in, client_key
from kontor.server.bus.hub import STOPPED, Listener
from kontor.server.errors import LimitExceeded
from kontor.server.limits import TokenBuckets
from kontor.server.node import Node
from kontor.server.routes.dependencies import load_match
from kontor.server.schemas.fields import MAX_INTEGER
from kontor.server.service.account_feed import AccountFeed
from kontor.server.service.live_feed import ALL, LiveFeed
from kontor.server.service.live_updates import LiveUpdate
from kontor.server.store.accounts import Account

MESSAGES_AT_ONCE = 100  # messages a client may send before its connection is closed; none is needed
MESSAGES_PER_SECOND = 1.0
DISCONNECTED = (WebSocketDisconnect, RuntimeError, OSError)

Number = Annotated[int | None, Query(ge=0, le=MAX_INTEGER)]


Feed = LiveFeed | AccountFeed
"""What a connection follows: a table, or all games of an account."""


class LiveConnection(Protocol):
    """A connection on which updates are sent; without `heartbeat_seconds` the protocol has its own heartbeat."""

    @property
    def heartbeat_seconds(self) -> float | None:
        """The seconds without an update after which a heartbeat is sent."""

    async def send(self, update: LiveUpdate) -> None:
        """Send an update."""

    async def send_heartbeat(self) -> None:
        """Send something that clients ignore, which shows that the connection works."""

    async def receive(self) -> bool:
        """Wait for something the client sends, and return False when it has disconnected."""
        ...


async def open_feed(
    node: Node, connection: HTTPConnection, account: Account | None, table_id: str, seat: int | None, state: bool
) -> LiveFeed:
    """Return the feed of a connection."""
    _, viewer = await load_match(node, table_id, account, seat)
    listener = Listener(table_id, account.id if account else None, client_key(connection.scope), viewer.held)

    async def check_session() -> None:
        if account is not None:
            await check_signed_in(connection, node)

    return LiveFeed(
        node.matches,
        node.messages,
        node.hub,
        node.auto_moves.decisions,
        listener,
        account,
        check_session,
        seat,
        state,
    )


async def set_start(node: Node, feed: LiveFeed, since: int | None, messages_since: int | None) -> None:
    """Let a feed start after the given numbers, or with what happens from now on."""
    table_id = feed.listener.table_id
    feed.number = (await node.matches.get(table_id)).number if since is None else since
    feed.message = await node.messages.last(table_id) if messages_since is None else messages_since


def check_sockets(node: Node, listener: Listener) -> None:
    """Reject one connection more than an account or an address may have."""
    sockets, settings = node.hub.sockets, node.settings
    if listener.account_id is not None and sockets[listener.account_id] >= settings.sockets_per_account:
        raise LimitExceeded("You have as many live connections as one account may have; close one first.", 10)
    if sockets[listener.address] >= settings.sockets_per_address:
        raise LimitExceeded("Your network address has as many live connections as one may have; close one first.", 10)


async def run(node: Node, connection: LiveConnection, feed: Feed) -> bool:
    """Send and receive until either ends, and return whether the client still listens because the server stops."""
    check_sockets(node, feed.listener)
    feed.join()
    tasks = [asyncio.create_task(send_updates(node, connection, feed)), asyncio.create_task(receive(connection))]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        return tasks[1] not in done
    except DISCONNECTED as problem:
        if isinstance(problem, TimeoutError):
            node.metrics.dropped.inc()
        return False
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        feed.leave()


async def send_updates(node: Node, connection: LiveConnection, feed: Feed) -> None:
    """Send all updates until the server stops; a client that does not read in time ends the connection."""
    topics: set[str] | frozenset[str] = ALL
    while STOPPED not in topics:
        for update in await feed.updates(topics):
            async with asyncio.timeout(node.settings.send_seconds):
                await connection.send(update)
        topics = await next_topics(node, connection, feed.listener)


async def next_topics(node: Node, connection: LiveConnection, listener: Listener) -> set[str]:
    """Wait for changes, with heartbeats while there are none, and return their topics."""
    if connection.heartbeat_seconds is None:
        return await listener.wait()
    while True:
        try:
            async with asyncio.timeout(connection.heartbeat_seconds):
                return await listener.wait()
        except TimeoutError:
            async with asyncio.timeout(node.settings.send_seconds):
                await connection.send_heartbeat()


async def receive(connection: LiveConnection) -> None:
    """Discard what a client sends, until it disconnects or has sent too much."""
    limit = TokenBuckets(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE)
    while await connection.receive():
        limit.take("")
