"""Middleware that adds security headers to every response, errors included."""

from __future__ import annotations

from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

RESPONSE_STARTS: Final = ("http.response.start", "websocket.http.response.start")
NO_EMBEDDING: Final = "base-uri 'none'; frame-ancestors 'none'"

DATA_POLICY: Final = f"default-src 'none'; form-action 'none'; {NO_EMBEDDING}"
"""The policy of a response that is not a page: a browser may load nothing for it."""

PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    f"img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    f"form-action 'self'; {NO_EMBEDDING}"
)
"""The policy of the web client: its own files, and images it draws itself."""

WORKER_POLICY: Final = "default-src 'none'; connect-src 'self'; img-src 'self'"
"""The policy of the service worker, which fetches files of the client, answers of the API and icons."""

DEFAULTS: Final = {
    "Content-Security-Policy": DATA_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
RAW_DEFAULTS: Final = [(name.lower().encode(), value.encode()) for name, value in DEFAULTS.items()]


class SecurityHeadersMiddleware:
    """ASGI middleware that adds security headers to every response; a route may set its own value of each."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and add the headers to its response."""

        async def with_headers(message: Message) -> None:
            if message["type"] in RESPONSE_STARTS:
                headers = list(message.get("headers", ()))
                present = {name for name, _ in headers}
                headers += [pair for pair in RAW_DEFAULTS if pair[0] not in present]
                message = {**message, "headers": headers}
            await send(message)

        await self.app(scope, receive, with_headers)
