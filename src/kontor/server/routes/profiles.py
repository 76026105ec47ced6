"""Profiles of people, their finished games, and the ratings at a table."""

from __future__ import annotations

from kontor.server.routes.api_router import api_router
from kontor.server.routes.dependencies import CurrentNode, OptionalAccount, load_match
from kontor.server.schemas.fields import AccountId, TableId
from kontor.server.schemas.profiles import Cursor, FinishedGames, GameName, Opponents, PageSize, Profile, TableRatings

router = api_router("people")


@router.get("/people/{account_id}/profile")
async def get_profile(account_id: AccountId, account: OptionalAccount, node: CurrentNode) -> Profile:
    """Return the profile of a person; of a person who shows others the name only, the name."""
    return await node.profiles.profile(account_id, account.id if account else None)


@router.get("/people/{account_id}/games")
async def get_finished_games(
    account_id: AccountId,
    account: OptionalAccount,
    node: CurrentNode,
    game: GameName = None,
    against: Opponents = "all",
    after: Cursor = None,
    limit: PageSize = 20,
) -> FinishedGames:
    """Return the finished games of a person that you may watch, the last first."""
    viewer = account.id if account else None
    return await node.profiles.history(account_id, viewer, game, against, after, limit)


@router.get("/tables/{table_id}/ratings")
async def get_table_ratings(table_id: TableId, account: OptionalAccount, node: CurrentNode) -> TableRatings:
    """Return the ratings of the players of a table and, when a rated game is over, what it has changed."""
    match, viewer = await load_match(node, table_id, account, None)
    return await node.ratings.of_table(match.table, viewer.account_id)
