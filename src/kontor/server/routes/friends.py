"""Friends and requests for friendship."""

from __future__ import annotations

from typing import Any

from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode
from kontor.server.schemas import friends as schema
from kontor.server.schemas.fields import AccountId

router = api_router("friends", "/friends")


@router.get("", response_model=schema.Friends)
async def list_friends(account: CurrentAccount, node: CurrentNode) -> dict[str, Any]:
    """List the friends of the account, with those who are online, and all requests."""
    return await node.friends.all(account)


@router.post("", response_model=schema.AskedFriend)
async def ask_friend(body: schema.NewFriend, account: CurrentAccount, node: CurrentNode) -> dict[str, Any]:
    """Ask a person to be a friend; if that person has asked before, the two are friends."""
    return await node.friends.ask(account, body.account_id, body.name)


@router.put("/{account_id}", status_code=204)
async def accept_friend(account_id: AccountId, account: CurrentAccount, node: CurrentNode) -> None:
    """Accept the request of a person."""
    await node.friends.accept(account, account_id)


@router.delete("/{account_id}", status_code=204)
async def remove_friend(account_id: AccountId, account: CurrentAccount, node: CurrentNode) -> None:
    """End a friendship, decline a request, or withdraw one's own."""
    await node.friends.remove(account, account_id)
