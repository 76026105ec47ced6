"""The home page of an account, in one response."""

from __future__ import annotations

from kontor.server.responses import JsonResponse
from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode
from kontor.server.schemas.home import Home

router = api_router("tables", "/home")


@router.get("", response_model=Home)
async def get_home(account: CurrentAccount, node: CurrentNode) -> JsonResponse:
    """Return the games of the account, the open tables and the puzzle of the day."""
    return JsonResponse(await node.home.home(account.id))
