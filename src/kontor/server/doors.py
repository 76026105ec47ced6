"""The doors: what is turned away before anybody reads it."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kontor.core import strict_json
from kontor.server.connections import TOO_LARGE_A_HEAD
from kontor.server.hosts import LOCAL, AllowedHosts
from kontor.server.node import Node
from kontor.server.routes.answers import Answer
from kontor.server.routes.callers import admitted, origin_of
from kontor.server.routes.problems import Foreign, LargeHead, Misdirected, TooLarge, TooSlow, Unreadable, answer_to
from kontor.server.service.refusals import Refused
from kontor.server.store.accounts import Account
from kontor.server.store.database import Unavailable

SAFE: Final = {"GET", "HEAD", "OPTIONS", "TRACE"}
MOST_HEADERS: Final = 16_384  # bytes
LONG: Final = 4_000  # bytes of a body that waits for its turn to be parsed: as many take half a millisecond
SMALL_BODY: Final = 20_000  # bytes of a body that holds no record
MOST_FIELDS: Final = 64  # of a body: every unknown one is a validation error that takes time
WITH_RECORD: Final = ("POST", "/api/tables")


class Doors:
    """Turns away requests of other origins, of those who ask too often, and bodies that are too large or no JSON."""

    def __init__(self, app: ASGIApp, node: Node) -> None:
        self.app = app
        self.node = node
        self.hosts = AllowedHosts(node.settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        try:
            self.look_at_head(scope)
            if scope["type"] == "websocket":
                self.node.limits.check_address(origin_of(scope))  # refusing before the handshake costs least
            else:
                scope["account"] = await self.ask_who(scope)
                receive, send = await self.looked_through(scope, receive), self.weighed(scope, send)
        except (Refused, Unavailable) as problem:
            await turn_away(scope, receive, send, answer_to(problem))
        else:
            await self.app(scope, receive, send)

    def look_at_head(self, scope: Scope) -> None:
        """Refuse too many headers, and pages of other origins that want to change something or listen."""
        headers = Headers(scope=scope)
        if sum(len(name) + len(value) for name, value in scope["headers"]) > MOST_HEADERS:
            raise LargeHead(TOO_LARGE_A_HEAD)
        if headers.get("host", LOCAL) not in self.hosts:
            raise Misdirected("The server does not answer under that name; add it to the setting hosts.")
        if is_unsafe(scope) and self.is_foreign(headers):
            raise Foreign("Requests of other origins are refused.")

    def is_foreign(self, headers: Headers) -> bool:
        """Whether a browser says that the request comes from a page of somebody else."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        return origin.partition("://")[2] != headers.get("host") and origin not in self.node.settings.origins

    async def ask_who(self, scope: Scope) -> Account | None:
        """Who asks, unless they ask too often; whoever asks for a page need not say who they are."""
        if scope["path"].startswith("/api/"):
            return await admitted(HTTPConnection(scope), self.node)
        self.node.limits.take(None, origin_of(scope))
        return None

    async def looked_through(self, scope: Scope, receive: Receive) -> Receive:
        """A request whose body was read as far as is allowed, and looked at before anybody trusts it."""
        if not is_unsafe(scope):
            return receive
        body = await self.body_of(scope, receive)
        self.node.limits.charge_body(scope["account"], origin_of(scope), len(body))
        await self.check_json(body)
        return given_again(body, receive)

    async def check_json(self, body: bytes) -> None:
        """Refuse a body that is no JSON; a long one waits for its turn, and only the longest are worth a thread."""
        depth = self.node.settings.json_depth
        if len(body) < LONG:
            look_into(body, depth)
        elif len(body) <= SMALL_BODY:
            await self.node.slices.run(map(look_into, [body], [depth]))
        else:
            await self.node.slices.in_thread(partial(look_into, body, depth))

    async def body_of(self, scope: Scope, receive: Receive) -> bytes:
        """The body of a request, if it is not too large and comes in time."""
        seconds, most = self.node.settings.body_seconds, self.node.settings.body_bytes
        if (scope["method"], scope["path"]) != WITH_RECORD:
            most = min(most, SMALL_BODY)
        announced = Headers(scope=scope).get("content-length")
        try:
            async with asyncio.timeout(seconds):
                return await read_body(receive, most, announced)
        except TimeoutError:
            raise TooSlow(f"The body did not come within {seconds:g} seconds; send it again.") from None

    def weighed(self, scope: Scope, send: Send) -> Send:
        """The way of an answer, on which its size is counted."""

        async def weigh(message: Message) -> None:
            self.node.limits.weigh(scope["account"], origin_of(scope), len(message.get("body", b"")))
            await send(message)

        return weigh


def is_unsafe(scope: Scope) -> bool:
    """Whether a request can change something, or opens a socket."""
    return scope["type"] == "websocket" or scope["method"] not in SAFE


async def read_body(receive: Receive, most: int, announced: str | None) -> bytes:
    """The body of a request, unless it is larger than allowed."""
    too_large = TooLarge(f"The body is larger than {most} bytes; send less.")
    if announced is not None and (not announced.isdecimal() or int(announced[:20]) > most):
        raise too_large
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > most:
            raise too_large
        if not message.get("more_body"):
            return bytes(body)


def given_again(body: bytes, receive: Receive) -> Receive:
    """The same request for the next reader."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return left.pop() if left else await receive()

    return again


async def turn_away(scope: Scope, receive: Receive, send: Send, problem: Answer) -> None:
    """Answer instead of letting in; a socket is answered before it is one."""
    if scope["type"] == "http":
        await problem(scope, receive, send)
        return
    headers = [pair for pair in problem.raw_headers if pair[0] != b"content-length"]
    await receive()
    await send({"type": "websocket.http.response.start", "status": problem.status_code, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": problem.body})


def look_into(body: bytes, depth: int) -> None:
    """Refuse a body that is no JSON anybody would send."""
    if not body:
        return
    try:
        content = strict_json.parse(body.decode(), depth)
    except UnicodeDecodeError:
        raise Unreadable("The body is not UTF-8 text.") from None
    except strict_json.Unreadable as problem:
        raise Unreadable(f"The body {problem}.") from None
    if isinstance(content, dict) and len(content) > MOST_FIELDS:
        raise Unreadable(f"The body has {len(content)} fields; no request has more than {MOST_FIELDS}.")
