"""The short path of a move: middleware that answers an ordinary move without the routing of the framework.

The route of `routes/moves.py` describes the operation and answers whatever is not ordinary: other parameters, a body
that is no move, or a request without an account. Both call `PlayService.request`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from pydantic import ValidationError
from starlette.types import ASGIApp, Receive, Scope, Send

from kontor.core.values import SetupError
from kontor.server.error_responses import error_response
from kontor.server.errors import ApiError, DatabaseUnavailable
from kontor.server.middleware.request_guard import replayed
from kontor.server.node import Node
from kontor.server.responses import JsonResponse
from kontor.server.schemas.tables import MoveRequest
from kontor.server.service.serialization import update_json

PATH: Final = re.compile(r"/api/tables/([a-z0-9]{1,16})/moves")
WITH_STATE: Final = {b"": False, b"state=false": False, b"state=true": True}
JSON: Final = (b"content-type", b"application/json")


@dataclass(frozen=True, slots=True)
class MatchedRoute:
    """The route under which a request is counted."""

    path: str = "/api/tables/{table_id}/moves"


ROUTE: Final = MatchedRoute()


class MovePathMiddleware:
    """ASGI middleware that makes moves, with the account and the body that the request guard has checked."""

    def __init__(self, app: ASGIApp, node: Node) -> None:
        self.app = app
        self.node = node

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Make a move, or pass another request on."""
        table_id = table_of(scope)
        if table_id is None:
            await self.app(scope, receive, send)
            return
        body = (await receive())["body"]
        try:
            request = MoveRequest.model_validate_json(body)
            response = await self.answer(scope, table_id, request)
        except (ValidationError, SetupError):
            await self.app(scope, replayed(body, receive), send)
        else:
            scope["route"] = ROUTE
            await response(scope, receive, send)

    async def answer(self, scope: Scope, table_id: str, request: MoveRequest) -> JsonResponse:
        """Return the response to a move, which is on disk before it is acknowledged."""
        play, number = self.node.play, request.number
        try:
            match, viewer = await play.request(
                table_id, scope["account"], None, lambda match, viewer: play.move(match, viewer, number, request.move)
            )
        except (ApiError, DatabaseUnavailable) as problem:
            return error_response(problem)
        return JsonResponse(update_json(match, viewer, number, WITH_STATE[scope["query_string"]]))


def table_of(scope: Scope) -> str | None:
    """Return the table at which a request makes an ordinary move, None for any other request."""
    if scope["type"] != "http" or scope["method"] != "POST" or scope["query_string"] not in WITH_STATE:
        return None
    found = PATH.fullmatch(scope["path"])
    if found is None or scope["account"] is None or JSON not in scope["headers"]:
        return None
    return found[1]
