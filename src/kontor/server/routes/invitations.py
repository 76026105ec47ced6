"""Invitations of accounts, and what an invitation leads to."""

from __future__ import annotations

from typing import Any

from fastapi import Response

from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode, OptionalAccount
from kontor.server.schemas import invitations as schema
from kontor.server.schemas.fields import TableId
from kontor.server.service.qr_codes import qr_code

router = api_router("invitations")


@router.get("/invitations", response_model=schema.AccountInvitations)
async def list_invitations(account: CurrentAccount, node: CurrentNode) -> dict[str, Any]:
    """List the invitations that the account can accept."""
    return {"invitations": await node.invitations.all(account)}


@router.post("/invitations/{table_id}")
async def accept_invitation(table_id: TableId, account: CurrentAccount, node: CurrentNode) -> schema.SeatTaken:
    """Sit down at a table to which the account is invited; again, it is told the seats it holds."""
    seats = await node.invitations.accept(account, table_id)
    return schema.SeatTaken(table_id=table_id, seats=seats)


@router.delete("/invitations/{table_id}", status_code=204)
async def decline_invitation(table_id: TableId, account: CurrentAccount, node: CurrentNode) -> None:
    """Decline an invitation."""
    await node.invitations.decline(account, table_id)


@router.post("/qr", response_model=schema.QrCode)
async def create_qr_code(body: schema.QrRequest) -> dict[str, Any]:
    """Return the QR code of a link; the server keeps nothing of it."""
    return qr_code(body.link)._asdict()


@router.post("/tables/{table_id}/invited", status_code=204)
async def invite_people(
    table_id: TableId, body: schema.InvitePeople, account: CurrentAccount, node: CurrentNode
) -> None:
    """Invite friends or members of a common group to the open seats of a table; the host may do so."""
    await node.invitations.invite(await node.matches.get(table_id), account, body.accounts)


@router.post(
    "/tables/{table_id}/preview",
    response_model=schema.InvitedTable,
    responses={204: {"description": "The link is not valid."}},
)
async def preview_invitation(
    table_id: TableId, body: schema.InvitationPreview, account: OptionalAccount, node: CurrentNode
) -> dict[str, Any] | Response:
    """Return who invites to what, for those who have a link to a table or are invited to it."""
    return await node.invitations.preview(table_id, account, body.invitation) or Response(status_code=204)
