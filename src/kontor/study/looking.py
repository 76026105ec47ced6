"""Looking at a decision: what searches expect of the position, of the best move found and of the move played."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from functools import partial

from kontor.agents.search import Search, Spending, best_move
from kontor.arena.slate import Slate
from kontor.arena.workers import Loss, WorkerDied, shares
from kontor.core import registry
from kontor.core.agent import Budget
from kontor.core.game import Game, PositionBytes, Setup, Tree
from kontor.kernel.generator import Generator as RandomNumbers
from kontor.kernel.seats import GAME_OVER

Chances = tuple[float, ...]

SURE = 10000
LEAST = 12  # simulations, below which an estimate says nothing


@dataclass(frozen=True)
class Question:
    """A decision to judge as its seat saw it; `after` is where the played move led, if that needs its own look."""

    number: int
    before: bytes
    after: bytes | None
    move: int
    budget: Budget
    wants_line: bool = False


@dataclass(frozen=True)
class Answer:
    """Every seat's chances before, after the best move found, and after the played one; how the best turn goes on."""

    number: int
    before: Chances
    best: int
    after_best: Chances | None = None
    after: Chances | None = None
    line: tuple[int, ...] = ()


@dataclass(frozen=True)
class Looking:
    """An errand: looking at decisions of one game, with the same random numbers for all of them."""

    setup: Setup
    seed: int
    kernel: str | None = None

    def begin(self, slate: Slate) -> Callable[[Question], Answer]:
        """Make ready in a worker process; no agent of a stranger takes part, so the slate stays empty."""
        return partial(look, registry.game(self.setup, self.kernel), self.seed)

    def lost(self, question: Question, loss: Loss) -> Answer:
        """Nobody can say what was seen."""
        raise WorkerDied(f"the worker process that looked at move {question.number} {loss.how}.")


def answers(errand: Looking, questions: Iterable[Question], jobs: int) -> Generator[Answer, None, None]:
    """The answers as they are found; a single job needs no other process."""
    if jobs == 1:
        yield from map(errand.begin(Slate()), questions)
    else:
        yield from shares(errand, questions, jobs)


def look(game: Game, seed: int, question: Question) -> Answer:
    """What is found out about a decision; the best move is looked at in the way the played one is."""
    before, budget = PositionBytes(question.before), question.budget
    tree = grown(game, before, budget, seed)
    best = best_move(tree)
    after_best = None if best == question.move else expected(game, moved(game, before, best), budget, seed)
    after = None if question.after is None else expected(game, PositionBytes(question.after), budget, seed)
    line = best_line(game, before, best, budget, seed) if question.wants_line else ()
    return Answer(question.number, chances_in(tree), best, after_best, after, line)


def grown(game: Game, position: PositionBytes, budget: Budget, seed: int) -> Tree:
    """A search that has spent its budget; where time was too short to begin with, a little more."""
    spending = Spending(budget)
    tree = Search().begin(game, position, RandomNumbers(seed))
    while spending.left() or (budget.playouts is None and spending.spent < LEAST):
        spending.grow(tree)
    return tree


def chances_in(tree: Tree) -> Chances:
    """Every seat's chance of winning by a search."""
    return tuple(chance / SURE for chance in tree.chances())


def expected(game: Game, position: PositionBytes, budget: Budget, seed: int) -> Chances:
    """Every seat's chance of winning in a position; a finished game is no matter of opinion."""
    if game.to_move(position) == GAME_OVER:
        winners = game.scores(position).winners
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(game.players))
    return chances_in(grown(game, position, budget, seed))


def moved(game: Game, position: PositionBytes, move: int) -> PositionBytes:
    """The position after a move and what is forced by it."""
    after = position[:]
    game.advance(after, move)
    return settled(game, after)


def settled(game: Game, position: PositionBytes) -> PositionBytes:
    """The position after all moves to which there is no other, in place."""
    while game.to_move(position) >= 0 and len(moves := game.legal_moves(position)) == 1:
        game.advance(position, moves[0])
    return position


def best_line(game: Game, position: PositionBytes, move: int, budget: Budget, seed: int) -> tuple[int, ...]:
    """A move and what its seat would do after it, until somebody else decides."""
    seat, now, line = game.to_move(position), position[:], [move]
    game.advance(now, move)
    while game.to_move(now) == seat:
        moves = game.legal_moves(now)
        line.append(moves[0] if len(moves) == 1 else best_move(grown(game, now, budget, seed)))
        game.advance(now, line[-1])
    return tuple(line)
