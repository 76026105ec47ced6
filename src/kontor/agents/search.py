"""The search agent: grows a tree of whole turns and replies as long as its budget lasts."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass

from kontor.agents.greedy import Greedy, planned, round_number
from kontor.core.agent import Budget, Choice, Estimate, Thought
from kontor.core.game import Game, PositionBytes, Tree
from kontor.core.kernel_game import BALANCED
from kontor.kernel.engine import LAST_USUAL_ROUND
from kontor.kernel.generator import Generator

USUAL = Budget(seconds=0.3)
DOUBT = 0.4  # the part of the simulations left that the second best may still gain on the best
PAUSE = 4  # simulations between two looks at the clock
FINISHED_GAMES = 8  # games played on to the end for an estimate of the score lines
MOST_TURNS = 60  # of such a game


@dataclass(frozen=True)
class Habits:
    """How a search goes about it; worths are in hundredths of a point, `curiosity` in ten-thousandths of a win."""

    beam_at_root: int = 16
    plans_at_root: int = 24
    beam: int = 1
    plans: int = 3
    is_hurried: int = 1
    turns_played_on: int = 2
    curiosity: int = 5000
    prior_spread: int = 100

    def row(self) -> list[int]:
        """The habits as the kernel takes them."""
        return list(astuple(self))


class Search:
    """Searches until its budget is spent or its answer cannot change."""

    def __init__(self, style: str = BALANCED, budget: Budget = USUAL, **search_options: int) -> None:
        self.style = style
        self.budget = budget
        self.search_options = search_options  # other than usual

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        """The first move of the turn that was tried most; in a late game, of the best turn by its evaluation.

        A search prefers an unfinished game to a lost one, so that it might never end a late game.
        """
        moves = game.legal_moves(view)
        if len(moves) == 1:
            return moves[0]
        if round_number(game, view) > LAST_USUAL_ROUND:
            return Greedy(self.style).choose(game, view, budget, generator)
        spending = Spending(self.allowed(budget))
        tree = self.begin(game, view, generator)
        while not is_decided(tree, spending.left()):
            spending.grow(tree)
        return best_move(tree)

    def consider(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> Thought:
        """The move it would choose, and why; the whole budget is spent."""
        spending = Spending(self.allowed(budget))
        tree = self.begin(game, view, generator)
        while spending.left():
            spending.grow(tree)
        chances = [chance / 10000 for chance in tree.chances()]
        return Thought(best_move(tree), choices(tree), Estimate(chances, expected_lines(game, tree, view)))

    def allowed(self, budget: Budget) -> Budget:
        """The budget given, or the agent's own if none is."""
        return self.budget if budget == Budget() else budget

    def begin(self, game: Game, view: PositionBytes, generator: Generator) -> Tree:
        """The tree before anything was tried."""
        table = planned(game)
        search_options = Habits(**{**table.search_options, **self.search_options})
        return table.tree(view, self.style, generator.below(1 << 30), search_options.row())


class Spending:
    """A budget being spent."""

    def __init__(self, budget: Budget) -> None:
        self.began = time.perf_counter()
        self.budget = budget
        self.spent = 0

    def left(self) -> int:
        """How many simulations the budget still allows, as fast as they were so far."""
        limits = []
        if self.budget.playouts is not None:
            limits.append(self.budget.playouts - self.spent)
        if self.budget.seconds is not None:
            past = time.perf_counter() - self.began
            limits.append(int((self.budget.seconds - past) * max(self.spent, 1) / past))
        return max(0, min(limits))

    def grow(self, tree: Tree) -> None:
        """Let a tree grow a little."""
        simulations = min(PAUSE, max(1, self.left()))
        tree.grow(simulations)
        self.spent += simulations


def tries(tree: Tree) -> dict[int, int]:
    """How often the most tried turn with each first move was tried, the most tried first."""
    most: dict[int, int] = {}
    for move, visits, _ in sorted(tree.choices(), key=lambda choice: -choice[1]):
        most.setdefault(move, visits)
    return most


def is_decided(tree: Tree, left: int) -> bool:
    """Whether the simulations that are left will hardly change the answer: a part of them does not suffice for it."""
    first, *others = tries(tree).values()
    return not others or not left or first > others[0] + left * DOUBT


def best_move(tree: Tree) -> int:
    """The first move of the turn that was tried most."""
    return next(iter(tries(tree)))


def choices(tree: Tree) -> list[Choice]:
    """What was considered, one choice for each first move, best first."""
    tried = tree.choices()
    whole = max(1, sum(visits for _, visits, _ in tried))
    best: dict[int, tuple[int, int]] = {}
    for move, visits, chance in tried:
        best[move] = max(best.get(move, (0, 0)), (visits, chance))
    shares = {move: sum(visits for other, visits, _ in tried if other == move) / whole for move in best}
    found = [Choice(move, shares[move], best[move][1] / 10000) for move in best]
    return sorted(found, key=lambda choice: -best[choice.move][0])


def expected_lines(game: Game, tree: Tree, view: PositionBytes) -> Sequence[Mapping[str, float]]:
    """The mean score lines of every seat over some games played on to the end."""
    ends = [tree.finish(game.turn(view) + MOST_TURNS * game.players) for _ in range(FINISHED_GAMES)]
    sheets = [game.scores(end).scores for end in ends]
    return [
        {line: sum(sheet[seat].lines[line] for sheet in sheets) / len(sheets) for line in sheets[0][seat].lines}
        for seat in range(game.players)
    ]
