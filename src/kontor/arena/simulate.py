"""Simulation: many games inside the kernel, on many processes, in constant memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kontor.arena.play import game_seed
from kontor.arena.records import ArenaError, make_folder, record_text, write_records
from kontor.arena.slate import Slate
from kontor.arena.tally import Tally
from kontor.arena.workers import Engine, Loss, WorkerDied, shares
from kontor.core import registry
from kontor.core.game import Game, Setup
from kontor.core.record import TURN_CAP, record_of

LARGEST_CHUNK = 64
CHUNKS_PER_JOB = 16


@dataclass(frozen=True)
class Order:
    """Which games a simulation plays, the same for every process that takes part."""

    setup: Setup
    agents: Sequence[str]
    games: int
    seed: int = 1
    cap: int = 1000
    keep_records: bool = False
    kernel: str | None = None

    def chunks(self, jobs: int) -> Iterator[range]:
        """The numbers of all games in chunks, small enough to keep several jobs busy."""
        size = max(1, min(LARGEST_CHUNK, self.games // (jobs * CHUNKS_PER_JOB)))
        for first in range(0, self.games, size):
            yield range(first, min(first + size, self.games))

    def begin(self, slate: Slate) -> Callable[[range], Portion]:
        """Make ready in a worker process; no agent of a stranger takes part, so the slate stays empty."""
        return Player(self).play

    def lost(self, numbers: range, loss: Loss) -> Portion:
        """Without an agent to blame, nobody can say what the games came to."""
        raise WorkerDied(f"the worker process of games {numbers.start + 1} to {numbers.stop} {loss.how}.")


@dataclass
class Portion:
    """The sums over a chunk of games, and their records by number if they are wanted."""

    tally: Tally
    records: dict[int, str] = field(default_factory=dict)


class Player:
    """Plays the games of an order, one chunk after another."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.game: Game = registry.game(order.setup, order.kernel)
        self.start = self.game.start()

    def play(self, numbers: range) -> Portion:
        """The sums over a chunk of games."""
        portion = Portion(Tally(self.game.players))
        for number in numbers:
            self.play_one(number, portion)
        return portion

    def play_one(self, number: int, portion: Portion) -> None:
        """Play one game, add it up, and write it down if records are wanted."""
        position, order = self.start[:], self.order
        seed = game_seed(order.seed, number)
        playout = self.game.play_out(position, seed, order.agents, order.cap, order.keep_records)
        portion.tally.count(self.game, number, position, playout)
        if order.keep_records:
            record = record_of(self.game, list(playout.moves), position, capped=True)
            portion.records[number] = record_text(record)


def simulate(
    setup: Setup,
    agents: Sequence[str],
    games: int,
    seed: int = 1,
    jobs: int = 1,
    cap: int = 1000,
    records_dir: str | None = None,
    progress: Callable[[int], None] = lambda games: None,
    engine: Engine = shares,
) -> dict[str, Any]:
    """Play many games and return what they came to, as data; `progress` hears of games as they are played."""
    game = registry.game(setup)
    seats = seat_agents(game, agents)
    order = Order(game.setup, seats, games, seed, cap, records_dir is not None, game.kernel)
    if records_dir is not None:
        make_folder(Path(records_dir))
    tally, began = Tally(game.players), time.perf_counter()
    with closing(portions(order, jobs, engine)) as arrivals:
        for portion in arrivals:
            tally.add(portion.tally)
            if records_dir is not None:
                write_records(Path(records_dir), portion.records)
            progress(portion.tally.games)
    return summary(game, seats, tally, time.perf_counter() - began)


def portions(order: Order, jobs: int, engine: Engine) -> Generator[Portion, None, None]:
    """The sums over all chunks, in no particular order; a single job here needs no other process."""
    if jobs == 1 and engine is shares:
        yield from map(Player(order).play, order.chunks(jobs))
    else:
        yield from engine(order, order.chunks(jobs), jobs)


def seat_agents(game: Game, agents: Sequence[str]) -> list[str]:
    """One agent per seat, from one for all or one for each."""
    known = registry.game_type(game.setup["game"]).agents
    for agent in agents:
        if agent not in known:
            raise ArenaError(f"agent {agent!r} is unknown; it may be {', '.join(known)}.")
    if len(agents) not in (1, game.players):
        raise ArenaError(f"{len(agents)} agents for {game.players} seats: name one, or one per seat.")
    return list(agents) * (game.players if len(agents) == 1 else 1)


def summary(game: Game, agents: list[str], tally: Tally, seconds: float) -> dict[str, Any]:
    """What a simulation came to, as data."""
    capped = tally.ended_by[TURN_CAP]
    return {
        "setup": game.setup,
        "agents": agents,
        "kernel": game.kernel,
        "games": tally.games,
        "finished": tally.games - capped,
        "capped": capped,
        "ended_by": dict(sorted((+tally.ended_by).items())),
        "decisions": tally.decisions,
        "seconds": seconds,
        "decisions_per_second": tally.decisions / seconds,
        "games_per_second": tally.games / seconds,
        "seats": tally.seats_json(),
        "hash": f"{tally.hash:016x}",
    }
