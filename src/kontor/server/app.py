"""The FastAPI application: routes and middleware around a node."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

import kontor
from kontor.server.bus.process_link import ProcessLink
from kontor.server.error_responses import add_error_handlers
from kontor.server.middleware.access_log import AccessLogMiddleware, RequestLog
from kontor.server.middleware.move_path import MovePath
from kontor.server.middleware.request_guard import RequestGuard, RequestGuardMiddleware
from kontor.server.middleware.security_headers import SecurityHeadersMiddleware
from kontor.server.node import Node
from kontor.server.routes import (
    account,
    account_live,
    analyses,
    announcements,
    blocks,
    events,
    friends,
    games,
    groups,
    health,
    hints,
    home,
    invitations,
    live,
    mail,
    messages,
    moves,
    notices,
    notifications,
    operator,
    orders,
    pictures,
    profiles,
    push,
    puzzles,
    quick_match,
    records,
    reports,
    seats,
    session,
    tables,
    tokens,
    tournaments,
    vacation,
    webhooks,
)
from kontor.server.routes.pages import add_pages
from kontor.server.settings import Settings

API_MODULES = (
    moves,
    orders,
    events,
    hints,
    tables,
    home,
    pictures,
    seats,
    invitations,
    friends,
    groups,
    tournaments,
    quick_match,
    records,
    analyses,
    messages,
    games,
    puzzles,
    profiles,
    session,
    account,
    tokens,
    notices,
    notifications,
    push,
    vacation,
    webhooks,
    mail,
    blocks,
    reports,
    announcements,
    operator,
)


class App(FastAPI):
    """An app whose moves take a short path, and whose security headers are added outside all other middleware."""

    move_path: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, moves without the framework."""
        await (self.move_path or self.framework)(scope, receive, send)

    async def framework(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request with middleware and routes."""
        await super().__call__(scope, receive, send)

    def build_middleware_stack(self) -> ASGIApp:
        """Return the middleware around the routes, the security headers outermost, which failures get too."""
        return SecurityHeadersMiddleware(super().build_middleware_stack())


def create_app(settings: Settings | None = None, link: ProcessLink | None = None) -> FastAPI:
    """Return the app of a new node, which starts and stops with it; a link connects it to other processes."""
    node = Node(settings or Settings(), link)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await node.start()
        yield
        await node.stop()

    app = App(
        title="Kontor",
        version=kontor.__version__,
        description="The API of the Kontor game server.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.node = node
    app.webhooks.routes.extend(webhooks.payloads.routes)
    add_routes(app)
    add_error_handlers(app)
    guard, requests = RequestGuard(node), RequestLog(node.metrics)
    app.add_middleware(RequestGuardMiddleware, guard=guard)
    app.add_middleware(AccessLogMiddleware, requests=requests)
    app.move_path = MovePath(app.framework, node, guard, requests)
    return app


def add_routes(app: FastAPI) -> None:
    """Add all routes; the pages come last, since they answer every other path."""
    routers = [module.router for module in API_MODULES]
    for router in (*routers, live.router, account_live.router, mail.pages, health.router):
        app.router.routes.extend(router.routes)
    add_pages(app)
