"""The app: routes, doors and the node behind them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import APIRouter, FastAPI
from starlette.types import ASGIApp

import kontor
from kontor.server.doors import Doors
from kontor.server.headers import SecurityHeaders
from kontor.server.node import Node
from kontor.server.routes import (
    analyses,
    games,
    health,
    hints,
    live,
    mail,
    messages,
    moves,
    puzzles,
    records,
    seats,
    session,
    tables,
    tokens,
    webhooks,
)
from kontor.server.routes.callers import SECURITY
from kontor.server.routes.pages import add_pages
from kontor.server.routes.problems import RESPONSES, add_problems
from kontor.server.settings import Settings
from kontor.server.watching import Watching

NOUNS = (moves, hints, tables, seats, records, analyses, messages, games, puzzles, session, tokens, webhooks, mail)


class App(FastAPI):
    """An app whose security headers are added outside everything else, since a failure is answered there."""

    def build_middleware_stack(self) -> ASGIApp:
        """Return the middlewares around the routes, that of the headers outermost."""
        return SecurityHeaders(super().build_middleware_stack())


def create_app(settings: Settings | None = None) -> FastAPI:
    """The app of a node, which starts and stops with it."""
    node = Node(settings or Settings())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await node.start()
        yield
        await node.stop()

    app = App(
        title="Kontor",
        version=kontor.__version__,
        description="The open home of the Hanse board games.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.node = node
    app.webhooks.include_router(webhooks.calls)
    add_routes(app)
    add_problems(app)
    app.add_middleware(Doors, node=node)
    app.add_middleware(Watching, metrics=node.metrics)
    return app


def add_routes(app: FastAPI) -> None:
    """Add everything that can be asked; the pages come last, since they answer every other path."""
    api = APIRouter(prefix="/api", dependencies=SECURITY, responses=RESPONSES)
    for noun in NOUNS:
        api.include_router(noun.router)
    app.include_router(api)
    app.include_router(live.router, prefix="/api")
    app.include_router(mail.pages, prefix="/api")
    app.include_router(health.router)
    add_pages(app)
