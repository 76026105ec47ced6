"""Accounts of games: what every seat had and did, told again from the moves alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from kontor.arena.slate import Slate
from kontor.arena.workers import Loss, WorkerDied
from kontor.core import registry
from kontor.core.game import Game, PositionBytes, Seat, Setup
from kontor.core.statistics import Statistics

Counts = dict[str, Counter[str]]


@dataclass(frozen=True)
class Stand:
    """How a seat stood after a round: its points, as if the game ended then, and how far it had come."""

    score: int
    progress: Statistics


@dataclass
class Account:
    """A game told again: who decided in which turn, how seats stood after whole rounds, what they had and did."""

    number: int
    deciders: list[tuple[int, Seat]] = field(default_factory=list)
    rounds: list[list[Stand]] = field(default_factory=list)
    statistics: list[Counts] = field(default_factory=list)

    @cached_property
    def first(self) -> Seat:
        """The seat whose turn is the first; others may decide in it, but not last."""
        return next((seat for turn, seat in reversed(self.deciders) if turn <= 1 and seat >= 0), 0)


Task = tuple[int, Sequence[int]]


@dataclass(frozen=True)
class Accounting:
    """Games to be told again elsewhere: their numbers and moves are the items."""

    setup: Setup
    kernel: str | None = None

    def begin(self, slate: Slate) -> Callable[[Task], Account]:
        """Make ready in a worker process; no agent takes part, so the slate stays empty."""
        return partial(told, registry.game(self.setup, self.kernel))

    def lost(self, task: Task, loss: Loss) -> Account:
        """Without an agent to blame, nobody can say what happened."""
        raise WorkerDied(f"the worker process that looked at game {task[0] + 1} {loss.how}.")


def told(game: Game, task: Task) -> Account:
    """The account of a game by its number and its moves."""
    number, moves = task
    account, position = Account(number), game.start()
    account.statistics = [defaultdict(Counter) for _ in range(game.players)]
    for move in moves:
        turn = game.turn(position)
        account.deciders.append((turn, game.to_move(position)))
        count_deeds(game, account, position, move)
        game.advance(position, move)
        if game.turn(position) > turn and turn % game.players == 0:
            account.rounds.append(stands(game, position))
    count_holdings(game, account, position)
    return account


def count_deeds(game: Game, account: Account, before: PositionBytes, move: int) -> None:
    """Add what a move counts for."""
    if isinstance(game, Traited):
        for event in game.events(before, move):
            for deed in game.stat_events(event):
                account.statistics[deed.seat][deed.kind][deed.name] += deed.count


def stands(game: Game, position: PositionBytes) -> list[Stand]:
    """How every seat stands."""
    progress = game.progress_statistics(position)
    scores = game.scores(position).scores
    return [Stand(score.total, statistics) for score, statistics in zip(scores, progress, strict=True)]


def count_holdings(game: Game, account: Account, position: PositionBytes) -> None:
    """Add what every seat has at the end."""
    if isinstance(game, Traited):
        for counts, statistics in zip(account.statistics, game.final_statistics(position), strict=True):
            for kind, names in statistics.items():
                counts[kind].update(names)
    account.statistics = [dict(counts) for counts in account.statistics]
