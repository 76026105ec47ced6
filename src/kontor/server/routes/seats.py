"""Seats and the links to them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from kontor.server.routes.callers import Caller, TheNode
from kontor.server.schemas.tables import ChangeSeat, Invitation, Invite, Join, Watch
from kontor.server.schemas.texts import SeatNumber, TableId

router = APIRouter(prefix="/tables/{table_id}", tags=["seats"])


@router.post("/seats/{seat}", status_code=204)
async def join(table_id: TableId, seat: SeatNumber, asked: Join, account: Caller, node: TheNode) -> None:
    """Sit down on an open seat."""
    match = await node.matches.get(table_id)
    if asked.name is not None:
        await node.people.check_seat_name(account, asked.name)
    await node.seating.join(match, account, seat, asked.invitation, asked.name)


@router.put("/seats/{seat}", status_code=204)
async def change(table_id: TableId, seat: SeatNumber, asked: ChangeSeat, account: Caller, node: TheNode) -> None:
    """Leave a seat to an agent, or, without one, open; the host may do so with every seat."""
    match = await node.matches.get(table_id)
    await node.seating.change(match, account, seat, asked.agent)


@router.post("/invitations", status_code=201)
async def invite(table_id: TableId, asked: Invite, account: Caller, node: TheNode) -> Invitation:
    """Make a new link to a seat, or to watch; the one before it is worthless from now on."""
    match = await node.matches.get(table_id)
    return Invitation(seat=asked.seat, invitation=await node.seating.invite(match, account, asked.seat))


@router.delete("/invitations", status_code=204)
async def revoke(
    table_id: TableId, account: Caller, node: TheNode, seat: Annotated[int | None, Query(ge=0, le=99)] = None
) -> None:
    """Make the link to a seat, or without one the link to watch, worthless."""
    await node.seating.revoke(await node.matches.get(table_id), account, seat)


@router.post("/watchers", status_code=204)
async def watch(table_id: TableId, asked: Watch, account: Caller, node: TheNode) -> None:
    """Be let in to watch a private table by its link."""
    await node.seating.watch(await node.matches.get(table_id), account, asked.invitation)
