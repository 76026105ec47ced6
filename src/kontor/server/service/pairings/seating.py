"""Sizes of tables, groups of players that have met least, and seats that rotate."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache
from itertools import permutations

from kontor.server.service.pairings.history import History

Cost = Callable[[str, str], int]
"""Returns how undesirable it is that two players sit at one table."""


def table_sizes(players: int, size: int, allowed: Collection[int]) -> list[int]:
    """Return sizes of tables for as many players as possible, close to the wanted size; the rest have a bye."""

    @cache
    def best(left: int) -> tuple[int, int, tuple[int, ...]]:
        """Return the byes, the deviation from the wanted size, and the sizes for so many players."""
        found: tuple[int, int, tuple[int, ...]] = (left, 0, ())
        for each in sorted(allowed, reverse=True):
            if each <= left:
                byes, deviation, sizes = best(left - each)
                found = min(found, (byes, deviation + abs(each - size), (each, *sizes)), key=lambda plan: plan[:2])
        return found

    return sorted(best(players)[2], reverse=True)


def bye_players(players: Sequence[str], count: int, history: History) -> list[str]:
    """Return who has a bye: players with the fewest byes, of these the last of the order."""
    order = sorted(range(len(players)), key=lambda n: (history.byes[players[n]], -n))
    return [players[n] for n in order[:count]]


def grouped(players: Sequence[str], sizes: Sequence[int], cost: Cost) -> list[list[str]]:
    """Divide players, in their order, into tables, and exchange players while that makes the tables better."""
    tables, start = [], 0
    for size in sizes:
        tables.append(list(players[start : start + size]))
        start += size
    while exchange_best(tables, cost):
        pass
    return tables


def exchange_best(tables: list[list[str]], cost: Cost) -> bool:
    """Make the exchange of two players that improves the tables most; return False if none does."""
    best, where = 0, None
    for first in range(len(tables)):
        for second in range(first + 1, len(tables)):
            for one in range(len(tables[first])):
                for other in range(len(tables[second])):
                    gain = exchange_gain(tables[first], one, tables[second], other, cost)
                    if gain > best:
                        best, where = gain, (first, one, second, other)
    if where is None:
        return False
    first, one, second, other = where
    tables[first][one], tables[second][other] = tables[second][other], tables[first][one]
    return True


def exchange_gain(first: list[str], one: int, second: list[str], other: int, cost: Cost) -> int:
    """Return by how much the cost of two tables falls when two players change places."""
    leaving, coming = first[one], second[other]
    stay_first = [player for n, player in enumerate(first) if n != one]
    stay_second = [player for n, player in enumerate(second) if n != other]
    before = sum(cost(leaving, each) for each in stay_first) + sum(cost(coming, each) for each in stay_second)
    after = sum(cost(coming, each) for each in stay_first) + sum(cost(leaving, each) for each in stay_second)
    return before - after


def seated(players: Sequence[str], history: History) -> tuple[str, ...]:
    """Return players by seat, so that each sits where it has sat least often."""

    def repeats(order: tuple[str, ...]) -> tuple[int, int]:
        counts = [history.seats[player, seat] for seat, player in enumerate(order)]
        return sum(counts), max(counts)

    return min(permutations(players), key=repeats)
