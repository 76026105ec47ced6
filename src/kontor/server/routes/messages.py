"""What is said at tables."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from kontor.server.routes.callers import Caller, TheNode, Visitor, looked_at
from kontor.server.schemas.tables import Message, Messages, Say
from kontor.server.schemas.texts import Since, TableId
from kontor.server.service.talking import say
from kontor.server.service.telling import message_json

router = APIRouter(prefix="/tables/{table_id}/messages", tags=["messages"])


@router.post("", status_code=201, response_model=Message)
async def speak(table_id: TableId, asked: Say, account: Caller, node: TheNode) -> dict[str, Any]:
    """Say something at a table; whoever may see the table hears it."""
    match, _ = await looked_at(node, table_id, account, None)
    return message_json(await say(node.messages, match, account, asked.text, node.settings.messages_per_table))


@router.get("", response_model=Messages)
async def listen(table_id: TableId, account: Visitor, node: TheNode, since: Since = 0) -> dict[str, Any]:
    """What was said after a number."""
    match, _ = await looked_at(node, table_id, account, None)
    return {"messages": [message_json(message) for message in await node.messages.after(match.card.id, since)]}
