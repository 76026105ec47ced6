"""Ratings as people read them: of accounts in a game, and of the seats of a table."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.errors import Forbidden
from kontor.server.schemas.profiles import RatingView, SeatRating, TableRatings
from kontor.server.store.accounts import Account
from kontor.server.store.database import Database
from kontor.server.store.models import AccountRow, RatingChangeRow, RatingRow, ResultRow
from kontor.server.store.rating_model import NEW, Rating, is_rated_level, level_rating, pool_of
from kontor.server.store.table_info import AGENT, SeatInfo, TableInfo

RATING = (RatingRow.mu, RatingRow.sigma, RatingRow.games)


async def ratings_of(
    session: AsyncSession, account_ids: Collection[str], game: str, players: int, viewer: str | None = None
) -> dict[str, RatingView]:
    """Return the ratings of accounts in a game with a number of players, in one query.

    Accounts without a rated game have none. Accounts that show others only their name have one for the viewer alone.
    """
    found = await all_ratings_of(session, account_ids, viewer, [pool_of(game, players)])
    return {account_id: rating for (account_id, _), rating in found.items()}


async def all_ratings_of(
    session: AsyncSession,
    account_ids: Collection[str],
    viewer: str | None = None,
    pools: Collection[str] | None = None,
) -> dict[tuple[str, str], RatingView]:
    """Return the ratings of accounts by account and pool, in one query; by default in all pools."""
    query = select(RatingRow.account_id, RatingRow.pool, *RATING).join(AccountRow).where(is_shown_to(viewer))
    query = query.where(RatingRow.account_id.in_(set(account_ids)))
    if pools is not None:
        query = query.where(RatingRow.pool.in_(pools))
    rows = await session.execute(query)
    return {(row.account_id, row.pool): rating_view(Rating(row.mu, row.sigma, row.games)) for row in rows}


def is_shown_to(viewer: str | None) -> ColumnElement[bool]:
    """Return the condition that an account shows others more than its name, or is that of the viewer."""
    public = AccountRow.private.is_(False) & AccountRow.deleted_at.is_(None)
    return public if viewer is None else or_(public, AccountRow.id == viewer)


def rating_view(rating: Rating) -> RatingView:
    """Return a rating for people."""
    return RatingView(
        points=rating.points, uncertainty=rating.uncertainty, provisional=rating.provisional, games=rating.games
    )


def points_gained(mu_before: float, mu: float) -> int:
    """Return by how much a rating has changed, as the difference of what was shown and what is shown."""
    return Rating(mu=mu).points - Rating(mu=mu_before).points


class RatingService:
    """Reads ratings for tables, and checks who may join one."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of_table(self, table: TableInfo, viewer: str | None) -> TableRatings:
        """Return the ratings of the players of a table, and what its game has changed."""
        game, players = table.setup["game"], table.setup["players"]
        accounts = [seat.account_id for seat in table.seats if seat.account_id]
        async with self.database.reading() as session:
            known = await ratings_of(session, accounts, game, players, viewer)
            changes = await changes_at(session, table.id, pool_of(game, players), viewer) if table.rated else {}
        seats = [
            SeatRating(seat=seat.seat, rating=seat_rating(game, seat, known), change=changes.get(seat.seat))
            for seat in table.seats
        ]
        return TableRatings(rated=table.rated, seats=seats)

    async def check_range(self, table: TableInfo, account: Account) -> None:
        """Reject an account whose rating is outside the range of a table."""
        if table.rating_min is None and table.rating_max is None:
            return
        if account.password is None:
            raise Forbidden("This table is for people with a rating; set a password first, since guests have none.")
        async with self.database.reading() as session:
            row = await session.get(RatingRow, (pool_of(table.setup["game"], table.setup["players"]), account.id))
        points = (Rating(row.mu, row.sigma, row.games) if row else NEW).points
        low, high = table.rating_min or 0, table.rating_max
        if points < low or (high is not None and points > high):
            wanted = f"from {low} to {high}" if high is not None else f"of at least {low}"
            raise Forbidden(f"This table is for ratings {wanted}, and yours is {points}; choose another table.")


def seat_rating(game: str, seat: SeatInfo, known: dict[str, RatingView]) -> RatingView | None:
    """Return the rating of the player of a seat, if it has one that is shown."""
    if seat.kind == AGENT and seat.agent is not None and is_rated_level(game, seat.agent):
        return rating_view(level_rating(game, seat.agent))
    return known.get(seat.account_id or "")


async def changes_at(session: AsyncSession, table_id: str, pool: str, viewer: str | None) -> dict[int, int]:
    """Return by seat what the game at a table has changed in a pool."""
    same = (RatingChangeRow.sequence == ResultRow.sequence) & (RatingChangeRow.account_id == ResultRow.account_id)
    query = (
        select(ResultRow.seat, RatingChangeRow.mu_before, RatingChangeRow.mu)
        .join(RatingChangeRow, same)
        .join(AccountRow, AccountRow.id == ResultRow.account_id)
        .where(ResultRow.table_id == table_id, RatingChangeRow.pool == pool, is_shown_to(viewer))
    )
    return {seat: points_gained(before, after) for seat, before, after in await session.execute(query)}
