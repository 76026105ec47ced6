"""What has been played in a tournament: who met whom, who sat where, who had a bye, and who scored what."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

ABSENT = 0
"""The place of a player who did not appear."""


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table of a round: its players by seat and, when the game is over, their places; one player has a bye."""

    round: int
    players: tuple[str, ...]
    places: tuple[int, ...] | None = None

    @property
    def is_bye(self) -> bool:
        """Whether the only player does not play in this round."""
        return len(self.players) == 1

    def points(self) -> dict[str, Fraction]:
        """Return the share of opponents that each player has beaten; a tie counts half, absence nothing.

        A bye counts as a win.
        """
        if self.is_bye:
            return {self.players[0]: Fraction(1)}
        if self.places is None:
            return {}
        return {
            player: self._share(n, self.places) if place != ABSENT else Fraction(0)
            for n, (player, place) in enumerate(zip(self.players, self.places, strict=True))
        }

    def _share(self, seat: int, places: tuple[int, ...]) -> Fraction:
        own = places[seat]
        others = [place for n, place in enumerate(places) if n != seat]
        beaten = sum(place == ABSENT or place > own for place in others)
        tied = sum(place == own for place in others)
        return Fraction(2 * beaten + tied, 2 * len(others))


class History:
    """Counts over the tables of a tournament."""

    def __init__(self, tables: Iterable[PlayedTable]) -> None:
        self.tables = list(tables)
        self.meetings: Counter[frozenset[str]] = Counter()
        self.seats: Counter[tuple[str, int]] = Counter()
        self.byes: Counter[str] = Counter()
        self.points: defaultdict[str, Fraction] = defaultdict(Fraction)
        for table in self.tables:
            self._add(table)

    def _add(self, table: PlayedTable) -> None:
        if table.is_bye:
            self.byes[table.players[0]] += 1
        else:
            self.meetings.update(frozenset(pair) for pair in combinations(table.players, 2))
            self.seats.update((player, seat) for seat, player in enumerate(table.players))
        for player, points in table.points().items():
            self.points[player] += points

    def met(self, one: str, other: str) -> int:
        """Return how often two players have met."""
        return self.meetings[frozenset((one, other))]

    def score(self, player: str) -> Fraction:
        """Return the points of a player."""
        return self.points.get(player, Fraction(0))

    def opponents(self, player: str) -> list[str]:
        """Return everybody whom a player has met, once for each meeting."""
        tables = [table for table in self.tables if player in table.players]
        return [other for table in tables for other in table.players if other != player]


def ordered(players: Iterable[str], history: History, seeds: Sequence[str]) -> list[str]:
    """Return players by points, the best first; equal ones in the order of their entry."""
    return sorted(players, key=lambda player: (-history.score(player), seeds.index(player)))
