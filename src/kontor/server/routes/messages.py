"""Chat messages of a table."""

from __future__ import annotations

from typing import Any

from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode, OptionalAccount, load_match
from kontor.server.schemas.fields import Since, TableId
from kontor.server.schemas.messages import ChatState, Message, Messages, NewMessage
from kontor.server.service.seats import check_host
from kontor.server.service.serialization import message_json

router = api_router("messages", "/tables/{table_id}")


@router.post("/messages", status_code=201, response_model=Message)
async def post_message(
    table_id: TableId, body: NewMessage, account: CurrentAccount, node: CurrentNode
) -> dict[str, Any]:
    """Write a message, which all who may see the table can read."""
    match, _ = await load_match(node, table_id, account, None)
    return message_json(await node.chat.post(match, account, body.text))


@router.get("/messages", response_model=Messages)
async def list_messages(
    table_id: TableId, account: OptionalAccount, node: CurrentNode, since: Since = 0
) -> dict[str, Any]:
    """List the messages after a number."""
    match, _ = await load_match(node, table_id, account, None)
    return {"messages": [message_json(message) for message in await node.messages.after(match.table.id, since)]}


@router.put("/chat", status_code=204)
async def set_chat(table_id: TableId, body: ChatState, account: CurrentAccount, node: CurrentNode) -> None:
    """Close the chat of a table to everybody, or open it again, as its host."""
    match = await node.matches.get(table_id)
    check_host(match.table, account)
    if match.table.chat_closed != body.closed:
        await node.tables.set_chat_closed(table_id, body.closed)
