"""Middleware that counts, times and logs requests, without their content."""

from __future__ import annotations

import time
from typing import Final

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kontor.server.metrics import Metrics

MOVES_ROUTE: Final = "/api/tables/{table_id}/moves"

log = structlog.get_logger(__name__)


class RequestLog:
    """Counts and times requests, and logs all but successful moves, of which there are by far the most."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics

    def record(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request under its route, which contains no id of a table, and log it unless it made a move."""
        self.metrics.requests.counts[method, route, str(status)] += 1
        self.metrics.seconds.of(route).observe(seconds)
        if route != MOVES_ROUTE or status != 200:
            log.info("request", method=method, route=route, status=status, ms=round(1000 * seconds, 1))


class AccessLogMiddleware:
    """ASGI middleware that counts, times and logs HTTP requests under their routes."""

    def __init__(self, app: ASGIApp, requests: RequestLog) -> None:
        self.app = app
        self.requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and log the status of its response."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start, status = time.perf_counter(), 500

        async def send_and_keep_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_and_keep_status)
        finally:
            route = getattr(scope.get("route"), "path", "other")
            self.requests.record(scope["method"], route, status, time.perf_counter() - start)
