"""The short path of a move: an ASGI app that answers an ordinary move without the framework.

The route of `routes/moves.py` describes the operation and answers whatever is not ordinary: other parameters, a body
that is no move, or a request without an account. Both call `PlayService.request`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from time import perf_counter
from typing import Final

from pydantic import ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send

from kontor.core.values import SetupError
from kontor.server.authentication import client_key
from kontor.server.error_responses import error_response, unexpected_error
from kontor.server.errors import ApiError, DatabaseUnavailable
from kontor.server.middleware.access_log import MOVES_ROUTE, RequestLog
from kontor.server.middleware.request_guard import RequestGuard, replayed
from kontor.server.middleware.security_headers import RAW_DEFAULTS, SecurityHeadersMiddleware
from kontor.server.node import Node
from kontor.server.responses import JsonResponse
from kontor.server.schemas.tables import MoveRequest
from kontor.server.service.live_updates import update_body
from kontor.server.service.play import Move

PATH: Final = re.compile(r"/api/tables/([a-z0-9]{1,16})/moves")
WITH_STATE: Final = {b"": False, b"state=false": False, b"state=true": True}
JSON: Final = (b"content-type", b"application/json")
PLAIN_BODY: Final = re.compile(rb'\{"number": ?(0|[1-9]\d{0,8}), ?"move": ?"([ !#-\[\]-~]{1,200})"\}')
"""A body that needs no parser: a number, and words without escapes."""
HEAD: Final = b"".join(
    [
        b"HTTP/1.1 200 OK\r\n",
        *(b"%s: %s\r\n" % pair for pair in (JSON, *RAW_DEFAULTS)),
        b"content-length: %d\r\n\r\n",
    ]
)


class MovePath:
    """ASGI app that makes moves, and passes other requests on."""

    def __init__(self, app: ASGIApp, node: Node, guard: RequestGuard, requests: RequestLog) -> None:
        self.app = app
        self.node = node
        self.guard = guard
        self.requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Make a move, or pass another request on."""
        table_id = table_of(scope)
        if table_id is None:
            await self.app(scope, receive, send)
            return
        began, body = perf_counter(), b""
        try:
            body = await self.guard.admit(scope, receive)
            status = await self.answer(scope, receive, send, table_id, body)
        except (Unusual, SetupError):
            await self.app(scope, replayed(body, receive), send)
            return
        except Exception as problem:
            response = error_response(problem) if isinstance(problem, EXPECTED) else unexpected_error(problem)
            status = response.status_code
            await SecurityHeadersMiddleware(response)(scope, receive, send)
        self.requests.record(scope["method"], MOVES_ROUTE, status, perf_counter() - began)

    async def answer(self, scope: Scope, receive: Receive, send: Send, table_id: str, body: bytes) -> int:
        """Make a move, acknowledge it when it is on disk, and return the status of the response."""
        number, move = await self.read(body)
        play, account = self.node.play, scope["account"]
        if account is None:
            raise Unusual
        match, viewer = await play.request(
            table_id, account, None, lambda match, viewer: play.move(match, viewer, number, move)
        )
        content = update_body(match, viewer, number, WITH_STATE[scope["query_string"]])
        self.node.limits.charge_response(account, client_key(scope), len(content))
        write: Callable[[bytes], bool] | None = scope.get("write_response")
        if write is None or not write(HEAD % len(content) + content):
            await SecurityHeadersMiddleware(JsonResponse(content))(scope, receive, send)
        return 200

    async def read(self, body: bytes) -> tuple[int, Move]:
        """Return the number and the move of a body, or raise Unusual if it is not a move."""
        plain = PLAIN_BODY.fullmatch(body)
        if plain is not None:
            return int(plain[1]), plain[2].decode()
        await self.guard.check_json(body)
        try:
            request = MoveRequest.model_validate_json(body)
        except ValidationError:
            raise Unusual from None
        return request.number, request.move


class Unusual(Exception):
    """Raised for a request that the route has to answer."""


EXPECTED: Final = (ApiError, DatabaseUnavailable)


def table_of(scope: Scope) -> str | None:
    """Return the table at which a request makes an ordinary move, None for any other request."""
    if scope["type"] != "http" or scope["method"] != "POST" or scope["query_string"] not in WITH_STATE:
        return None
    found = PATH.fullmatch(scope["path"])
    return found[1] if found is not None and JSON in scope["headers"] else None
