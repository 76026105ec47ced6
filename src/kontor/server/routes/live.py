"""The live channel of a table."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from orjson import dumps
from starlette.requests import HTTPConnection

from kontor.server.limits import Buckets
from kontor.server.live.feed import ALL, Feed
from kontor.server.live.hub import Listener
from kontor.server.node import Node
from kontor.server.routes.callers import admitted, looked_at, node_of, origin_of, recognised
from kontor.server.routes.problems import SILENCE, STATUS
from kontor.server.schemas.texts import LARGEST, TableId
from kontor.server.service.refusals import Nameless, Refused, TooMuch
from kontor.server.store.database import Unavailable

WORDS_AT_ONCE = 100  # messages a client may send before it is cut off; none is needed
WORDS_PER_SECOND = 1.0
LONGEST_REASON = 120
GONE = (WebSocketDisconnect, RuntimeError, OSError)

router = APIRouter(prefix="/tables/{table_id}")

Bound = Annotated[int | None, Query(ge=0, le=LARGEST)]


@router.websocket("/live")
async def live(
    socket: WebSocket,
    table_id: TableId,
    since: Bound = None,
    said: Bound = None,
    seat: Bound = None,
    state: bool = False,
) -> None:
    """Tell what happens at a table: what was missed since a number first, and then everything as it happens."""
    await socket.accept()
    node = node_of(socket)
    try:
        feed = await opened(node, socket, table_id, seat, state)
        feed.number = (await node.matches.get(table_id)).number if since is None else since
        feed.message = await node.messages.last(table_id) if said is None else said
        await listen(node, socket, feed)
    except Refused as problem:
        await part(node, socket, 4000 + STATUS[type(problem)], problem.sentence)
    except Unavailable:
        await part(node, socket, 4503, SILENCE)


async def part(node: Node, socket: WebSocket, code: int, sentence: str) -> None:
    """Close a socket with a sentence, if its client is there to read it."""
    with contextlib.suppress(*GONE, TimeoutError):
        async with asyncio.timeout(node.settings.send_seconds):
            await socket.close(code, sentence[:LONGEST_REASON])


async def opened(node: Node, connection: HTTPConnection, table_id: str, seat: int | None, state: bool) -> Feed:
    """The feed of a caller who may listen."""
    account = await admitted(connection, node)
    _, eyes = await looked_at(node, table_id, account, seat)
    listener = Listener(table_id, account.id if account else None, origin_of(connection.scope), eyes.held)

    async def still_there() -> None:
        if account is not None and await recognised(connection, node) is None:
            raise Nameless("You have signed out; connect again.")

    return Feed(
        node.matches, node.messages, node.hub, node.driver.decisions, listener, account, still_there, seat, state
    )


def check_sockets(node: Node, listener: Listener) -> None:
    """Refuse a socket more than an account or an address may have."""
    sockets, settings = node.hub.sockets, node.settings
    if listener.account_id is not None and sockets[listener.account_id] >= settings.sockets_per_account:
        raise TooMuch("You have as many live connections as anybody may have; close one first.", 10)
    if sockets[listener.address] >= settings.sockets_per_address:
        raise TooMuch("Your network address has as many live connections as one may have; close one first.", 10)


async def listen(node: Node, socket: WebSocket, feed: Feed) -> None:
    """Tell and hear until either ends."""
    check_sockets(node, feed.listener)
    node.hub.join(feed.listener)
    tasks = [asyncio.create_task(tell(node, socket, feed)), asyncio.create_task(hear(socket))]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except TimeoutError:
        node.metrics.dropped.inc()
    except GONE:
        return
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        node.hub.leave(feed.listener)


async def tell(node: Node, socket: WebSocket, feed: Feed) -> None:
    """Send what there is to tell; a receiver that does not read in time is given up."""
    about: set[str] | frozenset[str] = ALL
    while True:
        for news in await feed.news(about):
            text = dumps(news).decode()
            node.limits.weigh(feed.account, feed.listener.address, len(text))
            async with asyncio.timeout(node.settings.send_seconds):
                await socket.send_text(text)
        about = await feed.listener.wait()


async def hear(socket: WebSocket) -> None:
    """Read what a client sends, which nobody asked for, until it leaves or has said too much."""
    words = Buckets(WORDS_PER_SECOND, WORDS_AT_ONCE)
    while (await socket.receive())["type"] != "websocket.disconnect":
        words.take("")
