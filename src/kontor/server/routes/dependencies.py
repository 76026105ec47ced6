"""Dependencies of the routes: the node, the account and the network address of a request."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Security
from fastapi.security import APIKeyCookie, HTTPBearer
from starlette.requests import HTTPConnection

from kontor.server.authentication import COOKIE, check_operator, client_key
from kontor.server.errors import Unauthenticated
from kontor.server.node import Node
from kontor.server.service.match import Match
from kontor.server.service.viewers import Viewer, viewer_of
from kontor.server.store.accounts import Account

SECURITY = [
    Security(APIKeyCookie(name=COOKIE, auto_error=False, scheme_name="session")),
    Security(HTTPBearer(auto_error=False, scheme_name="token")),
]
"""How requests are authenticated, for the description of the API."""


def node_of(connection: HTTPConnection) -> Node:
    """Return the node of an app."""
    node: Node = connection.app.state.node
    return node


async def current_node(connection: HTTPConnection) -> Node:
    """Return the node of an app; FastAPI would run a plain function in a thread."""
    return node_of(connection)


async def client_address(connection: HTTPConnection) -> str:
    """Return the key under which limits count the network address of a request."""
    return client_key(connection.scope)


async def optional_account(connection: HTTPConnection) -> Account | None:
    """Return the account that RequestGuardMiddleware has found, None for a request without one."""
    account: Account | None = connection.scope["account"]
    return account


CurrentNode = Annotated[Node, Depends(current_node)]
ClientAddress = Annotated[str, Depends(client_address)]
OptionalAccount = Annotated[Account | None, Depends(optional_account)]


async def current_account(account: OptionalAccount) -> Account:
    """Return the account of a request, or reject the request without one."""
    if account is None:
        raise Unauthenticated("Sign in first: POST a name to /api/session, or send a token.")
    return account


CurrentAccount = Annotated[Account, Depends(current_account)]


async def current_operator(account: CurrentAccount) -> Account:
    """Return the account of a request by an operator's browser, or reject the request of anybody else."""
    check_operator(account)
    return account


CurrentOperator = Annotated[Account, Depends(current_operator)]


async def load_match(node: Node, table_id: str, account: Account | None, seat: int | None) -> tuple[Match, Viewer]:
    """Return the match at a table and what the account may see of it, or reject an account that may see nothing."""
    match = await node.matches.get(table_id)
    return match, viewer_of(match, account, seat)
