"""The rating model: pure functions from results to ratings, the same for a single game and for a whole log.

Ratings follow the model of Plackett and Luce in openskill: a mean `mu` and an uncertainty `sigma`. The levels of the
computer have fixed ratings, so that the scale does not drift. Numbers are rounded after every game, because the last
bits of an exponential depend on the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from kontor.core import registry

MODEL: Final = PlackettLuce()
DIGITS: Final = 6
CENTRE: Final = 1500
POINTS_PER_UNIT: Final = 30
"""A difference of 400 points is ten to one for two players of certain strength, as on other scales."""
PROVISIONAL_SIGMA: Final = 6.0
LEVEL_SIGMA: Final = 1.0
"""The uncertainty of the levels; their means belong to the games (`benchmarks/rating_levels.py` computes them)."""


class Rating(NamedTuple):
    """A rating and the number of games it follows from."""

    mu: float = 25.0
    sigma: float = round(25.0 / 3.0, DIGITS)
    games: int = 0

    @property
    def points(self) -> int:
        """The rating as the whole number that people read."""
        return round(CENTRE + POINTS_PER_UNIT * (self.mu - NEW.mu))

    @property
    def uncertainty(self) -> int:
        """The standard deviation of the rating in the same points."""
        return round(POINTS_PER_UNIT * self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether the rating is still too uncertain to be compared."""
        return self.sigma > PROVISIONAL_SIGMA


NEW: Final = Rating()


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """A seat that counts: the account or else the level of the computer, and its place."""

    account_id: str | None
    level: str | None
    place: int


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A rated game: its number in the log, the game, how many played, and the seats that count."""

    sequence: int
    game: str
    players: int
    seats: Sequence[RatedSeat]

    @property
    def pools(self) -> tuple[str, str]:
        """The pools in which the game counts: those of the game, and of the game with this number of players."""
        return self.game, pool_of(self.game, self.players)

    @property
    def accounts(self) -> list[str]:
        """The accounts that are rated, in the order of their seats."""
        return [seat.account_id for seat in self.seats if seat.account_id is not None]


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a game changed in the rating of an account in a pool."""

    sequence: int
    pool: str
    account_id: str
    before: Rating
    after: Rating


Ratings = dict[tuple[str, str], Rating]
"""Ratings by pool and account."""


def pool_of(game: str, players: int) -> str:
    """Return the pool of a game with a number of players."""
    return f"{game}-{players}"


@cache
def levels_of(game: str) -> Mapping[str, float]:
    """Return the means of the computer levels in a game, none for a game that is not installed any more."""
    return registry.game_type(game).level_ratings if game in registry.names() else {}


def is_rated_level(game: str, agent: str) -> bool:
    """Return whether an agent is a level of the computer with a rating in a game."""
    return agent in levels_of(game)


def level_rating(game: str, level: str) -> Rating:
    """Return the fixed rating of a level of the computer."""
    return Rating(levels_of(game)[level], LEVEL_SIGMA)


def changes_of(game: RatedGame, known: Mapping[tuple[str, str], Rating]) -> list[RatingChange]:
    """Return what a game changes in both of its pools."""
    return [change for pool in game.pools for change in pool_changes(game, pool, known)]


def pool_changes(game: RatedGame, pool: str, known: Mapping[tuple[str, str], Rating]) -> list[RatingChange]:
    """Return what a game changes in a pool; the levels of the computer are opponents and do not change."""
    before = [
        known.get((pool, seat.account_id), NEW)
        if seat.account_id is not None
        else level_rating(game.game, seat.level or "")
        for seat in game.seats
    ]
    teams = [[MODEL.rating(rating.mu, rating.sigma)] for rating in before]
    rated = MODEL.rate(teams, ranks=[float(seat.place) for seat in game.seats])
    return [
        RatingChange(game.sequence, pool, seat.account_id, old, after_game(old, team[0].mu, team[0].sigma))
        for seat, old, team in zip(game.seats, before, rated, strict=True)
        if seat.account_id is not None
    ]


def after_game(before: Rating, mu: float, sigma: float) -> Rating:
    """Return a rating after one more game."""
    return Rating(round(mu, DIGITS), round(sigma, DIGITS), before.games + 1)


def recompute(games: Iterable[RatedGame], keep: Callable[[RatingChange], None] | None = None) -> Ratings:
    """Return the ratings after games in the order of the log; `keep` is called with every change."""
    ratings: Ratings = {}
    for game in games:
        for change in changes_of(game, ratings):
            ratings[change.pool, change.account_id] = change.after
            if keep is not None:
                keep(change)
    return ratings
