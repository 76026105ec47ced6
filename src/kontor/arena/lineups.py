"""Line-ups: who sits where in which game, so that every agent sits in every seat equally often."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, islice, permutations
from math import ceil, factorial


@lru_cache
def sides(agents: tuple[str, ...], seats: int) -> tuple[tuple[str, ...], ...]:
    """Every company of agents that fills the seats, each agent in equally many of them.

    All agents as often as they fit, and every combination of them for the seats that are left.
    """
    whole, rest = divmod(seats, len(agents))
    return tuple(agents * whole + chosen for chosen in combinations(agents, rest))


def block(agents: Sequence[str], seats: int) -> int:
    """The number of games after which every agent has sat in every seat equally often."""
    return len(sides(tuple(agents), seats)) * seats


def rounded(games: int, agents: Sequence[str], seats: int) -> int:
    """The number of games, rounded up to whole blocks."""
    size = block(agents, seats)
    return ceil(games / size) * size


def lineup(agents: Sequence[str], seats: int, number: int) -> list[str]:
    """The agents by seat in the game of that number, counted from 0.

    Within a block every company rotates through all seats; from block to block its order around the table changes.
    """
    companies = sides(tuple(agents), seats)
    block_number, within = divmod(number, len(companies) * seats)
    company, turned = divmod(within, seats)
    around = ordered(companies[company], block_number)
    return [around[(seat - turned) % seats] for seat in range(seats)]


def ordered(company: tuple[str, ...], number: int) -> tuple[str, ...]:
    """A company in one of its orders around the table, the first agent staying first."""
    first, *others = company
    nth = number % factorial(len(others))
    return (first, *next(islice(permutations(others), nth, None)))
