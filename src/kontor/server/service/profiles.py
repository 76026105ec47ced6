"""Profiles: ratings with their course, and statistics of the finished games of a person."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Row, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from kontor.server.clock import steady
from kontor.server.errors import Forbidden, NotFound
from kontor.server.schemas.profiles import (
    BoardResults,
    EndingCount,
    FinishedGames,
    GameLines,
    GameRating,
    LineShare,
    PlayersPlace,
    PlayersRating,
    Profile,
    ProfileContent,
    Totals,
)
from kontor.server.service.people import person_view
from kontor.server.service.ratings import rating_view
from kontor.server.service.result_history import finished_games
from kontor.server.store.database import Database
from kontor.server.store.models import AccountRow, DailyAnswerRow, RatingChangeRow, RatingRow, ResultRow
from kontor.server.store.rating_model import PROVISIONAL_SIGMA, Rating

CURVE: Final = 60
"""Games of a rating whose course is shown."""
LINE_GAMES: Final = 300
"""Last games of a person whose score lines are compared, and five times as many of all others."""
LEAST_RATED: Final = 10
"""People with a certain rating of whom a percentage says something."""
KEPT_MILLISECONDS: Final = 600_000

Shares = dict[str, float]


class ProfileService:
    """Reads profiles and histories."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._averages: dict[str, tuple[int, Shares]] = {}

    async def profile(self, account_id: str, viewer: str | None) -> Profile:
        """Return the profile of an account as a viewer may see it."""
        async with self.database.reading() as session:
            account = await find_account(session, account_id)
            shown = is_shown(account, viewer)
            content = await self._content(session, account) if shown else None
        person = person_view(account.id, account.name, account.password, account.is_bot, account.deleted_at)
        return Profile(person=person, private=account.private, yours=account_id == viewer, content=content)

    async def history(
        self, account_id: str, viewer: str | None, game: str | None, against: str, after: str | None, limit: int
    ) -> FinishedGames:
        """Return a page of the finished games of an account."""
        async with self.database.reading() as session:
            account = await find_account(session, account_id)
            if not is_shown(account, viewer):
                raise Forbidden("This person shows others the name only.")
            return await finished_games(session, account_id, viewer, game, against, after, limit)

    async def _content(self, session: AsyncSession, account: AccountRow) -> ProfileContent:
        counts = (await session.execute(result_counts(account.id))).all()
        solved = (DailyAnswerRow.account_id == account.id, DailyAnswerRow.solved)
        puzzles = await session.scalar(select(func.count()).where(*solved)) or 0
        return ProfileContent(
            since=account.created_at,
            ratings=await game_ratings(session, account.id),
            totals=totals(counts, puzzles),
            boards=board_results(counts),
            endings=ending_counts(counts),
            lines=await self._lines(session, account.id),
        )

    async def _lines(self, session: AsyncSession, account_id: str) -> list[GameLines]:
        own = (ResultRow.account_id == account_id, ResultRow.shared.is_(False))
        query = select(ResultRow.game, ResultRow.lines, ResultRow.place).where(*own)
        rows = (await session.execute(query.order_by(ResultRow.ended_at.desc()).limit(LINE_GAMES))).all()
        games: dict[str, list[Row[Any]]] = defaultdict(list)
        for row in rows:
            games[row.game].append(row)
        return [
            GameLines(game=game, games=len(found), lines=line_shares(found, await self._average(session, game)))
            for game, found in games.items()
        ]

    async def _average(self, session: AsyncSession, game: str) -> Shares:
        """Return the shares of the score lines in the last games of all people; kept for some minutes."""
        until, kept = self._averages.get(game, (0, {}))
        if steady() > until:
            everybody = (ResultRow.game == game, ResultRow.account_id.is_not(None))
            query = select(ResultRow.lines).where(*everybody).order_by(ResultRow.ended_at.desc())
            kept = shares(list(await session.scalars(query.limit(5 * LINE_GAMES))))
            self._averages[game] = (steady() + KEPT_MILLISECONDS, kept)
        return kept


async def find_account(session: AsyncSession, account_id: str) -> AccountRow:
    """Return the row of an account, or raise NotFound."""
    account = await session.get(AccountRow, account_id)
    if account is None:
        raise NotFound("There is no such person; check the address.")
    return account


def is_shown(account: AccountRow, viewer: str | None) -> bool:
    """Return whether a viewer may see more of an account than its name."""
    return account.id == viewer or (not account.private and account.deleted_at is None)


def result_counts(account_id: str) -> Any:
    """Return the query that counts the results of an account by everything a profile distinguishes."""
    kinds = (ResultRow.game, ResultRow.board, ResultRow.players, ResultRow.place, ResultRow.ended_by)
    sums = (
        func.count().label("games"),
        func.sum(ResultRow.score).label("score"),
        func.sum(ResultRow.moves).label("moves"),
        func.sum(ResultRow.late_moves).label("late"),
    )
    own = (ResultRow.account_id == account_id, ResultRow.shared.is_(False))
    return select(*kinds, *sums).where(*own).group_by(*kinds)


def totals(counts: Sequence[Row[Any]], puzzles: int) -> Totals:
    """Return the counts over all games."""
    games, moves = sum(row.games for row in counts), sum(int(row.moves) for row in counts)
    players = sorted({row.players for row in counts})
    return Totals(
        games=games,
        won=sum(row.games for row in counts if row.place == 1),
        mean_score=sum(int(row.score) for row in counts) / games if games else None,
        on_time=1 - sum(int(row.late) for row in counts) / moves if moves else None,
        puzzles=puzzles,
        by_players=[mean_place([row for row in counts if row.players == number], number) for number in players],
    )


def mean_place(counts: Sequence[Row[Any]], players: int) -> PlayersPlace:
    """Return the mean place in games with a number of players."""
    games = sum(row.games for row in counts)
    return PlayersPlace(players=players, games=games, mean_place=sum(row.place * row.games for row in counts) / games)


def board_results(counts: Sequence[Row[Any]]) -> list[BoardResults]:
    """Return the places on every board, the most played first."""
    boards: dict[tuple[str, str | None], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for row in counts:
        boards[row.game, row.board][min(row.place, 4) - 1] += row.games
    found = [
        BoardResults(game=game, board=board, games=sum(places), places=places)
        for (game, board), places in boards.items()
    ]
    return sorted(found, key=lambda each: (-each.games, each.game, each.board or ""))


def ending_counts(counts: Sequence[Row[Any]]) -> list[EndingCount]:
    """Return how the games ended, the most frequent first."""
    endings: dict[tuple[str, str], int] = defaultdict(int)
    for row in counts:
        endings[row.game, row.ended_by] += row.games
    found = [EndingCount(game=game, ended_by=ended_by, games=games) for (game, ended_by), games in endings.items()]
    return sorted(found, key=lambda each: (-each.games, each.game, each.ended_by))


def shares(lines: Iterable[Mapping[str, int]]) -> Shares:
    """Return the share of every score line in all points; negative points count as none."""
    sums: dict[str, int] = defaultdict(int)
    for each in lines:
        for line, points in each.items():
            sums[line] += max(0, points)
    total = sum(sums.values())
    return {line: points / total if total else 0.0 for line, points in sums.items()}


def line_shares(rows: Sequence[Row[Any]], others: Shares) -> list[LineShare]:
    """Return the score lines of a person compared with those of all others, in the order of the score sheet."""
    own = shares(row.lines for row in rows)
    best: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        best[max(row.lines, key=lambda line: row.lines[line])].append(row.place == 1)
    return [
        LineShare(
            line=line,
            share=share,
            others=others.get(line, 0.0),
            most=len(best[line]) / len(rows),
            won=sum(best[line]) / len(best[line]) if best[line] else None,
        )
        for line, share in own.items()
        if share or others.get(line)
    ]


async def game_ratings(session: AsyncSession, account_id: str) -> list[GameRating]:
    """Return the ratings of an account by game, the most played first."""
    rows = list(await session.scalars(select(RatingRow).where(RatingRow.account_id == account_id)))
    overall = sorted((row for row in rows if "-" not in row.pool), key=lambda row: (-row.games, row.pool))
    return [await game_rating(session, row, rows) for row in overall]


async def game_rating(session: AsyncSession, row: RatingRow, rows: Sequence[RatingRow]) -> GameRating:
    """Return the rating in a game with its course and those by the number of players."""
    of_game = [each for each in rows if each.pool.rpartition("-")[0] == row.pool]
    by_players = [
        PlayersRating(players=int(each.pool.rpartition("-")[2]), **rating_view(rating_of(each)).model_dump())
        for each in of_game
    ]
    return GameRating(
        **rating_view(rating_of(row)).model_dump(),
        game=row.pool,
        top=await top_percentage(session, row),
        curve=await curve(session, row),
        by_players=sorted(by_players, key=lambda each: each.players),
    )


def rating_of(row: RatingRow) -> Rating:
    """Return the rating of a row."""
    return Rating(row.mu, row.sigma, row.games)


async def curve(session: AsyncSession, row: RatingRow) -> list[int]:
    """Return the rating before the last games and after each of them."""
    own = (RatingChangeRow.account_id == row.account_id, RatingChangeRow.pool == row.pool)
    query = select(RatingChangeRow.mu_before, RatingChangeRow.mu).where(*own)
    found = (await session.execute(query.order_by(RatingChangeRow.sequence.desc()).limit(CURVE))).all()[::-1]
    return [
        Rating(mu=mu).points for mu in (*(change.mu_before for change in found[:1]), *(each.mu for each in found))
    ]


async def top_percentage(session: AsyncSession, row: RatingRow) -> int | None:
    """Return the percentage of people with a certain rating that are rated at least as high."""
    if row.sigma > PROVISIONAL_SIGMA:
        return None
    certain = (RatingRow.pool == row.pool, RatingRow.sigma <= PROVISIONAL_SIGMA)
    counts = (func.count(), func.count().filter(RatingRow.mu >= row.mu))
    rated, better = (await session.execute(select(*counts).where(*certain))).one()
    return max(1, round(100 * better / rated)) if rated >= LEAST_RATED else None
