"""Evaluation of a decision by search: the position, the best move found and the move played."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from functools import partial

from kontor.agents.search import BudgetMeter, Search, best_move, calibrated
from kontor.arena.worker_status import WorkerStatus
from kontor.arena.workers import WorkerDied, WorkerFailure, run_local
from kontor.core import registry
from kontor.core.agent import Budget
from kontor.core.game import Game, Tree
from kontor.core.values import PositionBytes, Setup
from kontor.kernel.generator import Generator as RandomNumbers
from kontor.kernel.seats import GAME_OVER

Chances = tuple[float, ...]

MIN_SIMULATIONS = 12  # below this number of simulations an estimate is meaningless


@dataclass(frozen=True)
class EvaluationRequest:
    """A decision to evaluate from the view of its seat; `after` is set if the played move needs its own search."""

    number: int
    before: bytes
    after: bytes | None
    move: int
    budget: Budget
    wants_line: bool = False


@dataclass(frozen=True)
class Evaluation:
    """Every seat's chances before, after the best move and after the played one; the moves of the best turn."""

    number: int
    before: Chances
    best: int
    after_best: Chances | None = None
    after: Chances | None = None
    line: tuple[int, ...] = ()


@dataclass(frozen=True)
class EvaluationJob:
    """A job that evaluates decisions of one game, all with the same random numbers."""

    setup: Setup
    seed: int
    kernel: str | None = None

    def start(self, status: WorkerStatus) -> Callable[[EvaluationRequest], Evaluation]:
        """Prepare a worker process; no external agent takes part, so the status stays unused."""
        return partial(evaluate, registry.game(self.setup, self.kernel), self.seed)

    def on_failure(self, request: EvaluationRequest, failure: WorkerFailure) -> Evaluation:
        """Raise WorkerDied, because the evaluation is unknown."""
        raise WorkerDied(f"the worker process that evaluated move {request.number} {failure.description}.")


def evaluations(
    job: EvaluationJob, requests: Iterable[EvaluationRequest], jobs: int
) -> Generator[Evaluation, None, None]:
    """Yield evaluations as they finish; a single job runs in this process."""
    if jobs == 1:
        yield from map(job.start(WorkerStatus()), requests)
    else:
        yield from run_local(job, requests, jobs)


def evaluate(game: Game, seed: int, request: EvaluationRequest) -> Evaluation:
    """Evaluate a decision; the best move is evaluated in the same way as the played one."""
    before, budget = PositionBytes(request.before), request.budget
    tree = searched_tree(game, before, budget, seed)
    best = best_move(tree)
    after_best = None if best == request.move else win_chances(game, after_move(game, before, best), budget, seed)
    after = None if request.after is None else win_chances(game, PositionBytes(request.after), budget, seed)
    line = best_line(game, before, best, budget, seed) if request.wants_line else ()
    return Evaluation(request.number, tree_chances(game, tree), best, after_best, after, line)


def searched_tree(game: Game, position: PositionBytes, budget: Budget, seed: int) -> Tree:
    """Return a search tree that has used its budget, with a minimum number of simulations."""
    meter = BudgetMeter(budget)
    tree = Search().new_tree(game, position, RandomNumbers(seed))
    while meter.remaining() or (budget.playouts is None and meter.spent < MIN_SIMULATIONS):
        meter.grow(tree)
    return tree


def tree_chances(game: Game, tree: Tree) -> Chances:
    """Return every seat's chance of winning by a search tree."""
    return tuple(calibrated(tree.chances(), game.chance_exponent))


def win_chances(game: Game, position: PositionBytes, budget: Budget, seed: int) -> Chances:
    """Return every seat's chance of winning in a position; a finished game needs no search."""
    if game.to_move(position) == GAME_OVER:
        winners = game.scores(position).winners
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(game.players))
    return tree_chances(game, searched_tree(game, position, budget, seed))


def after_move(game: Game, position: PositionBytes, move: int) -> PositionBytes:
    """Return the position after a move and the moves it forces."""
    after = position[:]
    game.advance(after, move)
    return after_forced_moves(game, after)


def after_forced_moves(game: Game, position: PositionBytes) -> PositionBytes:
    """Make all forced moves in place and return the position."""
    while game.to_move(position) >= 0 and len(moves := game.legal_moves(position)) == 1:
        game.advance(position, moves[0])
    return position


def best_line(game: Game, position: PositionBytes, move: int, budget: Budget, seed: int) -> tuple[int, ...]:
    """Return a move and the best continuation of its seat until another seat or chance decides."""
    seat, now, line = game.to_move(position), position[:], [move]
    game.advance(now, move)
    while game.to_move(now) == seat:
        moves = game.legal_moves(now)
        line.append(moves[0] if len(moves) == 1 else best_move(searched_tree(game, now, budget, seed)))
        game.advance(now, line[-1])
    return tuple(line)
