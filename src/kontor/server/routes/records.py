"""Records of tables; a record is uploaded by creating a table with it."""

from __future__ import annotations

from kontor.server.responses import JsonResponse
from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentNode, OptionalAccount, load_match
from kontor.server.schemas.fields import TableId, ViewedSeat
from kontor.server.schemas.tables import Record
from kontor.server.service.records import record_of

router = api_router("records", "/tables/{table_id}")


@router.get("/record", response_model=Record)
async def get_record(
    table_id: TableId, account: OptionalAccount, node: CurrentNode, seat: ViewedSeat = None
) -> JsonResponse:
    """Return the record of a table; during the game, what the account may not know is written as `?`."""
    match, viewer = await load_match(node, table_id, account, seat)
    return JsonResponse((await record_of(node.slicer, match, viewer)).json())
