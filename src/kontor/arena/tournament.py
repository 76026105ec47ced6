"""Tournaments: seat-balanced matches between agents, on many processes, resumable after an interruption."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from kontor.agents import catalog
from kontor.arena.agent_games import check_agent
from kontor.arena.checkpoint import Checkpoint
from kontor.arena.match import MatchJob, MatchResult, Outcome, TournamentConfig
from kontor.arena.records import ArenaError, make_folder, write_record
from kontor.arena.results import tournament_result
from kontor.arena.seating import block_size, rounded_games
from kontor.arena.supervised_agent import BudgetPolicy
from kontor.arena.workers import Engine, run_local
from kontor.core import registry
from kontor.core.values import Setup

REQUIRED_MODULES = ("matplotlib", "openskill", "scipy")


@dataclass(frozen=True)
class RunOptions:
    """How a tournament is run; none of it changes the games."""

    jobs: int = 1
    records: str | None = None
    checkpoint: str | None = None
    engine: Engine = run_local
    keep_moves: bool = False


class Tournament:
    """A number of games of a configuration, finished and pending."""

    def __init__(self, config: TournamentConfig, requested: int, options: RunOptions | None = None) -> None:
        check_installed()
        self.config, self.requested, self.options = config, requested, options or RunOptions()
        self.game = registry.game(config.setup)
        for name in config.agents:
            check_agent(name, self.game)
        self.games = rounded_games(requested, config.agents, self.game.players)
        self.checkpoint = self.open_checkpoint(config)
        self.outcomes = self.earlier_outcomes()
        self.moves = dict(self.checkpoint.moves) if self.checkpoint else {}
        self.seconds = self.checkpoint.seconds if self.checkpoint else 0.0

    def open_checkpoint(self, config: TournamentConfig) -> Checkpoint | None:
        """Return the checkpoint file, if one is used."""
        path = self.options.checkpoint
        return Checkpoint(Path(path), config, self.options.keep_moves) if path else None

    def earlier_outcomes(self) -> dict[int, Outcome]:
        """Return the games that the checkpoint file already has."""
        earlier = self.checkpoint.outcomes if self.checkpoint else {}
        return {number: outcome for number, outcome in earlier.items() if number < self.games}

    def play(self, progress: Callable[[int], object] = lambda games: None) -> None:
        """Play the pending games and call `progress` for each; finished games survive an interruption."""
        self.prepare()
        started, before = time.perf_counter(), self.seconds
        with closing(self.finished_matches()) as matches:
            for match in matches:
                self.seconds = before + time.perf_counter() - started
                self.store(match)
                progress(1)

    def prepare(self) -> None:
        """Prepare the folder for records and the checkpoint file."""
        if self.options.records is not None:
            make_folder(
                Path(self.options.records), allow_existing=bool(self.checkpoint and not self.checkpoint.is_new)
            )
        if self.checkpoint:
            self.checkpoint.prepare()

    def store(self, match: MatchResult) -> None:
        """Keep a game, in its files first."""
        outcome = match.outcome
        if self.options.records is not None and match.record is not None:
            write_record(Path(self.options.records), outcome.number, match.record)
        if self.checkpoint:
            self.checkpoint.write(match, self.seconds)
        self.outcomes[outcome.number] = outcome
        if match.moves is not None:
            self.moves[outcome.number] = match.moves

    def finished_matches(self) -> Generator[MatchResult, None, None]:
        """Return a generator that plays the pending games and yields them as they finish."""
        missing = [number for number in range(self.games) if number not in self.outcomes]
        sources = catalog.read_sources(self.config.agents)
        keep_records, keep_moves = self.options.records is not None, self.options.keep_moves
        job = MatchJob(self.config, keep_records, self.game.kernel, sources, keep_moves)
        return self.options.engine(job, missing, self.options.jobs)

    def result(self) -> dict[str, Any]:
        """Return the result of the games played so far as data."""
        request = {"requested": self.requested, "block": block_size(self.config.agents, self.game.players)}
        result = tournament_result(self.config, list(self.outcomes.values()), self.seconds)
        return {**request, "complete": len(self.outcomes) == self.games, **result}


def tournament_config(
    setup: Setup, agents: Sequence[str], seed: int = 1, cap: int = 1000, budget_policy: BudgetPolicy | None = None
) -> TournamentConfig:
    """Return the configuration of a tournament with the defaults of its setup filled in."""
    game = registry.game(setup)
    return TournamentConfig(game.setup, game.revision, tuple(agents), seed, cap, budget_policy or BudgetPolicy())


def check_installed(modules: Iterable[str] = REQUIRED_MODULES) -> None:
    """Reject a tournament if a library is missing."""
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        raise ArenaError(f"tournaments need {', '.join(missing)}; install kontor-games[arena].")
