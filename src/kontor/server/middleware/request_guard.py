"""Middleware that rejects oversized, malformed, cross-origin or rate-limited requests before a route sees them."""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import chain
from typing import Final

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kontor.core import strict_json
from kontor.server.authentication import authenticate, client_key
from kontor.server.error_responses import error_response
from kontor.server.errors import (
    HEADERS_TOO_LARGE,
    ApiError,
    BodyTooLarge,
    CrossOrigin,
    DatabaseUnavailable,
    HeadersTooLarge,
    InvalidJson,
    RequestTimeout,
    WrongHost,
)
from kontor.server.middleware.allowed_hosts import LOCAL, AllowedHosts
from kontor.server.node import Node
from kontor.server.responses import JsonResponse
from kontor.server.store.accounts import Account

SAFE_METHODS: Final = {"GET", "HEAD", "OPTIONS", "TRACE"}
MAX_HEADER_BYTES: Final = 16_384
LONG_BODY: Final = 4_000  # bytes; parsing so many takes half a millisecond, so longer bodies are parsed in turn
SMALL_BODY: Final = 20_000  # bytes; the limit of bodies that hold no record
MAX_FIELDS: Final = 64  # of a body: every unknown field is a validation error that takes time
MOST_ALLOWED: Final = 1_000  # combinations of host and origin that are remembered
RECORD_UPLOAD: Final = ("POST", "/api/tables")

Origin = tuple[bytes | None, bytes | None, bytes | None, bool]
"""What decides whether host and origin are allowed: three headers, and whether the request can change something."""


class RequestGuard:
    """Checks requests before anything is done for them."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.hosts = AllowedHosts(node.settings)
        self._allowed: set[Origin] = set()

    async def admit(self, scope: Scope, receive: Receive) -> bytes:
        """Set `scope["account"]`, and return the body of a request that may have one, which is not parsed yet."""
        self.check_headers(scope)
        scope["account"] = await self.account_of(scope)
        if not is_unsafe(scope):
            return b""
        body = await self.read_body(scope, receive)
        self.node.limits.charge_body(scope["account"], client_key(scope), len(body))
        return body

    def check_headers(self, scope: Scope) -> None:
        """Reject oversized headers, unknown hosts, and cross-origin requests other than plain reads."""
        headers = scope["headers"]
        if sum(map(len, chain.from_iterable(headers))) > MAX_HEADER_BYTES:
            raise HeadersTooLarge(HEADERS_TOO_LARGE)
        first = dict(reversed(headers))
        origin = (first.get(b"host"), first.get(b"origin"), first.get(b"sec-fetch-site"), is_unsafe(scope))
        if origin not in self._allowed:
            self.check_origin(scope)
            if len(self._allowed) < MOST_ALLOWED:
                self._allowed.add(origin)

    def check_origin(self, scope: Scope) -> None:
        """Reject unknown hosts, and cross-origin requests other than plain reads."""
        headers = Headers(scope=scope)
        if headers.get("host", LOCAL) not in self.hosts:
            raise WrongHost("The server does not answer under that name; add it to the setting hosts.")
        if is_unsafe(scope) and self.is_cross_origin(headers):
            raise CrossOrigin("Requests of other origins are rejected.")

    def is_cross_origin(self, headers: Headers) -> bool:
        """Return whether a browser says that the request comes from a page of another origin."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        return origin.partition("://")[2] != headers.get("host") and origin not in self.node.settings.origins

    async def account_of(self, scope: Scope) -> Account | None:
        """Authenticate a request to the API and count it; requests for pages are only counted."""
        if scope["path"].startswith("/api/"):
            return await authenticate(HTTPConnection(scope), self.node)
        self.node.limits.take(None, client_key(scope))
        return None

    async def check_json(self, body: bytes) -> None:
        """Reject a body that is not JSON; a long one takes its turn, and only the longest are worth a thread."""
        depth = self.node.settings.json_depth
        if len(body) < LONG_BODY:
            check_json(body, depth)
        elif len(body) <= SMALL_BODY:
            await self.node.slicer.run(map(check_json, [body], [depth]))
        else:
            await self.node.slicer.in_thread(partial(check_json, body, depth))

    async def read_body(self, scope: Scope, receive: Receive) -> bytes:
        """Return the body of a request, or reject one that is too large or arrives too slowly."""
        seconds, limit = self.node.settings.body_seconds, self.node.settings.body_bytes
        if (scope["method"], scope["path"]) != RECORD_UPLOAD:
            limit = min(limit, SMALL_BODY)
        received: bytes | None = scope.get("body")
        if received is not None and len(received) <= limit:
            return received
        content_length = Headers(scope=scope).get("content-length")
        try:
            async with asyncio.timeout(seconds):
                return await read_body(receive, limit, content_length)
        except TimeoutError:
            raise RequestTimeout(f"The body did not arrive within {seconds:g} seconds; send it again.") from None

    def metered(self, scope: Scope, send: Send) -> Send:
        """Return a send function that counts the size of the response against the rate limits."""

        async def send_and_count(message: Message) -> None:
            self.node.limits.charge_response(scope["account"], client_key(scope), len(message.get("body", b"")))
            await send(message)

        return send_and_count


class RequestGuardMiddleware:
    """ASGI middleware that rejects oversized, malformed, cross-origin or rate-limited requests.

    What the short path of a move has admitted is not checked again.
    """

    def __init__(self, app: ASGIApp, guard: RequestGuard) -> None:
        self.app = app
        self.guard = guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with an error."""
        if scope["type"] not in ("http", "websocket") or "account" in scope:
            await self.app(scope, receive, send)
            return
        try:
            if scope["type"] == "websocket":
                self.guard.check_headers(scope)
                self.guard.node.limits.check_address(client_key(scope))  # rejecting before the handshake costs least
            else:
                body = await self.guard.admit(scope, receive)
                if is_unsafe(scope):
                    await self.guard.check_json(body)
                    receive = replayed(body, receive)
                send = self.guard.metered(scope, send)
        except (ApiError, DatabaseUnavailable) as problem:
            await reject(scope, receive, send, error_response(problem))
        else:
            await self.app(scope, receive, send)


def is_unsafe(scope: Scope) -> bool:
    """Return whether a request can change something, or opens a socket."""
    return scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS


async def read_body(receive: Receive, limit: int, content_length: str | None) -> bytes:
    """Return the body of a request, or raise BodyTooLarge."""
    too_large = BodyTooLarge(f"The body is larger than {limit} bytes; send less.")
    if content_length is not None and (not content_length.isdecimal() or int(content_length[:20]) > limit):
        raise too_large
    body = bytearray()
    while True:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > limit:
            raise too_large
        if not message.get("more_body"):
            return bytes(body)


def replayed(body: bytes, receive: Receive) -> Receive:
    """Return a receive function that yields a body that was read already."""
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return pending.pop() if pending else await receive()

    return receive_again


async def reject(scope: Scope, receive: Receive, send: Send, response: JsonResponse) -> None:
    """Send an error response; a WebSocket is answered before its handshake."""
    if scope["type"] == "http":
        await response(scope, receive, send)
        return
    headers = [pair for pair in response.raw_headers if pair[0] != b"content-length"]
    await receive()
    await send({"type": "websocket.http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": response.body})


def check_json(body: bytes, depth: int) -> None:
    """Reject a body that is not UTF-8, not strict JSON, nested too deeply, or has too many fields."""
    if not body:
        return
    try:
        content = strict_json.parse(body.decode(), depth)
    except UnicodeDecodeError:
        raise InvalidJson("The body is not UTF-8 text.") from None
    except strict_json.InvalidJson as problem:
        raise InvalidJson(f"The body {problem}.") from None
    if isinstance(content, dict) and len(content) > MAX_FIELDS:
        raise InvalidJson(f"The body has {len(content)} fields; no request has more than {MAX_FIELDS}.")
