"""Analyses of tables."""

from __future__ import annotations

from kontor.server.responses import JsonResponse
from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import ClientAddress, CurrentAccount, CurrentNode, load_match
from kontor.server.schemas.fields import TableId
from kontor.server.schemas.study import Analysis

router = api_router("study", "/tables/{table_id}")


@router.post("/analysis", response_model=Analysis)
async def start_analysis(
    table_id: TableId, account: CurrentAccount, node: CurrentNode, address: ClientAddress
) -> JsonResponse:
    """Start the analysis of a table that is over, or whose seats are all held by the account."""
    match, _ = await load_match(node, table_id, account, None)
    return JsonResponse(await node.analyses.start(match, account, address))


@router.get("/analysis", response_model=Analysis)
async def get_analysis(table_id: TableId, account: CurrentAccount, node: CurrentNode) -> JsonResponse:
    """Return the progress and the results of the analysis of a table."""
    match, _ = await load_match(node, table_id, account, None)
    return JsonResponse(node.analyses.status(match, account))
