"""Computes the ratings of the levels of the computer from the games that `docs/ladder.md` reports.

    python benchmarks/rating_levels.py

The most probable ratings are found under the model with which people are rated (`server/store/rating_model.py`): of n
players the one with rating mu wins in proportion to exp(mu / c), c = beta √n. `medium` has that of a new person.
A weak prior keeps a level that lost every game at a finite distance.
"""

from __future__ import annotations

import math
import re
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from kontor.core import registry
from kontor.server.store.rating_model import MODEL, NEW

LADDER: Final = Path(__file__).parent.parent / "docs" / "ladder.md"
NAMES: Final = ("beginner", "easy", "medium", "hard", "expert")
HEAD: Final = "| | expert-hard |"
CELL: Final = re.compile(r"(?P<won>[\d.]+) of (?P<games>\d+): ")
PLAYERS: Final = {
    "hanse-4-5": 4,
    "hanse-2-3": 3,
    "east-3-5": 4,
    "britannia-4-5": 4,
    "britannia-2-3": 3,
    "pawn": 2,
    "neutral": 2,
    "hansa-2": 2,
    "hansa-4": 4,
}
PRIOR: Final = 0.02  # of a difference in mu, as the inverse of twice its variance: a standard deviation of 5
STEPS: Final = 8000
RATE: Final = 0.1  # of a step; larger ones overshoot with hundreds of games


class Pairing(NamedTuple):
    """Games between two levels with equally many seats: how often each won, and how many played."""

    game: str
    players: int
    levels: tuple[str, str]
    won: tuple[float, float]


def read_pairings() -> list[Pairing]:
    """Return the pairings of levels in the report."""
    lines = LADDER.read_text().splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith(HEAD))
    pairs = cells_of(lines[first])[1:]
    return [
        pairing(cells_of(line)[0].strip("*"), pair, match)
        for line in lines[first + 2 : first + 2 + len(PLAYERS)]
        for pair, cell in zip(pairs, cells_of(line)[1:], strict=True)
        if (match := CELL.match(cell))
    ]


def cells_of(line: str) -> list[str]:
    """Return the cells of a line of a table."""
    return [cell.strip() for cell in line.strip("|").split("|")]


def pairing(family: str, pair: str, match: re.Match[str]) -> Pairing:
    """Return a pairing from its cell."""
    high, low = pair.split("-")
    won, games = float(match["won"]), int(match["games"])
    game = "hansa" if family.startswith("hansa-") else "teutonica"
    return Pairing(game, PLAYERS[family], (high, low), (won, games - won))


def fit(pairings: list[Pairing]) -> dict[str, float]:
    """Return the ratings of the levels that make the games most probable, by gradient ascent."""
    mu = {name: NEW.mu + 10.0 * (place - 2) for place, name in enumerate(NAMES)}
    for _ in range(STEPS):
        slope = dict.fromkeys(NAMES, 0.0)
        for pairing in pairings:
            add_slope(pairing, mu, slope)
        for low, high in pairwise(NAMES):
            pull = 2 * PRIOR * (mu[high] - mu[low] - 10.0)
            slope[high] -= pull
            slope[low] += pull
        mu = {name: value + slope[name] * RATE for name, value in mu.items()}
        mu = {name: value - mu["medium"] + NEW.mu for name, value in mu.items()}
    return {name: round(value, 1) for name, value in mu.items()}


def add_slope(pairing: Pairing, mu: dict[str, float], slope: dict[str, float]) -> None:
    """Add the derivative of the logarithm of the probability of the games of a pairing."""
    scale = MODEL.beta * math.sqrt(pairing.players)
    one, other = pairing.levels
    weights = [math.exp(mu[level] / scale) for level in pairing.levels]
    surplus = (pairing.won[0] - sum(pairing.won) * weights[0] / sum(weights)) / scale
    slope[one] += surplus
    slope[other] -= surplus


def main() -> None:
    """Print the ratings for every game, and those that the server uses."""
    pairings = read_pairings()
    for game in registry.names():
        print(f"{game}: {fit([pairing for pairing in pairings if pairing.game == game])}")
        print(f"  in use: {dict(registry.game_type(game).level_ratings)}")


if __name__ == "__main__":
    main()
