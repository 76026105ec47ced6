"""Callers: who asks, by their cookie or their token, and how often."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import Depends, Security
from fastapi.security import APIKeyCookie, HTTPBearer
from starlette.requests import HTTPConnection
from starlette.types import Scope

from kontor.server.limits import CALLER, address_group, operation_of
from kontor.server.node import Node
from kontor.server.routes.scopes import check_scope
from kontor.server.service.match import Match
from kontor.server.service.refusals import Nameless
from kontor.server.service.seating import eyes_of
from kontor.server.service.telling import Eyes
from kontor.server.store.accounts import Account

COOKIE: Final = "kontor_session"
BEARER: Final = "bearer "

SECURITY = [
    Security(APIKeyCookie(name=COOKIE, auto_error=False, scheme_name="session")),
    Security(HTTPBearer(auto_error=False, scheme_name="token")),
]
"""How callers say who they are, for the description of the API."""


def node_of(connection: HTTPConnection) -> Node:
    """The node that answers."""
    node: Node = connection.app.state.node
    return node


async def the_node(connection: HTTPConnection) -> Node:
    """The node that answers; only what can wait is called without a detour by a thread."""
    return node_of(connection)


TheNode = Annotated[Node, Depends(the_node)]


def address_of(scope: Scope) -> str:
    """From where somebody asks."""
    client = scope.get("client")
    return client[0] if client else ""


def origin_of(scope: Scope) -> str:
    """Return the key under which limits count the address of a request."""
    return address_group(address_of(scope))


async def origin(connection: HTTPConnection) -> str:
    """Return the key under which limits count the address of a request."""
    return origin_of(connection.scope)


Origin = Annotated[str, Depends(origin)]


async def admitted(connection: HTTPConnection, node: Node) -> Account | None:
    """The account of a caller, None for a stranger; either may only ask so often."""
    scope = connection.scope
    address, method = origin_of(scope), scope.get("method", "WS")  # the scope of a socket has no method
    node.limits.check_address(address)
    account = await recognised(connection, node)
    node.limits.take(account, address, operation_of(method, scope["path"]))
    CALLER.set((account, address))
    if account is None and bearer_of(connection):
        raise Nameless("The token is not, or no longer, valid; make a new one.")
    check_scope(account, connection.scope.get("method", "GET"), connection.scope["path"])
    return account


async def recognised(connection: HTTPConnection, node: Node) -> Account | None:
    """The account of a token or a cookie."""
    token, secret = bearer_of(connection), connection.cookies.get(COOKIE)
    if token:
        return await node.people.by_token(token)
    return await node.people.by_session(secret) if secret else None


def bearer_of(connection: HTTPConnection) -> str:
    """The token that was sent, if there is one."""
    authorization = connection.headers.get("authorization", "")
    return authorization[len(BEARER) :].strip() if authorization.lower().startswith(BEARER) else ""


async def visitor(connection: HTTPConnection) -> Account | None:
    """The account of the caller whom the doors have let in, None for a stranger."""
    account: Account | None = connection.scope["account"]
    return account


Visitor = Annotated[Account | None, Depends(visitor)]


async def caller(account: Visitor) -> Account:
    """The account of a caller who has to have one."""
    if account is None:
        raise Nameless("Say who you are first: POST a name to /api/session, or send a token.")
    return account


Caller = Annotated[Account, Depends(caller)]


async def looked_at(node: Node, table_id: str, account: Account | None, seat: int | None) -> tuple[Match, Eyes]:
    """A table, and the eyes with which the caller may look at it."""
    match = await node.matches.get(table_id)
    return match, eyes_of(match, account, seat)
