"""Moves, undos, and previews of moves."""

from __future__ import annotations

from kontor.server.responses import JsonResponse
from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode, load_match
from kontor.server.schemas.fields import TableId, ViewedSeat, WithState
from kontor.server.schemas.previews import PreviewRequest, Previews
from kontor.server.schemas.tables import MoveRequest, MoveResult, UndoRequest
from kontor.server.service.orders import seat_key
from kontor.server.service.serialization import update_json

router = api_router("moves", "/tables/{table_id}")


@router.post("/moves", response_model=MoveResult)
async def make_move(
    table_id: TableId,
    body: MoveRequest,
    account: CurrentAccount,
    node: CurrentNode,
    seat: ViewedSeat = None,
    state: WithState = False,
) -> JsonResponse:
    """Make a move; it is on disk before the response, with the chance moves that follow from it."""
    match, viewer = await node.play.request(
        table_id, account, seat, lambda match, viewer: node.play.move(match, viewer, body.number, body.move)
    )
    return JsonResponse(update_json(match, viewer, body.number, state))


@router.post("/undo", response_model=MoveResult)
async def undo_moves(
    table_id: TableId,
    body: UndoRequest,
    account: CurrentAccount,
    node: CurrentNode,
    seat: ViewedSeat = None,
    state: WithState = False,
) -> JsonResponse:
    """Take moves back; where all players have to agree, the number stays the same until they do."""
    match, viewer = await node.play.request(
        table_id, account, seat, lambda match, viewer: node.play.undo(match, viewer, body.number, body.length)
    )
    return JsonResponse(update_json(match, viewer, body.number, state))


@router.post("/previews", response_model=Previews)
async def preview_moves(
    table_id: TableId, body: PreviewRequest, account: CurrentAccount, node: CurrentNode, seat: ViewedSeat = None
) -> JsonResponse:
    """Return the states to which lines of moves would lead, for the account that is to move; nothing is changed."""
    match, viewer = await load_match(node, table_id, account, seat)
    number = match.number
    ahead = seat_key(match, viewer, seat).seat if body.ahead else None
    previews = await node.previews.previews(match, viewer, body.number, body.lines, ahead)
    return JsonResponse({"number": number, "previews": previews})
