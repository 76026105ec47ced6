"""The live channel of an account: a WebSocket that sends every change of its games."""

from __future__ import annotations

from fastapi import APIRouter, WebSocket

from kontor.server.authentication import authenticate, check_signed_in, client_key
from kontor.server.bus.account_hub import AccountListener
from kontor.server.errors import DATABASE_SILENT, ApiError, DatabaseUnavailable, Unauthenticated
from kontor.server.node import Node
from kontor.server.routes.dependencies import node_of
from kontor.server.routes.live import SERVICE_RESTART, STOPS, SocketConnection, close
from kontor.server.routes.live_connection import run
from kontor.server.service.account_feed import AccountFeed

router = APIRouter(prefix="/api")


@router.websocket("/live")
async def account_live(socket: WebSocket) -> None:
    """Send those games of the account that change, as they change."""
    await socket.accept()
    node = node_of(socket)
    try:
        feed = await open_account_feed(node, socket)
        if await run(node, SocketConnection(node, socket, feed), feed):
            await close(node, socket, SERVICE_RESTART, STOPS)
    except ApiError as problem:
        await close(node, socket, 4000 + problem.status, problem.sentence)
    except DatabaseUnavailable:
        await close(node, socket, 4503, DATABASE_SILENT)


async def open_account_feed(node: Node, socket: WebSocket) -> AccountFeed:
    """Return the feed of the account of a connection, or reject a connection without one."""
    account = await authenticate(socket, node)
    if account is None:
        raise Unauthenticated("Sign in first: the games of an account are its own.")

    async def check_session() -> None:
        await check_signed_in(socket, node)

    listener = AccountListener("", account.id, client_key(socket.scope), ())
    return AccountFeed(node.home, node.account_hub, listener, account, check_session)
