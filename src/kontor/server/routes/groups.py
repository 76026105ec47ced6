"""Groups, their members and their tables."""

from __future__ import annotations

from typing import Any

from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode, OptionalAccount
from kontor.server.schemas import groups as schema
from kontor.server.schemas.fields import AccountId, GroupId

TABLES = 50  # running tables that are shown with a group

router = api_router("groups", "/groups")


@router.get("", response_model=schema.Groups)
async def list_groups(account: CurrentAccount, node: CurrentNode) -> dict[str, Any]:
    """List the groups of the account."""
    return {"groups": await node.groups.summaries(account)}


@router.post("", status_code=201, response_model=schema.Group)
async def create_group(body: schema.NewGroup, account: CurrentAccount, node: CurrentNode) -> dict[str, Any]:
    """Create a group, whose owner is the account."""
    group_id = await node.groups.create(account, body.name, body.description)
    return await get_group(group_id, account, node)


@router.get("/{group_id}", response_model=schema.Group)
async def get_group(group_id: GroupId, account: CurrentAccount, node: CurrentNode) -> dict[str, Any]:
    """Return a group with its members and its running tables, for its members."""
    group = await node.groups.view(account, group_id)
    return {**group, "tables": (await node.home.of_group(account.id, group_id, TABLES))["tables"]}


@router.put("/{group_id}", status_code=204)
async def change_group(
    group_id: GroupId, body: schema.GroupChange, account: CurrentAccount, node: CurrentNode
) -> None:
    """Change the name, the description and the default settings of a group; an owner may do so."""
    defaults = None if body.defaults is None else body.defaults.model_dump()
    await node.groups.change(account, group_id, body.name, body.description, defaults)


@router.delete("/{group_id}", status_code=204)
async def delete_group(group_id: GroupId, account: CurrentAccount, node: CurrentNode) -> None:
    """Delete a group; an owner may do so, and its tables stay."""
    await node.groups.delete(account, group_id)


@router.post("/{group_id}/invitation", status_code=201)
async def create_group_link(group_id: GroupId, account: CurrentAccount, node: CurrentNode) -> schema.GroupLink:
    """Create an invitation link to a group, which replaces the one before it; an owner may do so."""
    return schema.GroupLink(invitation=await node.groups.create_link(account, group_id))


@router.delete("/{group_id}/invitation", status_code=204)
async def revoke_group_link(group_id: GroupId, account: CurrentAccount, node: CurrentNode) -> None:
    """Revoke the invitation link of a group; an owner may do so."""
    await node.groups.revoke_link(account, group_id)


@router.post("/{group_id}/preview", response_model=schema.GroupPreview)
async def preview_group(
    group_id: GroupId, body: schema.GroupInvitation, account: OptionalAccount, node: CurrentNode
) -> dict[str, Any]:
    """Return which group an invitation link leads to."""
    return await node.groups.preview(account, group_id, body.invitation)


@router.post("/{group_id}/members", status_code=204)
async def join_group(
    group_id: GroupId, body: schema.GroupInvitation, account: CurrentAccount, node: CurrentNode
) -> None:
    """Join a group by its invitation link."""
    await node.groups.join(account, group_id, body.invitation)


@router.put("/{group_id}/members/{account_id}", status_code=204)
async def change_role(
    group_id: GroupId, account_id: AccountId, body: schema.RoleChange, account: CurrentAccount, node: CurrentNode
) -> None:
    """Change the role of a member; an owner may do so."""
    await node.groups.set_role(account, group_id, account_id, body.role)


@router.delete("/{group_id}/members/{account_id}", status_code=204)
async def remove_member(group_id: GroupId, account_id: AccountId, account: CurrentAccount, node: CurrentNode) -> None:
    """Leave a group, or remove a member, which an owner may do."""
    await node.groups.remove(account, group_id, account_id)


@router.get("/{group_id}/leaderboard", response_model=schema.Leaderboard)
async def get_leaderboard(group_id: GroupId, account: CurrentAccount, node: CurrentNode) -> dict[str, Any]:
    """Return the results of the members at the tables of the group."""
    return await node.leaderboards.of_group(account, group_id)
