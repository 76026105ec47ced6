"""Seats of a table, and the invitations to them."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from kontor.server.responses import JsonResponse
from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode, load_match
from kontor.server.schemas.fields import SeatNumber, TableId
from kontor.server.schemas.seats import AbsenceVote, OfferedSeat, SeatOffer, SeatOfferRequest
from kontor.server.schemas.tables import (
    Invitation,
    InvitationRequest,
    JoinRequest,
    MoveResult,
    SeatChangeRequest,
    WatchRequest,
)
from kontor.server.service.serialization import update_json

router = api_router("seats", "/tables/{table_id}")


@router.post("/seats/{seat}", status_code=204)
async def join_seat(
    table_id: TableId, seat: SeatNumber, body: JoinRequest, account: CurrentAccount, node: CurrentNode
) -> None:
    """Take an open seat."""
    match = await node.matches.get(table_id)
    if body.name is not None:
        await node.accounts.check_seat_name(account, body.name)
    await node.seats.join(match, account, seat, body.invitation, body.name)


@router.put("/seats/{seat}", status_code=204)
async def change_seat(
    table_id: TableId, seat: SeatNumber, body: SeatChangeRequest, account: CurrentAccount, node: CurrentNode
) -> None:
    """Give a seat to an agent, or, without one, open it; the host may do so with every seat."""
    match = await node.matches.get(table_id)
    await node.seats.change(match, account, seat, body.agent)


@router.get("/seats/{seat}/offer")
async def get_seat_offer(
    table_id: TableId, seat: SeatNumber, account: CurrentAccount, node: CurrentNode
) -> SeatOffer:
    """Return whether a seat of the account can be handed over to a person, and whether it is offered."""
    match = await node.matches.get(table_id)
    return SeatOffer(**node.seat_offers.json(match, account, seat))


@router.post("/seats/{seat}/offer", status_code=201)
async def offer_seat(
    table_id: TableId, seat: SeatNumber, body: SeatOfferRequest, account: CurrentAccount, node: CurrentNode
) -> OfferedSeat:
    """Offer a seat to a person, who takes it like an open one; a seat with secrets can only be given to an agent."""
    match = await node.matches.get(table_id)
    return OfferedSeat(seat=seat, invitation=await node.seat_offers.offer(match, account, seat, body.to))


@router.delete("/seats/{seat}/offer", status_code=204)
async def withdraw_seat_offer(
    table_id: TableId, seat: SeatNumber, account: CurrentAccount, node: CurrentNode
) -> None:
    """Withdraw the offer of a seat."""
    await node.seat_offers.withdraw(await node.matches.get(table_id), account, seat)


@router.post("/absence", response_model=MoveResult)
async def vote_about_absence(
    table_id: TableId, body: AbsenceVote, account: CurrentAccount, node: CurrentNode
) -> JsonResponse:
    """Vote to let the computer play for the seat to move; once all other people agree, it does."""
    match, viewer = await load_match(node, table_id, account, None)
    await node.absence.vote(match, viewer, body.number, body.agree)
    return JsonResponse(update_json(match, viewer, body.number, with_state=False))


@router.post("/invitations", status_code=201)
async def create_invitation(
    table_id: TableId, body: InvitationRequest, account: CurrentAccount, node: CurrentNode
) -> Invitation:
    """Create an invitation to a seat, or to watch, which replaces the one before it."""
    match = await node.matches.get(table_id)
    return Invitation(seat=body.seat, invitation=await node.seats.invite(match, account, body.seat))


@router.delete("/invitations", status_code=204)
async def revoke_invitation(
    table_id: TableId,
    account: CurrentAccount,
    node: CurrentNode,
    seat: Annotated[int | None, Query(ge=0, le=99)] = None,
) -> None:
    """Revoke the invitation to a seat, or, without one, to watch."""
    await node.seats.revoke(await node.matches.get(table_id), account, seat)


@router.post("/watchers", status_code=204)
async def watch_table(table_id: TableId, body: WatchRequest, account: CurrentAccount, node: CurrentNode) -> None:
    """Let the account watch a private table by its invitation."""
    await node.seats.watch(await node.matches.get(table_id), account, body.invitation)
