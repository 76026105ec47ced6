"""The log of rated games: read from a database or a file, written into a file, and compared with stored ratings.

A file has one JSON object in every line: a header, the games in their order, and the ratings after the last one.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Row, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

import kontor
from kontor.server.errors import RatingLogError
from kontor.server.store.database import Database
from kontor.server.store.models import RatingChangeRow, RatingLogRow, RatingRow, ResultRow
from kontor.server.store.rating_model import (
    RatedGame,
    RatedSeat,
    Rating,
    RatingChange,
    Ratings,
    is_rated_level,
    recompute,
)
from kontor.server.store.rating_writer import INSERT_CHANGES, INSERT_RATINGS, change_values

FORMAT: Final = 1
KIND: Final = "kontor ratings"
ROWS_AT_ONCE: Final = 5000
TIMEOUT_SECONDS: Final = 3600.0

Progress = Callable[[int, int], None]
"""Called with the number of games that are done, and that of all."""


@dataclass(frozen=True, slots=True)
class RatingLog:
    """Rated games in their order, and the ratings that were stored after them."""

    games: list[RatedGame]
    ratings: Ratings


@dataclass(frozen=True, slots=True)
class Comparison:
    """How many games and ratings there are, and the ratings that differ from the stored ones."""

    games: int
    ratings: Ratings
    differences: list[tuple[str, str]]


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    """Open a database with the present schema, with time for reading many rows."""
    database = Database(url, TIMEOUT_SECONDS)
    try:
        await database.prepare()
        yield database
    finally:
        await database.close()


async def read_log(url: str) -> RatingLog:
    """Return the log and the ratings of a database as they are at one moment."""
    async with opened(url) as database, database.reading() as session:
        if not database.embedded:
            await session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
        return await read_within(session)


async def read_within(session: AsyncSession) -> RatingLog:
    """Return the log and the ratings inside a transaction."""
    query = select(*RESULT_COLUMNS).where(ResultRow.rated).order_by(ResultRow.sequence, ResultRow.seat)
    rows = (await session.execute(query)).all()
    stored = await session.execute(select(*RATING_COLUMNS))
    ratings = {(row.pool, row.account_id): Rating(row.mu, row.sigma, row.games) for row in stored}
    return RatingLog(list(games_of(rows)), ratings)


RESULT_COLUMNS: Final = (
    ResultRow.sequence,
    ResultRow.game,
    ResultRow.players,
    ResultRow.account_id,
    ResultRow.agent,
    ResultRow.place,
)
RATING_COLUMNS: Final = (RatingRow.pool, RatingRow.account_id, RatingRow.mu, RatingRow.sigma, RatingRow.games)


def games_of(rows: Iterable[Row[int | None, str, int, str | None, str | None, int]]) -> Iterator[RatedGame]:
    """Yield the games of results that are ordered by game and seat."""
    seats: list[RatedSeat] = []
    last: tuple[int, str, int] | None = None
    for sequence, game, players, account_id, agent, place in rows:
        if last is not None and last[0] != sequence:
            yield RatedGame(*last, seats)
            seats = []
        last = (sequence or 0, game, players)
        seats.append(RatedSeat(account_id, agent if account_id is None else None, place))
    if last is not None:
        yield RatedGame(*last, seats)


def compare(log: RatingLog, progress: Progress, keep: Callable[[RatingChange], None] | None = None) -> Comparison:
    """Recompute the ratings of a log, and compare them with the stored ones to the last digit."""
    computed = recompute(counted(log.games, progress), keep)
    everybody = sorted(computed.keys() | log.ratings.keys())
    return Comparison(
        len(log.games), computed, [one for one in everybody if computed.get(one) != log.ratings.get(one)]
    )


def counted(games: list[RatedGame], progress: Progress) -> Iterator[RatedGame]:
    """Yield the games, and report how many are done."""
    for number, game in enumerate(games, 1):
        yield game
        if number % 1000 == 0 or number == len(games):
            progress(number, len(games))


async def rewrite(url: str, progress: Progress) -> Comparison:
    """Recompute the ratings of a database and store them with all changes, while no game can be rated."""
    async with opened(url) as database, database.writing() as session:
        await session.execute(update(RatingLogRow).values(sequence=RatingLogRow.sequence))
        log = await read_within(session)
        changes: list[RatingChange] = []
        found = compare(log, progress, changes.append)
        if found.differences or len(changes) != await session.scalar(
            select(func.count()).select_from(RatingChangeRow)
        ):
            await replace(session, found.ratings, changes)
    return found


async def replace(session: AsyncSession, ratings: Ratings, changes: list[RatingChange]) -> None:
    """Replace the stored ratings and changes."""
    await session.execute(delete(RatingChangeRow))
    await session.execute(delete(RatingRow))
    rows = [{"pool": pool, "account_id": one, **rating._asdict()} for (pool, one), rating in ratings.items()]
    connection = await session.connection()
    for first in range(0, len(rows), ROWS_AT_ONCE):
        await connection.execute(INSERT_RATINGS, rows[first : first + ROWS_AT_ONCE])
    for first in range(0, len(changes), ROWS_AT_ONCE):
        part = [change_values(change) for change in changes[first : first + ROWS_AT_ONCE]]
        await connection.execute(INSERT_CHANGES, part)


def write_file(log: RatingLog, file: Path) -> None:
    """Write a log into a file, which is complete or not there at all."""
    part = file.with_name(f"{file.name}.part")
    with part.open("w", encoding="utf-8") as target:
        for line in lines_of(log):
            target.write(json.dumps(line) + "\n")
    part.replace(file)


def lines_of(log: RatingLog) -> Iterator[dict[str, Any]]:
    """Yield the lines of a file."""
    yield {"format": FORMAT, "kind": KIND, "kontor": kontor.__version__, "games": len(log.games)}
    for game in log.games:
        seats = [{"account": seat.account_id, "level": seat.level, "place": seat.place} for seat in game.seats]
        yield {"sequence": game.sequence, "game": game.game, "players": game.players, "seats": seats}
    for (pool, account_id), rating in sorted(log.ratings.items()):
        yield {"pool": pool, "account": account_id, **rating._asdict()}


def read_file(file: Path) -> RatingLog:
    """Return the log in a file, or reject a file that is not one."""
    log = RatingLog([], {})
    with file.open(encoding="utf-8") as source:
        for number, text in enumerate(source, 1):
            try:
                read_line(json.loads(text), number, log)
            except (ValueError, KeyError, TypeError, AttributeError) as problem:
                raise RatingLogError(f"line {number} of {file} is not one of a log of ratings.") from problem
    return log


def read_line(line: dict[str, Any], number: int, log: RatingLog) -> None:
    """Add a line of a file to a log."""
    if number == 1:
        if (line["format"], line["kind"]) != (FORMAT, KIND):
            raise ValueError
    elif "sequence" in line:
        log.games.append(read_game(line, log.games[-1].sequence if log.games else 0))
    else:
        rating = Rating(float(line["mu"]), float(line["sigma"]), int(line["games"]))
        log.ratings[str(line["pool"]), str(line["account"])] = rating


def read_game(line: dict[str, Any], before: int) -> RatedGame:
    """Return the game of a line, which has a greater number than the one before."""
    seats = [RatedSeat(seat["account"], seat["level"], int(seat["place"])) for seat in line["seats"]]
    game = RatedGame(int(line["sequence"]), str(line["game"]), int(line["players"]), seats)
    known = all(seat.account_id is not None or is_rated_level(game.game, seat.level or "") for seat in seats)
    if game.sequence <= before or len(seats) < 2 or not known:
        raise ValueError
    return game
