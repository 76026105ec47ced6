"""Watching: every request is counted, timed and logged; nothing of what it held is."""

from __future__ import annotations

import time

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kontor.server.metrics import Metrics

log = structlog.get_logger(__name__)


class Watching:
    """Counts, times and logs requests."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and remember how it was answered."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            self.note(scope, status, time.perf_counter() - begun)

    def note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count and log a request under its route, which names no table."""
        route = getattr(scope.get("route"), "path", "other")
        self.metrics.requests.labels(scope["method"], route, status).inc()
        self.metrics.seconds.labels(route).observe(seconds)
        log.info("request", method=scope["method"], route=route, status=status, ms=round(1000 * seconds, 1))
