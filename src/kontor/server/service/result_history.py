"""The finished games of a person, the last first, page by page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy import ColumnElement, and_, exists, or_, select, true, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from kontor.server.schemas.people import PersonView
from kontor.server.schemas.profiles import FinishedGame, FinishedGames, Opponent
from kontor.server.service.people import people_by_id
from kontor.server.service.ratings import points_gained
from kontor.server.store.models import RatingChangeRow, ResultRow, SeatRow, TableRow, WatcherRow
from kontor.server.store.table_listing import is_watchable

Changes = dict[int, int]
"""What rated games changed, by their numbers."""


async def finished_games(
    session: AsyncSession,
    account_id: str,
    viewer: str | None,
    game: str | None,
    against: str,
    after: str | None,
    limit: int,
) -> FinishedGames:
    """Return a page of the finished games of an account that a viewer may watch, with four queries."""
    rows = await own_results(session, account_id, viewer, game, against, after, limit + 1)
    page = rows[:limit]
    others = await other_results(session, [result.table_id for result, _ in page])
    ids = {other.account_id for seats in others.values() for other in seats if other.account_id}
    people = await people_by_id(session, ids)
    changes = await changes_of(session, account_id, [result for result, _ in page if result.rated])
    games = [finished_game(result, title, others[result.table_id], people, changes) for result, title in page]
    last = page[-1][0] if len(rows) > limit else None
    return FinishedGames(games=games, next=f"{last.ended_at}-{last.table_id}" if last else None)


async def own_results(
    session: AsyncSession,
    account_id: str,
    viewer: str | None,
    game: str | None,
    against: str,
    after: str | None,
    limit: int,
) -> list[tuple[ResultRow, str]]:
    """Return results of an account with the titles of their tables; one of each table."""
    query = select(ResultRow, TableRow.title).join(TableRow).where(ResultRow.account_id == account_id)
    query = query.where(is_first_seat(account_id), true() if viewer == account_id else may_watch(viewer))
    if game is not None:
        query = query.where(ResultRow.game == game)
    if against != "all":
        query = query.where(with_others(account_id) if against == "people" else ~with_others(account_id))
    if after is not None:
        ended_at, table_id = after.split("-")
        query = query.where(tuple_(ResultRow.ended_at, ResultRow.table_id) < tuple_(int(ended_at), table_id))
    query = query.order_by(ResultRow.ended_at.desc(), ResultRow.table_id.desc()).limit(limit)
    return [(result, title) for result, title in await session.execute(query)]


def is_first_seat(account_id: str) -> ColumnElement[bool]:
    """Return the condition that a result is that of the first seat of an account at a table."""
    earlier = aliased(ResultRow)
    same = (earlier.table_id == ResultRow.table_id, earlier.account_id == account_id, earlier.seat < ResultRow.seat)
    return ~exists().where(*same)


def with_others(account_id: str) -> ColumnElement[bool]:
    """Return the condition that another account has a result at the same table."""
    other = aliased(ResultRow)
    return exists().where(other.table_id == ResultRow.table_id, other.account_id != account_id)


def may_watch(viewer: str | None) -> ColumnElement[bool]:
    """Return the condition that a viewer may see a table, as `TableInfo.may_watch` says."""
    public = is_watchable()
    if viewer is None:
        return public
    sits = and_(SeatRow.table_id == TableRow.id, or_(SeatRow.account_id == viewer, SeatRow.former_id == viewer))
    watches = and_(WatcherRow.table_id == TableRow.id, WatcherRow.account_id == viewer)
    return or_(public, TableRow.host == viewer, exists().where(sits), exists().where(watches))


async def other_results(session: AsyncSession, table_ids: Sequence[str]) -> dict[str, list[ResultRow]]:
    """Return the results of all seats of some tables, the best first."""
    query = select(ResultRow).where(ResultRow.table_id.in_(table_ids)).order_by(ResultRow.place, ResultRow.seat)
    found: dict[str, list[ResultRow]] = defaultdict(list)
    for row in await session.scalars(query):
        found[row.table_id].append(row)
    return found


async def changes_of(session: AsyncSession, account_id: str, rated: Sequence[ResultRow]) -> Changes:
    """Return what rated games changed in the rating of an account in the game, whatever the number of players."""
    own = (
        RatingChangeRow.account_id == account_id,
        RatingChangeRow.pool.in_({result.game for result in rated}),
        RatingChangeRow.sequence.in_([result.sequence for result in rated]),
    )
    query = select(RatingChangeRow.sequence, RatingChangeRow.mu_before, RatingChangeRow.mu).where(*own)
    return {sequence: points_gained(before, after) for sequence, before, after in await session.execute(query)}


def finished_game(
    result: ResultRow, title: str, seats: Sequence[ResultRow], people: dict[str, PersonView], changes: Changes
) -> FinishedGame:
    """Return a finished game from its rows."""
    opponents = [
        Opponent(person=people.get(other.account_id or ""), agent=other.agent, place=other.place, score=other.score)
        for other in seats
        if other.seat != result.seat
    ]
    return FinishedGame(
        table_id=result.table_id,
        title=title,
        game=result.game,
        edition=result.edition,
        board=result.board,
        players=result.players,
        modules=result.modules,
        ended_at=result.ended_at,
        ended_by=result.ended_by,
        place=None if result.shared else result.place,
        score=result.score,
        rated=result.rated,
        change=changes.get(result.sequence or 0) if result.rated else None,
        opponents=opponents,
    )
