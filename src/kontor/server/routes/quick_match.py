"""Quick match: a game against people who want the same."""

from __future__ import annotations

from typing import Any

from fastapi import Response

from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode
from kontor.server.schemas import quick_match as schema
from kontor.server.service.quick_matches import Wish

router = api_router("quick match", "/quick-match")


@router.post("", response_model=schema.QuickMatch)
async def ask_quick_match(
    body: schema.QuickMatchRequest, account: CurrentAccount, node: CurrentNode
) -> dict[str, Any]:
    """Sit down at an open table that fits, or wait for others; asking again replaces the wish."""
    return await node.quick_matches.ask(account, Wish(body.game, body.players, body.clock, body.width))


@router.get("", response_model=schema.QuickMatch, responses={204: {"description": "The account is not waiting."}})
async def get_quick_match(account: CurrentAccount, node: CurrentNode) -> dict[str, Any] | Response:
    """Return whether opponents were found; for a game at one sitting ask at least once a minute."""
    return await node.quick_matches.status(account) or Response(status_code=204)


@router.delete("", status_code=204)
async def leave_quick_match(account: CurrentAccount, node: CurrentNode) -> None:
    """Stop waiting."""
    await node.quick_matches.leave(account)
