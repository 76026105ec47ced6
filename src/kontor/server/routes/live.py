"""The live channel of a table: a WebSocket that sends every change."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from fastapi import APIRouter, WebSocket

from kontor.server.authentication import authenticate
from kontor.server.errors import DATABASE_SILENT, ApiError, DatabaseUnavailable
from kontor.server.node import Node
from kontor.server.routes.dependencies import node_of
from kontor.server.routes.live_connection import DISCONNECTED, Feed, Number, open_feed, run, set_start
from kontor.server.schemas.fields import TableId
from kontor.server.service.live_updates import LiveUpdate

MAX_REASON_LENGTH = 120
SERVICE_RESTART = 1012
STOPS = "The server stops; connect again."

router = APIRouter(prefix="/api/tables/{table_id}")


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
        feed = await open_feed(node, socket, await authenticate(socket, node), table_id, seat, state)
        await set_start(node, feed, since, messages_since)
        connection = SocketConnection(node, socket, feed)
        feed.deliver_with(connection.push)
        if await run(node, connection, feed):
            await close(node, socket, SERVICE_RESTART, STOPS)
    except ApiError as problem:
        await close(node, socket, 4000 + problem.status, problem.sentence)
    except DatabaseUnavailable:
        await close(node, socket, 4503, DATABASE_SILENT)


class SocketConnection:
    """A WebSocket as a live connection."""

    heartbeat_seconds = None

    def __init__(self, node: Node, socket: WebSocket, feed: Feed) -> None:
        self.node = node
        self.socket = socket
        self.feed = feed
        self._write: Callable[[bytes], bool] = socket.scope.get("write_frame", refuse)

    def push(self, update: LiveUpdate) -> bool:
        """Send an update at once, unless the client has not read the last ones."""
        if not self._write(update.frame):
            return False
        self._charge(update)
        return True

    def _charge(self, update: LiveUpdate) -> None:
        """Count the size of an update against the rate limits."""
        self.node.limits.charge_response(self.feed.account, self.feed.listener.address, len(update.json))

    async def send(self, update: LiveUpdate) -> None:
        """Send an update as a text message."""
        self._charge(update)
        await self.socket.send_text(update.text)

    async def send_heartbeat(self) -> None:
        """Send nothing, since the protocol has pings."""

    async def receive(self) -> bool:
        """Wait for a message, and return False when the client has disconnected."""
        return str((await self.socket.receive())["type"]) != "websocket.disconnect"


def refuse(_frame: bytes) -> bool:
    """Return False, since the server under this app cannot send frames."""
    return False


async def close(node: Node, socket: WebSocket, code: int, sentence: str) -> None:
    """Close a WebSocket with a sentence, if its client is still connected."""
    with contextlib.suppress(*DISCONNECTED, TimeoutError):
        async with asyncio.timeout(node.settings.send_seconds):
            await socket.close(code, sentence[:MAX_REASON_LENGTH])
