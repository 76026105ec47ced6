"""Comparisons inside games: how much more the seats that have more of something come to than their rivals.

Every number is taken as its difference from the mean of its game, so that only seats of the same game are compared,
and what the place in turn order and the agent explain is taken away first. Intervals allow for seats of a game
depending on each other: they rest on one sum for every game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from kontor.arena.ratings import CONFIDENCE
from kontor.study.balance.frame import Array, Frame
from kontor.study.figures import stable

FEWEST_GAMES = 20
SMALL = 1e-9


@dataclass(frozen=True)
class Slope:
    """What one more of something goes with: the estimate, its interval, and how likely chance alone gives as much."""

    estimate: float
    low: float
    high: float
    p: float

    def json(self) -> dict[str, Any]:
        """Return the slope as data without the last bits, so that ties are ranked alike on every processor."""
        return {"estimate": stable(self.estimate), "interval": [stable(self.low), stable(self.high)], "p": self.p}


def within(values: Array) -> Array:
    """Differences from the mean of the game."""
    centred: Array = values - values.mean(axis=1, keepdims=True)
    return centred


class Comparison:
    """Compares seats of the same game, in a frame whose place and agent are taken into account."""

    def __init__(self, frame: Frame) -> None:
        self.shape = (frame.games, frame.players)
        self.basis = self.basis_of(frame.controls) if frame.games else np.zeros((0, 0))
        self.points = self.rest(frame.scores)
        self.wins = self.rest(frame.wins)

    def basis_of(self, controls: Sequence[Array]) -> Array:
        """Directions that the controls span."""
        columns = np.stack([within(control).ravel() for control in controls], axis=1)
        left, sizes, _ = np.linalg.svd(columns, full_matrices=False)
        return left[:, sizes > SMALL * max(sizes.max(initial=0.0), 1.0)]

    def rest(self, values: Array) -> Array:
        """What the game, the place and the agent leave unexplained."""
        flat = within(values).ravel()
        left: Array = flat - self.basis @ (self.basis.T @ flat)
        return left

    def slopes(self, statistics: Sequence[Array], outcome: Array) -> list[Slope | None]:
        """What one more of each of some traits goes with, the others being equal; None where too few games tell."""
        usable = [n for n, trait in enumerate(statistics) if self.tells(trait)]
        if not usable:
            return [None] * len(statistics)
        columns = np.stack([self.rest(statistics[n]) for n in usable], axis=1)
        found = dict(zip(usable, self.fitted(columns, outcome), strict=True))
        return [found.get(n) for n in range(len(statistics))]

    def tells(self, trait: Array) -> bool:
        """Whether seats differ in enough games, and by more than their place and agent explain."""
        games = int(np.ptp(trait, axis=1).astype(bool).sum()) if trait.size else 0
        return games >= FEWEST_GAMES and float(np.square(self.rest(trait)).sum()) > SMALL * np.square(trait).sum()

    def fitted(self, columns: Array, outcome: Array) -> list[Slope]:
        """Least squares, with errors that may depend on each other inside a game."""
        games, count = self.shape[0], columns.shape[1]
        inverse = np.linalg.pinv(columns.T @ columns, rcond=SMALL, hermitian=True)
        estimates = inverse @ (columns.T @ outcome)
        left = outcome - columns @ estimates
        sums = (columns * left[:, None]).reshape(*self.shape, count).sum(axis=1)
        errors = np.sqrt(np.diag(inverse @ (sums.T @ sums) @ inverse) * games / max(games - 1, 1))
        return [slope(float(value), float(error), games) for value, error in zip(estimates, errors, strict=True)]


def slope(estimate: float, error: float, games: int) -> Slope:
    """An estimate with its interval, by Student's distribution with a degree of freedom for every game but one."""
    reach = float(stats.t.ppf((1 + CONFIDENCE) / 2, games - 1)) * error
    p = float(2 * stats.t.sf(abs(estimate) / error, games - 1)) if error > SMALL else 1.0
    return Slope(estimate, estimate - reach, estimate + reach, p)


def mean_slope(values: Array) -> Slope:
    """The mean of a number of every game, with its interval; one game alone has none to speak of."""
    games = values.size
    if games < 2:
        only = float(values.sum())
        return Slope(only, only, only, 1.0)
    return slope(float(values.mean()), float(values.std(ddof=1) / np.sqrt(games)), games)


def sure(ps: Sequence[float]) -> list[float]:
    """Probabilities allowing for how many were looked at, by Benjamini and Hochberg."""
    return [float(q) for q in stats.false_discovery_control(ps)] if ps else []
