"""Simulation: many games inside the kernel or between other agents, on many processes, in constant memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kontor.agents import catalog
from kontor.arena.agent_games import AgentGames, check_agent
from kontor.arena.records import ArenaError, make_folder, record_text, write_records
from kontor.arena.supervised_agent import BudgetPolicy, install_alarm_handler
from kontor.arena.totals import GameTotals
from kontor.arena.worker_status import WorkerStatus
from kontor.arena.workers import Engine, WorkerDied, WorkerFailure, run_local
from kontor.core import registry
from kontor.core.game import Game, Playout
from kontor.core.record import TURN_CAP, record_of
from kontor.core.seeds import game_seed
from kontor.core.values import PositionBytes, Setup

MAX_CHUNK = 64
CHUNKS_PER_JOB = 16


@dataclass(frozen=True)
class SimulationConfig:
    """Which games a simulation plays; the same for every process that takes part."""

    setup: Setup
    agents: Sequence[str]
    games: int
    seed: int = 1
    cap: int = 1000
    keep_records: bool = False
    kernel: str | None = None
    budget_policy: BudgetPolicy = field(default_factory=BudgetPolicy)
    sources: Mapping[str, bytes] = field(default_factory=dict)

    @property
    def is_inside_kernel(self) -> bool:
        """Whether all agents are policies of the kernel, which then plays whole games."""
        return set(self.agents) <= set(registry.game_type(self.setup["game"]).agents)

    def chunks(self, jobs: int) -> Iterator[range]:
        """Yield the numbers of all games in chunks small enough to keep all processes busy."""
        size = max(1, min(MAX_CHUNK, self.games // (jobs * CHUNKS_PER_JOB))) if self.is_inside_kernel else 1
        for first in range(0, self.games, size):
            yield range(first, min(first + size, self.games))

    def start(self, status: WorkerStatus) -> Callable[[range], ChunkResult]:
        """Prepare a worker process."""
        install_alarm_handler()
        return Simulator(self, status).play

    def on_failure(self, numbers: range, failure: WorkerFailure) -> ChunkResult:
        """Raise the exception that names the agent that was deciding, or WorkerDied if none was."""
        if failure.moves is not None:
            raise Simulator(self, WorkerStatus()).agent_games.died(numbers.start, failure.moves, failure)
        raise WorkerDied(f"the worker process of games {numbers.start + 1} to {numbers.stop} {failure.description}.")


@dataclass
class ChunkResult:
    """The totals of a chunk of games, and their records by number if requested."""

    totals: GameTotals
    records: dict[int, str] = field(default_factory=dict)


class Simulator:
    """Plays the games of a simulation, chunk by chunk."""

    def __init__(
        self, config: SimulationConfig, status: WorkerStatus | None = None, game: Game | None = None
    ) -> None:
        self.config = config
        self.game = game or registry.game(config.setup, config.kernel)
        self.is_inside_kernel = config.is_inside_kernel
        self.start = self.game.start()
        self.agent_games = AgentGames(
            self.game, config.agents, config.budget_policy, config.sources, status or WorkerStatus()
        )

    def play(self, numbers: range) -> ChunkResult:
        """Return the totals of a chunk of games."""
        result = ChunkResult(GameTotals(self.game.players))
        for number in numbers:
            self.play_one(number, result)
        return result

    def play_one(self, number: int, result: ChunkResult) -> None:
        """Play one game and add it to the totals and, if requested, to the records."""
        position, playout = self.played(number)
        result.totals.add_game(self.game, number, position, playout)
        if self.config.keep_records:
            record = record_of(self.game, list(playout.moves), position, capped=True)
            result.records[number] = record_text(record)

    def played(self, number: int) -> tuple[PositionBytes, Playout]:
        """Return the last position of a game and how it was played."""
        config, seed = self.config, game_seed(self.config.seed, number)
        if not self.is_inside_kernel:
            return self.agent_games.play(number, seed, config.cap)
        position = self.start[:]
        return position, self.game.play_out(position, seed, config.agents, config.cap, config.keep_records)


def simulate(
    setup: Setup,
    agents: Sequence[str],
    games: int,
    seed: int = 1,
    jobs: int = 1,
    cap: int = 1000,
    records_dir: str | None = None,
    progress: Callable[[int], object] = lambda games: None,
    engine: Engine = run_local,
    budget_policy: BudgetPolicy | None = None,
) -> dict[str, Any]:
    """Play many games and return their totals as data; `progress` is called with the number of games played."""
    game = registry.game(setup)
    seats = seat_agents(game, agents)
    config = SimulationConfig(
        *(game.setup, seats, games, seed, cap, records_dir is not None, game.kernel),
        budget_policy=budget_policy or BudgetPolicy(),
        sources=catalog.read_sources(seats),
    )
    if records_dir is not None:
        make_folder(Path(records_dir))
    totals, started = GameTotals(game.players), time.perf_counter()
    with closing(chunk_results(config, jobs, engine, game)) as results:
        for result in results:
            totals.merge(result.totals)
            if records_dir is not None:
                write_records(Path(records_dir), result.records)
            progress(result.totals.games)
    return summary(game, seats, totals, time.perf_counter() - started)


def chunk_results(
    config: SimulationConfig, jobs: int, engine: Engine, game: Game
) -> Generator[ChunkResult, None, None]:
    """Yield the results of all chunks in any order; a single local job of the kernel runs in this process."""
    if jobs == 1 and engine is run_local and config.is_inside_kernel:
        yield from map(Simulator(config, game=game).play, config.chunks(jobs))
    else:
        yield from engine(config, config.chunks(jobs), jobs)


def seat_agents(game: Game, agents: Sequence[str]) -> list[str]:
    """Return one agent per seat, from one for all or one for each."""
    for agent in agents:
        check_agent(agent, game)
    if len(agents) not in (1, game.players):
        raise ArenaError(f"{len(agents)} agents for {game.players} seats: name one, or one per seat.")
    return list(agents) * (game.players if len(agents) == 1 else 1)


def summary(game: Game, agents: list[str], totals: GameTotals, seconds: float) -> dict[str, Any]:
    """Return the result of a simulation as data."""
    capped = totals.ended_by[TURN_CAP]
    return {
        "setup": game.setup,
        "agents": agents,
        "kernel": game.kernel,
        "games": totals.games,
        "finished": totals.games - capped,
        "capped": capped,
        "ended_by": dict(sorted((+totals.ended_by).items())),
        "decisions": totals.decisions,
        "seconds": seconds,
        "decisions_per_second": totals.decisions / seconds,
        "games_per_second": totals.games / seconds,
        "seats": totals.seats_json(list(game.scores(game.start()).scores[0].lines)),
        "hash": f"{totals.hash:016x}",
    }
