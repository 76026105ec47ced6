"""How the node is, for those who watch over it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Literal

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import BaseModel

import kontor
from kontor.server.node import Node
from kontor.server.routes.callers import TheNode
from kontor.server.routes.problems import Unhealthy
from kontor.server.schemas.problems import Problem

router = APIRouter(tags=["health"])


class Health(BaseModel):
    """A node that answers."""

    status: str
    version: str
    node: str


@router.get("/healthz", responses={503: {"model": Problem, "description": "The database does not work."}})
async def health(node: TheNode, check: Literal["database"] | None = None) -> Health:
    """Report that the node can write to its database.

    With `check=database` an embedded database is looked through as well, at most once a minute.
    """
    problem = await node.probe.writable.get() or (await node.probe.sound.get() if check else None)
    if problem is not None:
        raise Unhealthy(problem)
    return Health(status="well", version=kontor.__version__, node=node.id)


@router.get("/metrics", response_class=Response)
async def metrics(node: TheNode) -> Response:
    """Count for Prometheus what this node does and what its database holds."""
    await count(node)
    return Response(generate_latest(node.metrics.registry), media_type=CONTENT_TYPE_LATEST)


async def count(node: Node) -> None:
    """Look into the database for what is the same at every node."""
    running, over = await node.tables.count()
    node.metrics.tables.labels("running").set(running)
    node.metrics.tables.labels("over").set(over)
    for name, length in asdict(await node.outbox.lengths()).items():
        node.metrics.queue.labels(*name.split("_")).set(length)
