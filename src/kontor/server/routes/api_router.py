"""The routers of the API: routes with their whole path, which every app of a process shares."""

from __future__ import annotations

from fastapi import APIRouter

from kontor.server.error_responses import RESPONSES
from kontor.server.routes.dependencies import SECURITY

PREFIX = "/api"


def api_router(tag: str, prefix: str = "") -> APIRouter:
    """Return a router for one subject of the API, below a path.

    Routers included in an app are built anew for each app, and matched in several steps for each request.
    """
    return APIRouter(prefix=PREFIX + prefix, tags=[tag], dependencies=SECURITY, responses=RESPONSES)
