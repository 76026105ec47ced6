"""The games of a study as arrays: one row per game, one column per place in turn order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kontor.arena.match import Outcome
from kontor.study.balance.replayed_game import ReplayedGame

Array = NDArray[np.float64]


class Frame:
    """Finished and replayed games, all seats in turn order."""

    def __init__(self, players: int, outcomes: Sequence[Outcome], replayed_games: Sequence[ReplayedGame]) -> None:
        self.players = players
        self.outcomes = list(outcomes)
        self.replayed_games = list(replayed_games)
        self.order = [[(replayed.first + place) % players for place in range(players)] for replayed in replayed_games]

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.outcomes)

    def from_outcomes(self, value: Callable[[Outcome, int], float]) -> Array:
        """Return a number for every seat of every game, computed from the outcome."""
        rows = zip(self.outcomes, self.order, strict=True)
        return array([[value(outcome, seat) for seat in seats] for outcome, seats in rows], self.players)

    def from_replayed(self, value: Callable[[ReplayedGame, int], float]) -> Array:
        """Return a number for every seat of every game, computed from the replayed game."""
        rows = zip(self.replayed_games, self.order, strict=True)
        return array([[value(replayed, seat) for seat in seats] for replayed, seats in rows], self.players)

    @cached_property
    def wins(self) -> Array:
        """The share of the win of every seat."""
        return self.from_outcomes(lambda outcome, seat: (seat in outcome.winners) / max(len(outcome.winners), 1))

    @cached_property
    def scores(self) -> Array:
        """The points of every seat."""
        return self.from_outcomes(lambda outcome, seat: outcome.seats[seat].total)

    @cached_property
    def line_names(self) -> list[str]:
        """The score lines in which any seat has points."""
        seats = [seat for outcome in self.outcomes for seat in outcome.seats]
        return list(dict.fromkeys(line for seat in seats for line, points in seat.lines.items() if points))

    def line(self, name: str) -> Array:
        """Return the points of every seat in one line."""
        return self.from_outcomes(lambda outcome, seat: outcome.seats[seat].lines[name])

    def trait(self, kind: str, name: str) -> Array:
        """Return how often every seat has or did something."""
        return self.from_replayed(lambda replayed, seat: replayed.statistics[seat].get(kind, Counter())[name])

    @cached_property
    def trait_names(self) -> dict[str, list[str]]:
        """The names of every kind of trait, in alphabetical order."""
        found: dict[str, set[str]] = {}
        for replayed in self.replayed_games:
            for counts in replayed.statistics:
                for kind, names in counts.items():
                    found.setdefault(kind, set()).update(names)
        return {kind: sorted(found[kind]) for kind in sorted(found)}

    @cached_property
    def progress_names(self) -> dict[str, list[str]]:
        """The names of progress by kind."""
        first: Any = next(
            (seat_progress[0].progress for replayed in self.replayed_games for seat_progress in replayed.rounds),
            {},
        )
        return {kind: list(names) for kind, names in first.items()}

    def lasting(self, rounds: int) -> Frame:
        """Return the games that lasted at least so many whole rounds."""
        kept = [n for n, replayed in enumerate(self.replayed_games) if len(replayed.rounds) >= rounds]
        return Frame(self.players, [self.outcomes[n] for n in kept], [self.replayed_games[n] for n in kept])

    def progress(self, kind: str, name: str, after: int) -> Array:
        """Return the progress of every seat after a round that every game must have reached."""
        return self.from_replayed(lambda replayed, seat: replayed.rounds[after - 1][seat].progress[kind][name])

    @cached_property
    def controls(self) -> list[Array]:
        """The control variables: turn order and agent."""
        places = [self.from_outcomes(lambda _, seat: 0.0) for _ in range(1, self.players)]
        for place, control in enumerate(places, 1):
            control[:, place] = 1
        names = sorted({seat.agent for outcome in self.outcomes for seat in outcome.seats})[1:]
        return [*places, *(self.played_by(name) for name in names)]

    def played_by(self, name: str) -> Array:
        """Return which seats an agent played."""
        return self.from_outcomes(lambda outcome, seat: outcome.seats[seat].agent == name)


def array(rows: list[list[float]], players: int) -> Array:
    """Return rows as an array, even if there are none."""
    return np.array(rows, dtype=np.float64).reshape(-1, players)
