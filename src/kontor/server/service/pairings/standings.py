"""Standings: points, and what decides between equal points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from kontor.server.service.pairings.history import History, PlayedTable
from kontor.server.service.pairings.rounds import KNOCKOUT, SWISS


@dataclass(frozen=True, slots=True)
class Standing:
    """The standing of a player.

    `opponents` are the points of all opponents together (Buchholz), `direct` the points in games with those who have
    equally many points.
    """

    player: str
    rank: int
    points: Fraction
    opponents: Fraction
    direct: Fraction
    wins: int
    games: int
    reached: int


def standings(kind: str, players: Sequence[str], tables: Sequence[PlayedTable]) -> list[Standing]:
    """Return the standings, the best first.

    A knockout counts the round that a player has reached, then points. Equal points are decided by the points of the
    opponents (Swiss system), by the games between the players concerned, by wins, and share a rank otherwise.
    """
    history = History(tables)
    found = [standing_of(player, players, history) for player in players]
    found.sort(key=lambda each: (*(-value for value in keys(kind, each)), players.index(each.player)))
    ranks: list[Standing] = []
    for n, each in enumerate(found, 1):
        same = ranks and keys(kind, ranks[-1]) == keys(kind, each)
        rank = ranks[-1].rank if same else n
        ranks.append(replace(each, rank=rank))
    return ranks


def keys(kind: str, standing: Standing) -> tuple[Fraction | int, ...]:
    """Return what standings are sorted by, greater values first."""
    rounds = (standing.reached,) if kind == KNOCKOUT else ()
    opponents = (standing.opponents,) if kind == SWISS else ()
    return (*rounds, standing.points, *opponents, standing.direct, standing.wins)


def standing_of(player: str, players: Sequence[str], history: History) -> Standing:
    """Return the standing of a player without its rank."""
    own = [table for table in history.tables if player in table.players]
    played = [table for table in own if table.places is not None and not table.is_bye]
    equal = {each for each in players if each != player and history.score(each) == history.score(player)}
    return Standing(
        player=player,
        rank=0,
        points=history.score(player),
        opponents=sum((history.score(each) for each in history.opponents(player)), Fraction(0)),
        direct=sum((direct_points(table, player, equal) for table in played), Fraction(0)),
        wins=sum(place_of(table, player) == 1 for table in played),
        games=len(played),
        reached=reached(own, player),
    )


def reached(tables: Sequence[PlayedTable], player: str) -> int:
    """Return the last round of a player, with one more for a win in it, so that a winner is before a loser."""
    if not tables:
        return 0
    last = max(tables, key=lambda table: table.round)
    return 2 * last.round + (last.is_bye or place_of(last, player) == 1)


def place_of(table: PlayedTable, player: str) -> int:
    """Return the place of a player at a table, 0 if it is not known or the player was absent."""
    return 0 if table.places is None else table.places[table.players.index(player)]


def direct_points(table: PlayedTable, player: str, others: set[str]) -> Fraction:
    """Return the points of a player against some others at a table: one for each that is beaten, half for a tie."""
    own = place_of(table, player)
    points = Fraction(0)
    for other in others & set(table.players):
        place = place_of(table, other)
        if own and (not place or own < place):
            points += 1
        elif own and own == place:
            points += Fraction(1, 2)
    return points
