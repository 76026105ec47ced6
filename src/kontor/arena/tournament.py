"""Tournaments: seat-balanced matches between agents, on many processes, to be interrupted and continued."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kontor.agents import catalog
from kontor.arena.contestant import Rationing
from kontor.arena.journal import Journal
from kontor.arena.lineups import block, rounded
from kontor.arena.match import Errand, Match, Order, Outcome
from kontor.arena.records import ArenaError, make_folder, write_record
from kontor.arena.standings import standings
from kontor.arena.workers import Engine, shares
from kontor.core import registry
from kontor.core.game import Game, Setup

NEEDED = ("matplotlib", "openskill", "scipy")


@dataclass(frozen=True)
class Means:
    """How a tournament is played; none of it changes the games."""

    jobs: int = 1
    records: str | None = None
    journal: str | None = None
    engine: Engine = shares
    keep_moves: bool = False


class Tournament:
    """A number of games of an order, those played and those to come."""

    def __init__(self, order: Order, asked: int, means: Means | None = None) -> None:
        check_installed()
        self.order, self.asked, self.means = order, asked, means or Means()
        self.game = registry.game(order.setup)
        for name in order.agents:
            check_agent(name, self.game)
        self.games = rounded(asked, order.agents, self.game.players)
        self.journal = self.journal_of(order)
        self.outcomes = self.outcomes_before()
        self.moves = dict(self.journal.moves) if self.journal else {}
        self.clock = self.journal.clock if self.journal else 0.0

    def journal_of(self, order: Order) -> Journal | None:
        """The journal, if one is kept."""
        path = self.means.journal
        return Journal(Path(path), order, self.means.keep_moves) if path else None

    def outcomes_before(self) -> dict[int, Outcome]:
        """The games that the journal already has."""
        earlier = self.journal.outcomes if self.journal else {}
        return {number: outcome for number, outcome in earlier.items() if number < self.games}

    def play(self, progress: Callable[[int], object] = lambda games: None) -> None:
        """Play the games that are missing; `progress` hears of each; interrupted, it keeps what is finished."""
        self.begin()
        began, before = time.perf_counter(), self.clock
        with closing(self.arrivals()) as arrivals:
            for match in arrivals:
                self.clock = before + time.perf_counter() - began
                self.take(match)
                progress(1)

    def begin(self) -> None:
        """Make the folder and the journal ready."""
        if self.means.records is not None:
            make_folder(Path(self.means.records), may_hold=bool(self.journal and not self.journal.is_new))
        if self.journal:
            self.journal.begin()

    def take(self, match: Match) -> None:
        """Keep a game, first where it is safe."""
        outcome = match.outcome
        if self.means.records is not None and match.record is not None:
            write_record(Path(self.means.records), outcome.number, match.record)
        if self.journal:
            self.journal.write(match, self.clock)
        self.outcomes[outcome.number] = outcome
        if match.moves is not None:
            self.moves[outcome.number] = match.moves

    def arrivals(self) -> Generator[Match, None, None]:
        """The games that are missing, as they are finished."""
        missing = [number for number in range(self.games) if number not in self.outcomes]
        sources = catalog.sources_of(self.order.agents)
        keep_records, keep_moves = self.means.records is not None, self.means.keep_moves
        errand = Errand(self.order, keep_records, self.game.kernel, sources, keep_moves)
        return self.means.engine(errand, missing, self.means.jobs)

    def result(self) -> dict[str, Any]:
        """What the games played so far came to, as data."""
        whole = {"asked": self.asked, "block": block(self.order.agents, self.game.players)}
        result = standings(self.order, list(self.outcomes.values()), self.clock)
        return {**whole, "complete": len(self.outcomes) == self.games, **result}


def order_of(
    setup: Setup, agents: Sequence[str], seed: int = 1, cap: int = 1000, rationing: Rationing | None = None
) -> Order:
    """The order for a setup, its defaults filled in."""
    game = registry.game(setup)
    return Order(game.setup, game.revision, tuple(agents), seed, cap, rationing or Rationing())


def check_agent(name: str, game: Game) -> None:
    """Make an agent once, so that a wrong name is known before anything is played."""
    try:
        catalog.check_agent(name, game)
    except catalog.AgentError as problem:
        raise ArenaError(str(problem)) from problem


def check_installed(modules: Iterable[str] = NEEDED) -> None:
    """Refuse without the libraries that add up and draw."""
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise ArenaError(f"tournaments need {', '.join(missing)}; install kontor[arena].")
