"""The live channel of a table: a WebSocket that sends every change."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from orjson import dumps
from starlette.requests import HTTPConnection

from kontor.server.authentication import authenticate, client_key, find_account
from kontor.server.bus.hub import Listener
from kontor.server.errors import DATABASE_SILENT, ApiError, DatabaseUnavailable, LimitExceeded, Unauthenticated
from kontor.server.limits import TokenBuckets
from kontor.server.node import Node
from kontor.server.routes.dependencies import load_match, node_of
from kontor.server.schemas.fields import MAX_INTEGER, TableId
from kontor.server.service.live_feed import ALL, LiveFeed

MESSAGES_AT_ONCE = 100  # messages a client may send before its connection is closed; none is needed
MESSAGES_PER_SECOND = 1.0
MAX_REASON_LENGTH = 120
DISCONNECTED = (WebSocketDisconnect, RuntimeError, OSError)

router = APIRouter(prefix="/tables/{table_id}")

Number = Annotated[int | None, Query(ge=0, le=MAX_INTEGER)]


@router.websocket("/live")
async def live(
    socket: WebSocket,
    table_id: TableId,
    since: Number = None,
    messages_since: Number = None,
    seat: Number = None,
    state: bool = False,
) -> None:
    """Send the entries and messages after the given numbers, and then every change as it happens."""
    await socket.accept()
    node = node_of(socket)
    try:
        feed = await open_feed(node, socket, table_id, seat, state)
        feed.number = (await node.matches.get(table_id)).number if since is None else since
        feed.message = await node.messages.last(table_id) if messages_since is None else messages_since
        await run(node, socket, feed)
    except ApiError as problem:
        await close(node, socket, 4000 + problem.status, problem.sentence)
    except DatabaseUnavailable:
        await close(node, socket, 4503, DATABASE_SILENT)


async def close(node: Node, socket: WebSocket, code: int, sentence: str) -> None:
    """Close a WebSocket with a sentence, if its client is still connected."""
    with contextlib.suppress(*DISCONNECTED, TimeoutError):
        async with asyncio.timeout(node.settings.send_seconds):
            await socket.close(code, sentence[:MAX_REASON_LENGTH])


async def open_feed(node: Node, connection: HTTPConnection, table_id: str, seat: int | None, state: bool) -> LiveFeed:
    """Authenticate a connection and return its feed."""
    account = await authenticate(connection, node)
    _, viewer = await load_match(node, table_id, account, seat)
    listener = Listener(table_id, account.id if account else None, client_key(connection.scope), viewer.held)

    async def check_session() -> None:
        if account is not None and await find_account(connection, node) is None:
            raise Unauthenticated("You have signed out; connect again.")

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


def check_sockets(node: Node, listener: Listener) -> None:
    """Reject one connection more than an account or an address may have."""
    sockets, settings = node.hub.sockets, node.settings
    if listener.account_id is not None and sockets[listener.account_id] >= settings.sockets_per_account:
        raise LimitExceeded("You have as many live connections as one account may have; close one first.", 10)
    if sockets[listener.address] >= settings.sockets_per_address:
        raise LimitExceeded("Your network address has as many live connections as one may have; close one first.", 10)


async def run(node: Node, socket: WebSocket, feed: LiveFeed) -> None:
    """Send and receive until either ends."""
    check_sockets(node, feed.listener)
    node.hub.join(feed.listener)
    tasks = [asyncio.create_task(send_updates(node, socket, feed)), asyncio.create_task(receive(socket))]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except TimeoutError:
        node.metrics.dropped.inc()
    except DISCONNECTED:
        return
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        node.hub.leave(feed.listener)


async def send_updates(node: Node, socket: WebSocket, feed: LiveFeed) -> None:
    """Send all updates; a client that does not read in time ends the connection."""
    topics: set[str] | frozenset[str] = ALL
    while True:
        for update in await feed.updates(topics):
            text = dumps(update).decode()
            node.limits.charge_response(feed.account, feed.listener.address, len(text))
            async with asyncio.timeout(node.settings.send_seconds):
                await socket.send_text(text)
        topics = await feed.listener.wait()


async def receive(socket: WebSocket) -> None:
    """Discard what a client sends, until it disconnects or has sent too much."""
    limit = TokenBuckets(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE)
    while (await socket.receive())["type"] != "websocket.disconnect":
        limit.take("")
