"""Records of tables; a record comes in by opening a table with it."""

from __future__ import annotations

from fastapi import APIRouter

from kontor.server.routes.answers import Answer
from kontor.server.routes.callers import TheNode, Visitor, looked_at
from kontor.server.schemas.tables import Record
from kontor.server.schemas.texts import AskedSeat, TableId
from kontor.server.service.records import written_down

router = APIRouter(prefix="/tables/{table_id}", tags=["records"])


@router.get("/record", response_model=Record)
async def record(table_id: TableId, account: Visitor, node: TheNode, seat: AskedSeat = None) -> Answer:
    """Write a table down; while it is played, what is secret to the caller stands as `?`."""
    match, eyes = await looked_at(node, table_id, account, seat)
    return Answer((await written_down(node.slices, match, eyes)).json())
