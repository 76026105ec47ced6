"""The live channel of a table."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from orjson import dumps
from starlette.requests import HTTPConnection

from kontor.server.live.feed import ALL, Feed
from kontor.server.live.hub import Listener
from kontor.server.node import Node
from kontor.server.routes.callers import looked_at, node_of, recognised, visitor
from kontor.server.routes.problems import SILENCE, STATUS
from kontor.server.schemas.texts import LARGEST, TableId
from kontor.server.service.refusals import Nameless, Refused, TooMuch
from kontor.server.store.accounts import Account
from kontor.server.store.database import Unavailable

WORDS_HEARD = 1000  # messages a client may send before it is cut off; none is needed

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
        await socket.close(4000 + STATUS[type(problem)], problem.sentence[:120])
    except Unavailable:
        await socket.close(4503, SILENCE)


async def opened(node: Node, connection: HTTPConnection, table_id: str, seat: int | None, state: bool) -> Feed:
    """The feed of a caller who may listen."""
    account = await visitor(connection, node)
    _, eyes = await looked_at(node, table_id, account, seat)
    check_sockets(node, account)
    listener = Listener(table_id, account.id if account else None, eyes.held)

    async def still_there() -> None:
        if account is not None and await recognised(connection, node) is None:
            raise Nameless("You have signed out; connect again.")

    return Feed(node.matches, node.messages, node.hub, listener, account, still_there, seat, state)


def check_sockets(node: Node, account: Account | None) -> None:
    """Refuse a socket more than an account may have."""
    if account is not None and node.hub.sockets[account.id] >= node.settings.sockets_per_account:
        raise TooMuch("You have as many live connections as one account may have; close one first.", 10)


async def listen(node: Node, socket: WebSocket, feed: Feed) -> None:
    """Tell and hear until either ends."""
    await node.hub.join(feed.listener)
    tasks = [asyncio.create_task(tell(node, socket, feed)), asyncio.create_task(hear(socket))]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except TimeoutError:
        node.metrics.dropped.inc()
    except (WebSocketDisconnect, RuntimeError, OSError):
        return
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await node.hub.leave(feed.listener)


async def tell(node: Node, socket: WebSocket, feed: Feed) -> None:
    """Send what there is to tell; a receiver that does not read in time is given up."""
    about: set[str] | frozenset[str] = ALL
    while True:
        for news in await feed.news(about):
            async with asyncio.timeout(node.settings.send_seconds):
                await socket.send_text(dumps(news).decode())
        about = await feed.listener.wait()


async def hear(socket: WebSocket) -> None:
    """Read what a client sends, which nobody asked for, until it leaves."""
    for _ in range(WORDS_HEARD):
        await socket.receive_text()
