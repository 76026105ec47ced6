"""Authentication: finds the account of a request by cookie or token, and checks rate limits and token scopes."""

from __future__ import annotations

import re
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import Scope

from kontor.server.errors import Forbidden, Unauthenticated
from kontor.server.limits import CALLER, address_group, operation_of
from kontor.server.node import Node
from kontor.server.service.administration import OPERATOR
from kontor.server.service.suspensions import check_not_suspended
from kontor.server.store.accounts import MANAGE, PLAY, READ, Account

COOKIE: Final = "kontor_session"
SINGLE_COOKIE: Final = re.compile(rb"kontor_session=([\w-]+)")
BEARER: Final = "bearer "
SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})
PLAY_PATHS: Final = re.compile(
    r"/api/(tables/[^/]+/(moves|undo|previews|preview|plan|orders(/[^/]+)?|hint|analysis|messages|watchers|absence|seats/[^/]+)"
    r"|puzzles/[^/]+/answer|invitations/[^/]+|quick-match|tournaments/[^/]+/players)/?"
)
MANAGE_PATHS: Final = re.compile(r"/api/(session/mail|webhooks|blocks|notifications|push)(/.*)?")
SIGN_OUT: Final = ("DELETE", "/api/session")


async def authenticate(connection: HTTPConnection, node: Node) -> Account | None:
    """Return the account of a request, None without one, after its rate limits and token scopes were checked."""
    scope = connection.scope
    address, method = client_key(scope), scope.get("method", "WS")  # the scope of a socket has no method
    node.limits.check_address(address)
    account = await find_account(connection, node)
    node.limits.take(account, address, operation_of(method, scope["path"]))
    CALLER.set((account, address))
    if account is None and bearer_token(connection):
        raise Unauthenticated("The token is not valid, or no longer; create a new one.")
    if account is not None and (method, scope["path"]) != SIGN_OUT:
        check_not_suspended(account)
    check_scope(account, scope.get("method", "GET"), scope["path"])
    return account


async def find_account(connection: HTTPConnection, node: Node) -> Account | None:
    """Return the account of a token or a session cookie."""
    token = bearer_token(connection)
    if token:
        return await node.accounts.by_token(token)
    secret = session_secret(connection)
    return await node.accounts.by_session(secret) if secret else None


async def check_signed_in(connection: HTTPConnection, node: Node) -> None:
    """Reject a connection whose account has signed out or was suspended since it was opened."""
    account = await find_account(connection, node)
    if account is None:
        raise Unauthenticated("You have signed out; connect again.")
    check_not_suspended(account)


def bearer_token(connection: HTTPConnection) -> str:
    """Return the token of the Authorization header, or an empty string."""
    found = next((value for name, value in connection.scope["headers"] if name == b"authorization"), b"")
    authorization = found.decode("latin-1")
    return authorization[len(BEARER) :].strip() if authorization.lower().startswith(BEARER) else ""


def session_secret(connection: HTTPConnection) -> str | None:
    """Return the secret of the session cookie; one cookie alone, as programs send it, is not worth a parser."""
    headers = [value for name, value in connection.scope["headers"] if name == b"cookie"]
    if len(headers) == 1 and (only := SINGLE_COOKIE.fullmatch(headers[0])):
        return only[1].decode()
    return connection.cookies.get(COOKIE) if headers else None


def client_key(scope: Scope) -> str:
    """Return the key under which limits count the network address of a request."""
    client = scope.get("client")
    return address_group(client[0] if client else "")


def needed_scope(method: str, path: str) -> str:
    """Return the scope a request needs; everything that is not known to need less needs `manage`."""
    if MANAGE_PATHS.fullmatch(path):
        return MANAGE
    if method in SAFE:
        return READ
    return PLAY if method == "POST" and PLAY_PATHS.fullmatch(path) else MANAGE


def check_scope(account: Account | None, method: str, path: str) -> None:
    """Reject a request by a token that lacks the scope for it; browser sessions have every scope."""
    if account is None or account.scopes is None:
        return
    scope = needed_scope(method, path)
    if scope not in account.scopes:
        raise Forbidden(f"This needs a token with the scope '{scope}'; create one that has it.", scope=scope)


def check_operator(account: Account) -> None:
    """Reject an account that is not an operator in a browser."""
    check_session(account)
    if account.role != OPERATOR:
        raise Forbidden("This is for operators of the server; kontor admin grant makes an account one.")


def check_session(account: Account) -> None:
    """Reject a token where only a browser session is allowed."""
    if account.scopes is not None:
        raise Forbidden("A token cannot do this; sign in with a browser.")
