"""Hints."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from kontor.server.routes.callers import Caller, TheNode, looked_at
from kontor.server.schemas.tables import AskHint, Hint
from kontor.server.schemas.texts import AskedSeat, TableId

router = APIRouter(prefix="/tables/{table_id}", tags=["hints"])


@router.post("/hint", response_model=Hint)
async def hint(
    table_id: TableId, asked: AskHint, account: Caller, node: TheNode, seat: AskedSeat = None
) -> dict[str, Any]:
    """Say what the computer would do in the place of the caller, who is to move, and one reason."""
    match, eyes = await looked_at(node, table_id, account, seat)
    return await node.advising.hint(match, eyes, asked.number)
