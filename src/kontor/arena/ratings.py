"""Ratings and confidence intervals, computed by openskill and scipy."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from statistics import fmean

from kontor.arena.match import Outcome

CONFIDENCE = 0.95

Rating = tuple[float, float]


def interval(wins: float, games: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the exact interval of Clopper and Pearson for a share of wins; wins may be fractional."""
    from scipy.special import betaincinv

    tail = (1 - confidence) / 2
    low = float(betaincinv(wins, games - wins + 1, tail)) if wins > 0 else 0.0
    high = float(betaincinv(wins + 1, games - wins, 1 - tail)) if wins < games else 1.0
    return low, high


def ratings(outcomes: Iterable[Outcome]) -> dict[str, Rating]:
    """Return mean and spread of every agent's rating after some games in their order, without void games.

    An agent in several seats of a game gets the mean of the ratings of these seats.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    start = model.rating()
    known: dict[str, Rating] = defaultdict(lambda: (start.mu, start.sigma))
    for outcome in outcomes:
        names = [seat.agent for seat in outcome.seats]
        if outcome.fault is None and len(set(names)) > 1:
            teams = [[model.rating(*known[name])] for name in names]
            rated = [(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=ranks(outcome))]
            known.update({name: mean(rated, names, name) for name in names})
    return known


def mean(rated: list[Rating], names: list[str], name: str) -> Rating:
    """Return the mean rating of the seats of one agent."""
    own = [rating for rating, each in zip(rated, names, strict=True) if each == name]
    return fmean(mu for mu, _ in own), fmean(sigma for _, sigma in own)


def ranks(outcome: Outcome) -> list[float]:
    """Return the rank of every seat from 1: winners first, the others by their points."""
    keys = [(seat not in outcome.winners, -each.total) for seat, each in enumerate(outcome.seats)]
    return [1.0 + sum(other < key for other in keys) for key in keys]
