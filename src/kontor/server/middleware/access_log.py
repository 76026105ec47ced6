"""Middleware that counts, times and logs requests, without their content."""

from __future__ import annotations

import time

import structlog
from prometheus_client import Counter, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kontor.server.metrics import Metrics

log = structlog.get_logger(__name__)


class AccessLogMiddleware:
    """ASGI middleware that counts, times and logs every HTTP request under its route."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self._counted: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

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
            self.record(scope, status, time.perf_counter() - start)

    def record(self, scope: Scope, status: int, seconds: float) -> None:
        """Count and log a request under its route, which does not contain the id of a table."""
        route = getattr(scope.get("route"), "path", "other")
        method = scope["method"]
        counter, times = self._metrics_of(method, route, status)
        counter.inc()
        times.observe(seconds)
        log.info("request", method=method, route=route, status=status, ms=round(1000 * seconds, 1))

    def _metrics_of(self, method: str, route: str, status: int) -> tuple[Counter, Histogram]:
        """Return the metrics of a kind of request, which are looked up once."""
        key = (method, route, status)
        if key not in self._counted:
            self._counted[key] = (self.metrics.requests.labels(*key), self.metrics.seconds.labels(route))
        return self._counted[key]
