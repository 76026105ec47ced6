"""The leaderboard of a group: what its members have achieved at the tables of the group."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any, Final

from sqlalchemy import select

from kontor.server.service.groups import opened
from kontor.server.service.people import people_by_id
from kontor.server.service.time_slicer import TimeSlicer
from kontor.server.store.accounts import Account
from kontor.server.store.database import Database
from kontor.server.store.models import ResultRow, TableRow
from kontor.server.store.rating_model import NEW, RatedGame, RatedSeat, Rating, is_rated_level, pool_changes

MAX_GAMES: Final = 1000  # the last games of a group that count
POOL: Final = "group"
COLUMNS: Final = (
    ResultRow.table_id,
    ResultRow.account_id,
    ResultRow.agent,
    ResultRow.shared,
    ResultRow.place,
    ResultRow.game,
    ResultRow.players,
)


@dataclass
class Record:
    """What a member has achieved: its places, and its rating in the group."""

    places: list[int] = field(default_factory=list)
    rating: Rating = NEW


class Leaderboards:
    """Computes leaderboards from the results of finished games."""

    def __init__(self, database: Database, slicer: TimeSlicer) -> None:
        self.database = database
        self.slicer = slicer

    async def of_group(self, account: Account, group_id: str) -> dict[str, Any]:
        """Return the leaderboard of a group for one of its members."""
        latest = (
            select(TableRow.id)
            .join(ResultRow, (ResultRow.table_id == TableRow.id) & (ResultRow.seat == 0))
            .where(TableRow.group_id == group_id)
            .order_by(ResultRow.ended_at.desc(), TableRow.id)
            .limit(MAX_GAMES)
        )
        query = select(*COLUMNS).where(ResultRow.table_id.in_(latest))
        async with self.database.reading() as session:
            group = await opened(session, account, group_id)
            members = {each.account_id for each in group.members}
            order = (ResultRow.ended_at, ResultRow.table_id, ResultRow.seat)
            rows = (await session.execute(query.order_by(*order))).all()
            people = await people_by_id(session, members)
        games, records = await self.slicer.in_thread(partial(achievements, rows))
        ranked = sorted(records.keys() & members, key=lambda each: ranking(records[each], people[each].name))
        return {
            "games": games,
            "rows": [
                {"rank": n, "person": people[each].model_dump(), **record_json(records[each])}
                for n, each in enumerate(ranked, 1)
            ],
        }


def achievements(rows: Sequence[Any]) -> tuple[int, dict[str, Record]]:
    """Return how many games between people there were, and what every account has achieved in them."""
    records: dict[str, Record] = defaultdict(Record)
    games = 0
    for _, seats in groupby(rows, key=lambda row: row.table_id):
        game = list(seats)
        people = [row for row in game if row.account_id is not None and not row.shared]
        if len(people) < 2:
            continue
        games += 1
        for row in people:
            records[row.account_id].places.append(row.place)
        rate(games, game, records)
    return games, records


def rate(sequence: int, rows: Sequence[Any], records: dict[str, Record]) -> None:
    """Rate a game in the pool of the group."""
    counted = [row for row in rows if counts(row)]
    seats = [RatedSeat(row.account_id, None if row.account_id else row.agent, row.place) for row in counted]
    first = rows[0]
    known = {(POOL, each): record.rating for each, record in records.items()}
    for change in pool_changes(RatedGame(sequence, first.game, first.players, seats), POOL, known):
        records[change.account_id].rating = change.after


def counts(row: Any) -> bool:
    """Return whether a seat counts in the rating: an account, or a level of the computer."""
    if row.account_id is not None:
        return not row.shared
    return row.agent is not None and is_rated_level(row.game, row.agent)


def ranking(record: Record, name: str) -> tuple[bool, int, str]:
    """Return the key by which members are sorted: certain ratings first, then the higher ones."""
    return record.rating.provisional, -record.rating.points, name


def record_json(record: Record) -> dict[str, Any]:
    """Return what a member has achieved as JSON data."""
    return {
        "games": len(record.places),
        "wins": record.places.count(1),
        "mean_place": round(sum(record.places) / len(record.places), 2),
        "rating": record.rating.points,
        "uncertainty": record.rating.uncertainty,
        "provisional": record.rating.provisional,
    }
