"""Regression within games: how the score of a seat depends on what it has more of than its rivals.

Every number is taken as its difference from the mean of its game, so that only seats of the same game are compared,
and the effects of turn order and agent are removed first. Intervals use standard errors clustered by game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import stats

from kontor.arena.ratings import CONFIDENCE
from kontor.study.balance.frame import Array, Frame
from kontor.study.number_format import stable

MIN_GAMES = 20
EPSILON = 1e-9


@dataclass(frozen=True)
class Slope:
    """The effect of one more of something: the estimate, its interval, and its p-value."""

    estimate: float
    low: float
    high: float
    p: float

    def json(self) -> dict[str, Any]:
        """Return the slope as data without the last bits, so that ties are ranked alike on every processor."""
        return {"estimate": stable(self.estimate), "interval": [stable(self.low), stable(self.high)], "p": self.p}


def centred(values: Array) -> Array:
    """Return differences from the mean of the game."""
    differences: Array = values - values.mean(axis=1, keepdims=True)
    return differences


class WithinGameRegression:
    """Compares seats of the same game, controlling for turn order and agent."""

    def __init__(self, frame: Frame) -> None:
        self.shape = (frame.games, frame.players)
        self.basis = self.control_basis(frame.controls) if frame.games else np.zeros((0, 0))
        self.points = self.residuals(frame.scores)
        self.wins = self.residuals(frame.wins)

    def control_basis(self, controls: Sequence[Array]) -> Array:
        """Return an orthonormal basis of the controls."""
        columns = np.stack([centred(control).ravel() for control in controls], axis=1)
        rest, sizes, _ = np.linalg.svd(columns, full_matrices=False)
        return rest[:, sizes > EPSILON * max(sizes.max(initial=0.0), 1.0)]

    def residuals(self, values: Array) -> Array:
        """Return what game, turn order and agent leave unexplained."""
        flat = centred(values).ravel()
        rest: Array = flat - self.basis @ (self.basis.T @ flat)
        return rest

    def slopes(self, statistics: Sequence[Array], outcome: Array) -> list[Slope | None]:
        """Return the effect of one more of each trait, the others being equal; None if too few games vary."""
        usable = [n for n, trait in enumerate(statistics) if self.is_informative(trait)]
        if not usable:
            return [None] * len(statistics)
        columns = np.stack([self.residuals(statistics[n]) for n in usable], axis=1)
        found = dict(zip(usable, self.fit(columns, outcome), strict=True))
        return [found.get(n) for n in range(len(statistics))]

    def is_informative(self, trait: Array) -> bool:
        """Return whether seats differ in enough games, and by more than the controls explain."""
        games = int(np.ptp(trait, axis=1).astype(bool).sum()) if trait.size else 0
        return games >= MIN_GAMES and float(np.square(self.residuals(trait)).sum()) > EPSILON * np.square(trait).sum()

    def fit(self, columns: Array, outcome: Array) -> list[Slope]:
        """Fit least squares with standard errors clustered by game."""
        games, count = self.shape[0], columns.shape[1]
        inverse = np.linalg.pinv(columns.T @ columns, rcond=EPSILON, hermitian=True)
        estimates = inverse @ (columns.T @ outcome)
        rest = outcome - columns @ estimates
        sums = (columns * rest[:, None]).reshape(*self.shape, count).sum(axis=1)
        errors = np.sqrt(np.diag(inverse @ (sums.T @ sums) @ inverse) * games / max(games - 1, 1))
        return [slope(float(value), float(error), games) for value, error in zip(estimates, errors, strict=True)]


def slope(estimate: float, error: float, games: int) -> Slope:
    """Return an estimate with its interval by Student's distribution."""
    half_width = float(stats.t.ppf((1 + CONFIDENCE) / 2, games - 1)) * error
    p = float(2 * stats.t.sf(abs(estimate) / error, games - 1)) if error > EPSILON else 1.0
    return Slope(estimate, estimate - half_width, estimate + half_width, p)


def mean_slope(values: Array) -> Slope:
    """Return the mean of one number per game with its interval."""
    games = values.size
    if games < 2:
        only = float(values.sum())
        return Slope(only, only, only, 1.0)
    return slope(float(values.mean()), float(values.std(ddof=1) / np.sqrt(games)), games)


def adjusted_p_values(ps: Sequence[float]) -> list[float]:
    """Return p-values adjusted for multiple tests by Benjamini and Hochberg."""
    return [float(q) for q in stats.false_discovery_control(ps)] if ps else []
