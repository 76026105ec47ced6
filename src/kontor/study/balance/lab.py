"""The balance lab: many games between agents, and what they show about a game, a board and its parts."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from functools import partial
from importlib.util import find_spec
from typing import Any

from kontor.arena.match import Order
from kontor.arena.records import ArenaError
from kontor.arena.tournament import Means, Tournament
from kontor.arena.workers import shares
from kontor.study.balance.accounts import Account, Accounting, told

FORMAT = 1
NEEDED = ("scipy",)
TIMES = ("seconds", "decisions_per_second", "agents")


class Study:
    """A tournament whose games are told again and compared."""

    def __init__(self, order: Order, asked: int, means: Means) -> None:
        check_installed(NEEDED, "arena")
        if not means.keep_moves:
            raise ValueError("a study needs the moves of its games")
        self.tournament = Tournament(order, asked, means)
        self.accounts: dict[int, Account] = {}

    @property
    def numbers(self) -> list[int]:
        """The numbers of the games that were played to their end."""
        return sorted(number for number, outcome in self.tournament.outcomes.items() if not outcome.fault)

    def tell(self, progress: Callable[[int], object] = lambda games: None) -> None:
        """Tell again what was played; `progress` hears of each game."""
        with closing(self.arrivals()) as arrivals:
            for account in arrivals:
                self.accounts[account.number] = account
                progress(1)

    def arrivals(self) -> Generator[Account, None, None]:
        """The accounts of all games, as they are made; a single job here needs no other process."""
        means, game = self.tournament.means, self.tournament.game
        tasks = [(number, self.tournament.moves[number]) for number in self.numbers]
        if means.jobs == 1 and means.engine is shares:
            yield from map(partial(told, game), tasks)
        else:
            yield from means.engine(Accounting(game.setup, game.kernel), tasks, means.jobs)

    def result(self) -> dict[str, Any]:
        """What the games that were told again show, as data; the same games give the same, however long they took."""
        from kontor.study.balance.findings import findings
        from kontor.study.balance.frame import Frame

        order, played = self.tournament.order, self.tournament.result()
        numbers = [number for number in self.numbers if number in self.accounts]
        outcomes = [self.tournament.outcomes[number] for number in numbers]
        frame = Frame(self.tournament.game.players, outcomes, [self.accounts[number] for number in numbers])
        found = findings(frame, order.agents) if numbers else {}
        head = {name: value for name, value in played.items() if name not in TIMES}
        return {"balance": FORMAT, "agents": list(order.agents), **head, **found}


def check_installed(modules: Iterable[str], extra: str) -> None:
    """Refuse without the libraries that are needed."""
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise ArenaError(f"studies of balance need {', '.join(missing)}; install kontor[{extra}].")
