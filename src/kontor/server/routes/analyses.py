"""Analyses of tables that are over or studied by one person."""

from __future__ import annotations

from fastapi import APIRouter

from kontor.server.routes.answers import Answer
from kontor.server.routes.callers import Caller, Origin, TheNode, looked_at
from kontor.server.schemas.study import Analysis
from kontor.server.schemas.texts import TableId

router = APIRouter(prefix="/tables/{table_id}", tags=["study"])


@router.post("/analysis", response_model=Analysis)
async def analyse(table_id: TableId, account: Caller, node: TheNode, address: Origin) -> Answer:
    """Begin to analyse a table, unless that is done or under way; refused while other people or computers play."""
    match, _ = await looked_at(node, table_id, account, None)
    return Answer(await node.analysing.begin(match, account, address))


@router.get("/analysis", response_model=Analysis)
async def analysis(table_id: TableId, account: Caller, node: TheNode) -> Answer:
    """Say how far the analysis of a table has come, and what was found."""
    match, _ = await looked_at(node, table_id, account, None)
    return Answer(node.analysing.found(match, account))
