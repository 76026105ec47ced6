"""Profiles, results and ratings of people."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Query
from pydantic import BaseModel

from kontor.server.schemas.people import PersonView

GameName = Annotated[str | None, Query(pattern=r"^[a-z0-9-]{1,40}$", description="Only results in this game.")]
Opponents = Annotated[
    Literal["all", "people", "computers"],
    Query(description="Only games in which other people played, or only those with computers alone."),
]
Cursor = Annotated[
    str | None,
    Query(pattern=r"^[0-9]{1,15}-[a-z0-9]{1,16}$", description="The `next` of the page before."),
]
PageSize = Annotated[int, Query(ge=1, le=50, description="How many results are returned at most.")]


class RatingView(BaseModel):
    """A rating on a scale around 1500, its standard deviation, and whether it is still too uncertain to compare."""

    points: int
    uncertainty: int
    provisional: bool
    games: int


class PlayersRating(RatingView):
    """The rating in a game with a number of players."""

    players: int


class GameRating(RatingView):
    """The rating in a game, with its course over the last games.

    `top` is the percentage of the people with a certain rating to whom the person belongs; it is null while the
    rating is provisional or few are rated.
    """

    game: str
    top: int | None
    curve: list[int]
    by_players: list[PlayersRating]


class PlayersPlace(BaseModel):
    """The mean place in games with a number of players."""

    players: int
    games: int
    mean_place: float


class BoardResults(BaseModel):
    """How often the person came first, second, third and later on a board."""

    game: str
    board: str | None
    games: int
    places: list[int]


class EndingCount(BaseModel):
    """How many games ended in a way."""

    game: str
    ended_by: str
    games: int


class LineShare(BaseModel):
    """The share of a score line in the points, and in those of all others; both between 0 and 1.

    `most` is the share of games in which the line brought more points than any other, `won` the share of those that
    were won; it is null if there are none.
    """

    line: str
    share: float
    others: float
    most: float
    won: float | None


class GameLines(BaseModel):
    """The score lines of a game, over its last `games` games."""

    game: str
    games: int
    lines: list[LineShare]


class Totals(BaseModel):
    """Counts over all finished games, without those in which one account had several seats.

    `on_time` is the share of moves made before the time ran out, at all tables. `puzzles` counts solved puzzles of
    the day.
    """

    games: int
    won: int
    mean_score: float | None
    on_time: float | None
    puzzles: int
    by_players: list[PlayersPlace]


class ProfileContent(BaseModel):
    """What a profile shows besides the name."""

    since: int
    ratings: list[GameRating]
    totals: Totals
    boards: list[BoardResults]
    endings: list[EndingCount]
    lines: list[GameLines]


class Profile(BaseModel):
    """The profile of a person; `content` is null if the person shows others the name only, or has left."""

    person: PersonView
    private: bool
    yours: bool
    content: ProfileContent | None


class Opponent(BaseModel):
    """Another seat of a finished game: a person, a computer player, or a person for whom a computer finished."""

    person: PersonView | None
    agent: str | None
    place: int
    score: int


class FinishedGame(BaseModel):
    """A finished game of a person.

    `place` is null if the account had several seats. `change` is what the game changed in the rating in this game.
    """

    table_id: str
    title: str
    game: str
    edition: str | None
    board: str | None
    players: int
    modules: list[str]
    ended_at: int
    ended_by: str
    place: int | None
    score: int
    rated: bool
    change: int | None
    opponents: list[Opponent]


class FinishedGames(BaseModel):
    """A page of finished games, the last first; `next` is the `after` of the next page, null on the last one."""

    games: list[FinishedGame]
    next: str | None


class SeatRating(BaseModel):
    """The rating of the player of a seat in games with as many players; levels of the computer have a fixed one.

    `change` is what the game has changed, once it is over. The ratings of people who show only their name are null.
    """

    seat: int
    rating: RatingView | None
    change: int | None


class TableRatings(BaseModel):
    """Whether a game is rated, and the ratings of its players."""

    rated: bool
    seats: list[SeatRating]
