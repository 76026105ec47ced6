"""How the node is, for those who watch over it."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import BaseModel
from sqlalchemy import text

import kontor
from kontor.server.node import Node
from kontor.server.routes.callers import TheNode

router = APIRouter(tags=["health"])


class Health(BaseModel):
    """A node that answers."""

    status: str
    version: str
    node: str


@router.get("/healthz")
async def health(node: TheNode) -> Health:
    """Say that the node is well, which means that its database answers."""
    async with node.database.reading() as session:
        await session.execute(text("SELECT 1"))
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
