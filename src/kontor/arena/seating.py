"""Seating: which agent sits where in which game, so that every agent has every seat equally often."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, islice, permutations
from math import ceil, factorial


@lru_cache
def seat_groups(agents: tuple[str, ...], seats: int) -> tuple[tuple[str, ...], ...]:
    """Return every group of agents that fills the seats, each agent in equally many groups.

    Every group holds all agents as often as they fit, and one combination of them for the remaining seats.
    """
    repeats, rest = divmod(seats, len(agents))
    return tuple(agents * repeats + chosen for chosen in combinations(agents, rest))


def block_size(agents: Sequence[str], seats: int) -> int:
    """Return the number of games after which every agent has had every seat equally often."""
    return len(seat_groups(tuple(agents), seats)) * seats


def rounded_games(games: int, agents: Sequence[str], seats: int) -> int:
    """Return the number of games rounded up to whole blocks."""
    size = block_size(agents, seats)
    return ceil(games / size) * size


def seating(agents: Sequence[str], seats: int, number: int) -> list[str]:
    """Return the agents by seat in the game of that number, counted from 0.

    Within a block every group rotates through all seats; from block to block its order changes.
    """
    groups = seat_groups(tuple(agents), seats)
    block_number, within = divmod(number, len(groups) * seats)
    group, rotation = divmod(within, seats)
    order = permuted(groups[group], block_number)
    return [order[(seat - rotation) % seats] for seat in range(seats)]


def permuted(group: tuple[str, ...], number: int) -> tuple[str, ...]:
    """Return a group in one of its orders, with the first agent always first."""
    first, *others = group
    nth = number % factorial(len(others))
    return (first, *next(islice(permutations(others), nth, None)))
