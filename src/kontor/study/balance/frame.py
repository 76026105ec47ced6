"""The frame of a study: its games as arrays, a row for every game and a column for every place in turn order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kontor.arena.match import Outcome
from kontor.study.balance.accounts import Account

Array = NDArray[np.float64]


class Frame:
    """Games that were played to their end, with their accounts, all seats in turn order."""

    def __init__(self, players: int, outcomes: Sequence[Outcome], accounts: Sequence[Account]) -> None:
        self.players = players
        self.outcomes = list(outcomes)
        self.accounts = list(accounts)
        self.order = [[(account.first + place) % players for place in range(players)] for account in accounts]

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.outcomes)

    def of_outcomes(self, value: Callable[[Outcome, int], float]) -> Array:
        """A number of every seat of every game, from what the game came to."""
        rows = zip(self.outcomes, self.order, strict=True)
        return array([[value(outcome, seat) for seat in seats] for outcome, seats in rows], self.players)

    def of_accounts(self, value: Callable[[Account, int], float]) -> Array:
        """A number of every seat of every game, from its account."""
        rows = zip(self.accounts, self.order, strict=True)
        return array([[value(account, seat) for seat in seats] for account, seats in rows], self.players)

    @cached_property
    def wins(self) -> Array:
        """The part of the win of every seat."""
        return self.of_outcomes(lambda outcome, seat: (seat in outcome.winners) / max(len(outcome.winners), 1))

    @cached_property
    def scores(self) -> Array:
        """The points of every seat."""
        return self.of_outcomes(lambda outcome, seat: outcome.seats[seat].total)

    @cached_property
    def line_names(self) -> list[str]:
        """The score lines that gave anybody anything."""
        seats = [seat for outcome in self.outcomes for seat in outcome.seats]
        return list(dict.fromkeys(line for seat in seats for line, points in seat.lines.items() if points))

    def line(self, name: str) -> Array:
        """The points of every seat in one line."""
        return self.of_outcomes(lambda outcome, seat: outcome.seats[seat].lines[name])

    def trait(self, kind: str, name: str) -> Array:
        """How often every seat has or did something."""
        return self.of_accounts(lambda account, seat: account.statistics[seat].get(kind, Counter())[name])

    @cached_property
    def trait_names(self) -> dict[str, list[str]]:
        """The names of every kind of trait that anybody has, in alphabetical order."""
        found: dict[str, set[str]] = {}
        for account in self.accounts:
            for counts in account.statistics:
                for kind, names in counts.items():
                    found.setdefault(kind, set()).update(names)
        return {kind: sorted(found[kind]) for kind in sorted(found)}

    @cached_property
    def progress_names(self) -> dict[str, list[str]]:
        """The names of what seats progress in, by kind."""
        first: Any = next((stands[0].progress for account in self.accounts for stands in account.rounds), {})
        return {kind: list(names) for kind, names in first.items()}

    def lasting(self, rounds: int) -> Frame:
        """The games that lasted for at least so many whole rounds."""
        kept = [n for n, account in enumerate(self.accounts) if len(account.rounds) >= rounds]
        return Frame(self.players, [self.outcomes[n] for n in kept], [self.accounts[n] for n in kept])

    def progress(self, kind: str, name: str, after: int) -> Array:
        """How far every seat had come in something after a round; every game must have lasted so long."""
        return self.of_accounts(lambda account, seat: account.rounds[after - 1][seat].progress[kind][name])

    @cached_property
    def controls(self) -> list[Array]:
        """What comparisons take into account: the place in turn order, and who played."""
        places = [self.of_outcomes(lambda _, seat: 0.0) for _ in range(1, self.players)]
        for place, control in enumerate(places, 1):
            control[:, place] = 1
        names = sorted({seat.agent for outcome in self.outcomes for seat in outcome.seats})[1:]
        return [*places, *(self.played_by(name) for name in names)]

    def played_by(self, name: str) -> Array:
        """Which seats an agent played."""
        return self.of_outcomes(lambda outcome, seat: outcome.seats[seat].agent == name)


def array(rows: list[list[float]], players: int) -> Array:
    """Rows as an array, even if there are none."""
    return np.array(rows, dtype=np.float64).reshape(-1, players)
