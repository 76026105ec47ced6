"""Simulation: many games inside the kernel, on many processes, in constant memory."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kontor.arena.play import game_seed
from kontor.arena.records import ArenaError, make_folder, write_record
from kontor.arena.tally import Tally
from kontor.arena.workers import shares
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
    records: str | None = None
    kernel: str | None = None

    def chunks(self, jobs: int, job: int) -> Iterator[range]:
        """The numbers of the games that fall to one of several jobs, in portions."""
        size = max(1, min(LARGEST_CHUNK, self.games // (jobs * CHUNKS_PER_JOB)))
        for first in range(job * size, self.games, jobs * size):
            yield range(first, min(first + size, self.games))


class Player:
    """Plays the games of an order, one chunk after another."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.game: Game = registry.game(order.setup, order.kernel)
        self.start = self.game.start()

    def play(self, numbers: range) -> Tally:
        """The sums over some games."""
        tally = Tally(self.game.players)
        for number in numbers:
            self.play_one(number, tally)
        return tally

    def play_one(self, number: int, tally: Tally) -> None:
        """Play one game, add it up, and write it down if records are wanted."""
        position, order = self.start[:], self.order
        seed, keep_moves = game_seed(order.seed, number), order.records is not None
        playout = self.game.play_out(position, seed, order.agents, order.cap, keep_moves)
        tally.count(self.game, number, position, playout)
        if order.records is not None:
            record = record_of(self.game, list(playout.moves), position, capped=True)
            write_record(Path(order.records), number, record)


def play_share(order: Order, jobs: int, job: int) -> Generator[Tally, None, None]:
    """The sums over every chunk that falls to one of several jobs."""
    player = Player(order)
    for numbers in order.chunks(jobs, job):
        yield player.play(numbers)


def simulate(
    setup: Setup,
    agents: Sequence[str],
    games: int,
    seed: int = 1,
    jobs: int = 1,
    cap: int = 1000,
    records_dir: str | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> dict[str, Any]:
    """Play many games and return what they came to, as data; `progress` hears of games as they are played."""
    game = registry.game(setup)
    seats = seat_agents(game, agents)
    jobs = max(1, min(jobs, games))
    order = Order(game.setup, seats, games, seed, cap, records_dir, game.kernel)
    if records_dir is not None:
        make_folder(Path(records_dir))
    tally, began = Tally(game.players), time.perf_counter()
    with closing(tallies(order, jobs)) as portions:
        for portion in portions:
            tally.add(portion)
            progress(portion.games)
    return summary(game, seats, tally, time.perf_counter() - began)


def tallies(order: Order, jobs: int) -> Generator[Tally, None, None]:
    """The sums over all chunks, in no particular order."""
    return play_share(order, 1, 0) if jobs == 1 else shares(play_share, order, jobs)


def seat_agents(game: Game, agents: Sequence[str]) -> list[str]:
    """One agent per seat, from one for all or one for each."""
    known = registry.family(game.setup["game"]).agents
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
