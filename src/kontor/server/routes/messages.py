"""Chat messages of a table."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from kontor.server.routes.dependencies import CurrentAccount, CurrentNode, OptionalAccount, load_match
from kontor.server.schemas.fields import Since, TableId
from kontor.server.schemas.tables import Message, Messages, NewMessage
from kontor.server.service.serialization import message_json

router = APIRouter(prefix="/tables/{table_id}/messages", tags=["messages"])


@router.post("", status_code=201, response_model=Message)
async def post_message(
    table_id: TableId, body: NewMessage, account: CurrentAccount, node: CurrentNode
) -> dict[str, Any]:
    """Write a message, which all who may see the table can read."""
    match, _ = await load_match(node, table_id, account, None)
    return message_json(await node.chat.post(match, account, body.text))


@router.get("", response_model=Messages)
async def list_messages(
    table_id: TableId, account: OptionalAccount, node: CurrentNode, since: Since = 0
) -> dict[str, Any]:
    """List the messages after a number."""
    match, _ = await load_match(node, table_id, account, None)
    return {"messages": [message_json(message) for message in await node.messages.after(match.table.id, since)]}
