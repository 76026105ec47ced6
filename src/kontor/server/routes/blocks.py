"""Blocking people, which the blocked ones are not told."""

from __future__ import annotations

from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode
from kontor.server.schemas.blocks import BlockedPeople
from kontor.server.schemas.fields import AccountId

router = api_router("people")


@router.put("/people/{account_id}/block", status_code=204)
async def block_person(account_id: AccountId, account: CurrentAccount, node: CurrentNode) -> None:
    """Block a person, who then cannot join your tables, invite you or become your friend."""
    await node.blocks.block(account, account_id)


@router.delete("/people/{account_id}/block", status_code=204)
async def unblock_person(account_id: AccountId, account: CurrentAccount, node: CurrentNode) -> None:
    """Remove a block."""
    await node.blocks.unblock(account, account_id)


@router.get("/blocks")
async def list_blocks(account: CurrentAccount, node: CurrentNode) -> BlockedPeople:
    """List the people you have blocked."""
    return BlockedPeople(people=await node.blocks.people_blocked_by(account))
