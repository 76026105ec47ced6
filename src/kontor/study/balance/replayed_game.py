"""Replayed games: what every seat had and did, computed from the moves."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from kontor.arena.worker_status import WorkerStatus
from kontor.arena.workers import WorkerDied, WorkerFailure
from kontor.core import registry
from kontor.core.game import Game
from kontor.core.statistics import Statistics
from kontor.core.values import PositionBytes, Seat, Setup

Counts = dict[str, Counter[str]]


@dataclass(frozen=True)
class SeatProgress:
    """The score of a seat after a round, as if the game ended, and its progress."""

    score: int
    progress: Statistics


@dataclass
class ReplayedGame:
    """The decider of every move, the progress after whole rounds, and the counts of every seat."""

    number: int
    deciders: list[tuple[int, Seat]] = field(default_factory=list)
    rounds: list[list[SeatProgress]] = field(default_factory=list)
    statistics: list[Counts] = field(default_factory=list)

    @cached_property
    def first(self) -> Seat:
        """The seat that takes the first turn; other seats may decide in it, but not last."""
        return next((seat for turn, seat in reversed(self.deciders) if turn <= 1 and seat >= 0), 0)


Task = tuple[int, Sequence[int]]


@dataclass(frozen=True)
class ReplayJob:
    """A job that replays games; its items are their numbers and moves."""

    setup: Setup
    kernel: str | None = None

    def start(self, status: WorkerStatus) -> Callable[[Task], ReplayedGame]:
        """Prepare a worker process; no agent takes part, so the status stays unused."""
        return partial(replay_game, registry.game(self.setup, self.kernel))

    def on_failure(self, task: Task, failure: WorkerFailure) -> ReplayedGame:
        """Raise WorkerDied, because the replayed game is unknown."""
        raise WorkerDied(f"the worker process that replayed game {task[0] + 1} {failure.description}.")


def replay_game(game: Game, task: Task) -> ReplayedGame:
    """Replay a game of that number with those moves."""
    number, moves = task
    replayed, position = ReplayedGame(number), game.start()
    replayed.statistics = [defaultdict(Counter) for _ in range(game.players)]
    for move in moves:
        turn = game.turn(position)
        replayed.deciders.append((turn, game.to_move(position)))
        count_events(game, replayed, position, move)
        game.advance(position, move)
        if game.turn(position) > turn and turn % game.players == 0:
            replayed.rounds.append(seat_progress(game, position))
    count_holdings(game, replayed, position)
    return replayed


def count_events(game: Game, replayed: ReplayedGame, before: PositionBytes, move: int) -> None:
    """Add the counts of a move's events."""
    for event in game.events(before, move):
        for counted in game.stat_events(event):
            replayed.statistics[counted.seat][counted.kind][counted.name] += counted.count


def seat_progress(game: Game, position: PositionBytes) -> list[SeatProgress]:
    """Return the score and progress of every seat."""
    progress = game.progress_statistics(position)
    scores = game.scores(position).scores
    return [SeatProgress(score.total, statistics) for score, statistics in zip(scores, progress, strict=True)]


def count_holdings(game: Game, replayed: ReplayedGame, position: PositionBytes) -> None:
    """Add the holdings of every seat at the end."""
    for counts, statistics in zip(replayed.statistics, game.final_statistics(position), strict=True):
        for kind, names in statistics.items():
            counts[kind].update(names)
    replayed.statistics = [dict(counts) for counts in replayed.statistics]
