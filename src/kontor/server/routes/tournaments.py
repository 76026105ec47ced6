"""Leagues and tournaments of groups."""

from __future__ import annotations

from typing import Any

from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentAccount, CurrentNode
from kontor.server.schemas import tournaments as schema
from kontor.server.schemas.fields import AccountId, GroupId, TournamentId
from kontor.server.service.tournament_plans import TournamentPlan

router = api_router("tournaments")


@router.get("/groups/{group_id}/tournaments", response_model=schema.Tournaments)
async def list_tournaments(group_id: GroupId, account: CurrentAccount, node: CurrentNode) -> dict[str, Any]:
    """List the tournaments of a group."""
    return {"tournaments": await node.tournaments.of_group(account, group_id)}


@router.post("/groups/{group_id}/tournaments", status_code=201, response_model=schema.Tournament)
async def create_tournament(
    group_id: GroupId, body: schema.NewTournament, account: CurrentAccount, node: CurrentNode
) -> dict[str, Any]:
    """Create a tournament of a group, which an owner starts when its players have entered."""
    content = body.model_dump()
    tournament_id = await node.tournaments.create(account, group_id, TournamentPlan(**content))
    return await node.tournaments.view(account, tournament_id)


@router.get("/tournaments/{tournament_id}", response_model=schema.Tournament)
async def get_tournament(tournament_id: TournamentId, account: CurrentAccount, node: CurrentNode) -> dict[str, Any]:
    """Return a tournament with its players, pairings and standings."""
    return await node.tournaments.view(account, tournament_id)


@router.delete("/tournaments/{tournament_id}", status_code=204)
async def cancel_tournament(tournament_id: TournamentId, account: CurrentAccount, node: CurrentNode) -> None:
    """Delete a tournament; its tables stay."""
    await node.tournaments.cancel(account, tournament_id)


@router.post("/tournaments/{tournament_id}/players", status_code=204)
async def enter_tournament(tournament_id: TournamentId, account: CurrentAccount, node: CurrentNode) -> None:
    """Enter a tournament that has not started."""
    await node.tournaments.enter(account, tournament_id)


@router.delete("/tournaments/{tournament_id}/players/{account_id}", status_code=204)
async def leave_tournament(
    tournament_id: TournamentId, account_id: AccountId, account: CurrentAccount, node: CurrentNode
) -> None:
    """Withdraw from a tournament, or withdraw a player, which an owner of the group may do."""
    await node.tournaments.leave(account, tournament_id, account_id)


@router.post("/tournaments/{tournament_id}/start", response_model=schema.Tournament)
async def start_tournament(tournament_id: TournamentId, account: CurrentAccount, node: CurrentNode) -> dict[str, Any]:
    """Pair the first round."""
    await node.tournaments.start(account, tournament_id)
    return await node.tournaments.view(account, tournament_id)
