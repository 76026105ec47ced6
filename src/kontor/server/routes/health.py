"""Health and metrics of the node."""

from __future__ import annotations

from dataclasses import asdict
from typing import Literal

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import BaseModel

import kontor
from kontor.server.errors import Unhealthy
from kontor.server.node import Node
from kontor.server.routes.dependencies import CurrentNode
from kontor.server.schemas.errors import Problem

router = APIRouter(tags=["health"])


class Health(BaseModel):
    """A node that can use its database."""

    status: str
    version: str
    node: str


@router.get("/healthz", responses={503: {"model": Problem, "description": "The database cannot be used."}})
async def health(node: CurrentNode, check: Literal["database"] | None = None) -> Health:
    """Report that the node can write to its database.

    With `check=database` an embedded database is checked for damage as well, at most once a minute.
    """
    problem = await node.health.writable.get() or (await node.health.intact.get() if check else None)
    if problem is not None:
        raise Unhealthy(problem)
    return Health(status="ok", version=kontor.__version__, node=node.id)


@router.get("/metrics", response_class=Response)
async def metrics(node: CurrentNode) -> Response:
    """Return the metrics of this node and of its database in the format of Prometheus."""
    await update_gauges(node)
    return Response(generate_latest(node.metrics.registry), media_type=CONTENT_TYPE_LATEST)


async def update_gauges(node: Node) -> None:
    """Set the metrics that are counted in the database, and so the same at every node."""
    running, over = await node.tables.count()
    node.metrics.tables.labels("running").set(running)
    node.metrics.tables.labels("over").set(over)
    for name, length in asdict(await node.outbox.lengths()).items():
        node.metrics.delivery_queue.labels(*name.split("_")).set(length)
