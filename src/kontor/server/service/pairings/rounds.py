"""The pairings of a round: round robin, Swiss system and knockout, for tables of two to five players."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import networkx

from kontor.server.service.pairings.history import History, PlayedTable, ordered
from kontor.server.service.pairings.seating import bye_players, grouped, seated, table_sizes

ROUND_ROBIN = "round-robin"
SWISS = "swiss"
KNOCKOUT = "knockout"
REPEAT = 10**9  # outweighs every difference of points
BYE = ""


@dataclass(frozen=True, slots=True)
class Field:
    """The players of a tournament in the order of entry, those who have withdrawn, and the sizes of its tables."""

    players: tuple[str, ...]
    withdrawn: frozenset[str]
    size: int
    allowed: tuple[int, ...]

    @property
    def active(self) -> list[str]:
        """The players who have not withdrawn."""
        return [player for player in self.players if player not in self.withdrawn]


def paired(kind: str, number: int, field: Field, tables: Sequence[PlayedTable]) -> list[tuple[str, ...]]:
    """Return the tables of a round by seat; one player alone has a bye, an empty table keeps a place of a bracket."""
    history = History(tables)
    if kind == KNOCKOUT:
        return knockout_round(number, field, history)
    if kind == ROUND_ROBIN and field.size == 2:
        return [tuple(pair) for pair in circle_round(number, field)]
    groups = swiss_pairs(field, history) if field.size == 2 else balanced_groups(kind, field, history)
    return with_seats(groups, history)


def with_seats(groups: Sequence[Sequence[str]], history: History) -> list[tuple[str, ...]]:
    """Return groups by seat, byes last."""
    return [seated(group, history) for group in sorted(groups, key=lambda group: len(group) == 1)]


def rounds_of(kind: str, players: int, size: int, allowed: Collection[int], wanted: int | None) -> int:
    """Return how many rounds a tournament has: as many as wanted, or as its kind needs."""
    if kind == KNOCKOUT:
        return knockout_rounds(players, size, allowed)
    if kind == ROUND_ROBIN and size == 2:
        whole = players - 1 + players % 2
        return whole if wanted is None else max(1, min(wanted, 2 * whole))
    meetings = -(-(players - 1) // max(1, size - 1))
    needed = meetings if kind == ROUND_ROBIN else max(1, (players - 1).bit_length())
    return needed if wanted is None else wanted


def circle_round(number: int, field: Field) -> list[list[str]]:
    """Return a round by the circle method, by seat: everybody meets everybody once in each cycle."""
    ring = [*field.players, BYE] if len(field.players) % 2 else list(field.players)
    first, rest = ring[0], ring[1:]
    turn = (number - 1) % len(rest)
    row = [first, *rest[turn:], *rest[:turn]]
    pairs = [[row[n], row[-1 - n]] for n in range(len(row) // 2)]
    pairs = [pair[::-1] if (n or number) % 2 else pair for n, pair in enumerate(pairs)]  # so that seats alternate
    present = [[player for player in pair if player != BYE and player not in field.withdrawn] for pair in pairs]
    return [pair for pair in present if pair]


def swiss_pairs(field: Field, history: History) -> list[list[str]]:
    """Return pairs of players with similar points who have not met: a matching of the greatest weight."""
    order = ordered(field.active, history, field.players)
    nodes = [*order, BYE] if len(order) % 2 else order
    graph: networkx.Graph[str] = networkx.Graph()
    for one in range(len(nodes)):
        for other in range(one + 1, len(nodes)):
            graph.add_edge(nodes[one], nodes[other], weight=-pair_cost(nodes[one], nodes[other], history))
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    pairs = [sorted(pair, key=nodes.index) for pair in matching]
    pairs.sort(key=lambda pair: nodes.index(pair[0]))
    return [[player for player in pair if player != BYE] for pair in pairs]


def pair_cost(one: str, other: str, history: History) -> int:
    """Return how undesirable a pair is: another bye or meeting most of all, then a difference of points."""
    if other == BYE:
        return REPEAT * history.byes[one] + int(1000 * history.score(one) ** 2)
    difference = history.score(one) - history.score(other)
    return REPEAT * history.met(one, other) + int(1000 * difference**2)


def balanced_groups(kind: str, field: Field, history: History) -> list[list[str]]:
    """Return tables of several players who have met least and, in the Swiss system, have similar points."""
    order = ordered(field.active, history, field.players)
    sizes = table_sizes(len(order), field.size, field.allowed)
    byes = bye_players(order, len(order) - sum(sizes), history)
    playing = [player for player in order if player not in byes]
    if kind == ROUND_ROBIN:
        playing = [player for player in field.players if player in playing]

    def cost(one: str, other: str) -> int:
        met = history.met(one, other)
        difference = history.score(one) - history.score(other) if kind == SWISS else 0
        return 10_000 * met * met + int(1000 * difference**2)

    return [*grouped(playing, sizes, cost), *([player] for player in byes)]


def knockout_rounds(players: int, size: int, allowed: Collection[int]) -> int:
    """Return how many rounds it takes until one table is left."""
    if size == 2:
        return max(1, (players - 1).bit_length())
    rounds, left = 1, players
    while left > max(allowed):
        sizes = table_sizes(left, size, allowed)
        left = max(min(allowed), left - sum(sizes) + sum(promoted(each) for each in sizes))
        rounds += 1
    return rounds


def promoted(size: int) -> int:
    """Return how many players of a table reach the next round: the better half."""
    return (size + 1) // 2


def knockout_round(number: int, field: Field, history: History) -> list[tuple[str, ...]]:
    """Return a round of a knockout tournament."""
    if field.size == 2:
        bracket = first_bracket(field.players) if number == 1 else next_bracket(number, field, history)
        present = [[each for each in pair if each and each not in field.withdrawn] for pair in bracket]
        return [seated(pair, history) for pair in present]
    entrants = list(field.players) if number == 1 else survivors(number, field, history)
    playing = [player for player in entrants if player not in field.withdrawn]
    if len(playing) == 1:
        return [(playing[0],)]
    sizes = table_sizes(len(playing), field.size, field.allowed)
    byes = playing[: len(playing) - sum(sizes)]  # the best go through
    tables = dealt(playing[len(byes) :], sizes)
    return [*(seated(table, history) for table in tables), *((player,) for player in byes)]


def first_bracket(players: Sequence[str]) -> list[list[str]]:
    """Return the first round: the first entrants have byes and meet as late as possible."""
    order = [0]
    while len(order) < len(players):
        order = [each for seed in order for each in (seed, 2 * len(order) - 1 - seed)]
    slots = [players[seed] if seed < len(players) else BYE for seed in order]
    return [slots[n : n + 2] for n in range(0, len(slots), 2)]


def next_bracket(number: int, field: Field, history: History) -> list[list[str]]:
    """Return the winners of neighbouring tables of the last round as pairs."""
    last = [table for table in history.tables if table.round == number - 1]
    winners = [next(iter(advancing(table, field, history, 1)), BYE) for table in last]
    return [winners[n : n + 2] for n in range(0, len(winners), 2)]


def survivors(number: int, field: Field, history: History) -> list[str]:
    """Return those who reach a round, those with the most points first; the best losers fill the smallest table."""
    last = [table for table in history.tables if table.round == number - 1]
    through = [each for table in last for each in advancing(table, field, history, promoted(len(table.players)))]
    losers = {player for table in last for player in table.players} - {*through, *field.withdrawn}
    missing = max(0, min(field.allowed) - len(through))
    return ordered([*through, *ordered(losers, history, field.players)[:missing]], history, field.players)


def advancing(table: PlayedTable, field: Field, history: History, count: int) -> list[str]:
    """Return the best players of a table; of equal ones those with more points so far, then the earlier entrants."""
    if table.is_bye or table.places is None:
        return list(table.players)[:1]
    present = [(place, player) for player, place in zip(table.players, table.places, strict=True) if place]
    key = [(place, -history.score(player), field.players.index(player), player) for place, player in present]
    return [player for *_, player in sorted(key)[:count]]


def dealt(players: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
    """Deal players to tables in turn, forward and backward, so that the strong ones meet late."""
    tables: list[list[str]] = [[] for _ in sizes]
    waiting, forward = list(players), True
    while waiting:
        order = list(range(len(sizes))) if forward else list(range(len(sizes)))[::-1]
        for n in order:
            if waiting and len(tables[n]) < sizes[n]:
                tables[n].append(waiting.pop(0))
        forward = not forward
    return tables
