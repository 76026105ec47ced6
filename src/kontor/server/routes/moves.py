"""Moves and undos."""

from __future__ import annotations

from fastapi import APIRouter

from kontor.server.routes.answers import Answer
from kontor.server.routes.callers import Caller, TheNode, looked_at
from kontor.server.schemas.tables import MakeMove, Moved, TakeBack
from kontor.server.schemas.texts import AskedSeat, TableId, WithState
from kontor.server.service.telling import news_json

router = APIRouter(prefix="/tables/{table_id}", tags=["moves"])


@router.post("/moves", response_model=Moved)
async def move(
    table_id: TableId,
    asked: MakeMove,
    account: Caller,
    node: TheNode,
    seat: AskedSeat = None,
    state: WithState = False,
) -> Answer:
    """Make a move; when this is answered it is on disk, with the chances that followed from it."""
    match, eyes = await looked_at(node, table_id, account, seat)
    await node.playing.move(match, eyes, asked.number, asked.move)
    return Answer(news_json(match, eyes, asked.number, state))


@router.post("/undo", response_model=Moved)
async def undo(
    table_id: TableId,
    asked: TakeBack,
    account: Caller,
    node: TheNode,
    seat: AskedSeat = None,
    state: WithState = False,
) -> Answer:
    """Take moves back; where everybody has to agree, the number stays until they do."""
    match, eyes = await looked_at(node, table_id, account, seat)
    await node.playing.undo(match, eyes, asked.number, asked.length)
    return Answer(news_json(match, eyes, asked.number, state))
