"""Hints for the player who is to move."""

from __future__ import annotations

from typing import Any

from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode, load_match
from kontor.server.schemas.fields import TableId, ViewedSeat
from kontor.server.schemas.hints import Hint, HintRequest

router = api_router("hints", "/tables/{table_id}")


@router.post("/hint", response_model=Hint)
async def get_hint(
    table_id: TableId, body: HintRequest, account: CurrentAccount, node: CurrentNode, seat: ViewedSeat = None
) -> dict[str, Any]:
    """Return the move the computer would make for the account, which has to be to move, and one reason."""
    match, viewer = await load_match(node, table_id, account, seat)
    return await node.hints.hint(match, viewer, body.number)
