"""The search agent: grows a tree of whole turns and replies within its budget."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass

from kontor.agents.greedy import Greedy, planned, round_number
from kontor.core.agent import Budget, CandidateMove, Estimate, MoveAnalysis
from kontor.core.game import Game, Tree
from kontor.core.kernel_game import BALANCED
from kontor.core.values import PositionBytes, Seat
from kontor.kernel.engine import LAST_USUAL_ROUND
from kontor.kernel.generator import Generator

CERTAIN = 10000  # a chance of 1 in a tree
DEFAULT_BUDGET = Budget(seconds=0.3)
CATCH_UP_SHARE = 0.4  # share of the remaining simulations that the second choice may still gain on the first
CHECKS = 100  # readings of the clock within a budget
LEAST_SIMULATIONS, MOST_SIMULATIONS = 4, 64  # between two of them
ESTIMATE_GAMES = 8  # games simulated to the end to estimate the score lines
MAX_ESTIMATE_TURNS = 60  # turns of such a game


@dataclass(frozen=True)
class SearchOptions:
    """Parameters of a search; values are in hundredths of a point, `exploration` in ten-thousandths of a win."""

    beam_at_root: int = 16
    plans_at_root: int = 24
    beam: int = 1
    plans: int = 3
    fast_plans: int = 1
    rollout_turns: int = 2
    exploration: int = 5000
    prior_spread: int = 100
    by_network: int = 0

    def row(self) -> list[int]:
        """Return the options as the kernel expects them."""
        return list(astuple(self))


class Search:
    """Searches until its budget is used up or its choice can no longer change."""

    clock: Callable[[], float] = staticmethod(time.perf_counter)  # of the budget's seconds

    def __init__(self, style: str = BALANCED, budget: Budget = DEFAULT_BUDGET, **options: int) -> None:
        self.style = style
        self.budget = budget
        self.options = options  # that differ from the game's own

    def choose(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        """Return the first move of the most visited turn; late in a game, of the best turn by the evaluation.

        A search prefers an unfinished game to a lost one, so it might never end a late game.
        """
        moves = game.legal_moves(view)
        if len(moves) == 1:
            return moves[0]
        if round_number(game, view) > LAST_USUAL_ROUND:
            return Greedy(self.style).choose(game, view, budget, generator)
        return self.searched_move(game, view, budget, generator)

    def searched_move(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> int:
        """Return the first move of the most visited turn."""
        return best_move(self.decided_tree(game, view, budget, generator))

    def decided_tree(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> Tree:
        """Return a tree that has used its budget, or whose choice can hardly change any more."""
        meter = BudgetMeter(self.effective_budget(game, budget), self.clock)
        tree = self.new_tree(game, view, generator)
        while not is_decided(tree, meter.remaining()):
            meter.grow(tree)
        return tree

    def analyze(self, game: Game, view: PositionBytes, budget: Budget, generator: Generator) -> MoveAnalysis:
        """Return the chosen move with alternatives and an estimate, using the whole budget."""
        meter = BudgetMeter(self.effective_budget(game, budget), self.clock)
        tree = self.new_tree(game, view, generator)
        while meter.remaining():
            meter.grow(tree)
        exponent = self.chance_exponent(game)
        estimate = Estimate(calibrated(tree.chances(), exponent), expected_lines(game, tree, view))
        return MoveAnalysis(best_move(tree), choices(tree, game.to_move(view), exponent), estimate)

    def effective_budget(self, game: Game, budget: Budget) -> Budget:
        """Return the given budget, or the agent's own if it is empty."""
        return self.budget if budget == Budget() else budget

    def new_tree(self, game: Game, view: PositionBytes, generator: Generator) -> Tree:
        """Return a search tree without any simulation."""
        return game.tree(view, self.style, generator.below(1 << 30), self.options_for(game).row())

    def options_for(self, game: Game) -> SearchOptions:
        """Return the options of a search in a game."""
        return SearchOptions(**{**planned(game).search_options, **self.options})

    def chance_exponent(self, game: Game) -> float:
        """Return the exponent that makes the chances of a search in a game agree with results."""
        return game.chance_exponent if self.options_for(game).by_network else 1.0


class BudgetMeter:
    """Measures how much of a budget has been used."""

    def __init__(self, budget: Budget, clock: Callable[[], float] = time.perf_counter) -> None:
        self.clock = clock
        self.started = clock()
        self.budget = budget
        self.spent = 0

    def remaining(self) -> int:
        """Return how many simulations the budget still allows at the present speed."""
        limits = []
        if self.budget.playouts is not None:
            limits.append(self.budget.playouts - self.spent)
        if self.budget.seconds is not None:
            elapsed = self.clock() - self.started
            limits.append(int((self.budget.seconds - elapsed) * max(self.spent, 1) / elapsed))
        return max(0, min(limits))

    def grow(self, tree: Tree) -> None:
        """Run a few simulations in a tree."""
        left = self.remaining()
        simulations = max(1, min(left, max(LEAST_SIMULATIONS, left // CHECKS), MOST_SIMULATIONS))
        tree.run_simulations(simulations)
        self.spent += simulations


def visits_by_move(tree: Tree, added: Sequence[int] = ()) -> dict[int, int]:
    """Return the visits of the most visited turn with each first move, the most visited first.

    `added` are the visits of the same turns in another tree.
    """
    choices = tree.choices()
    more = added or [0] * len(choices)
    turns = [(move, visits + also) for (move, visits, _), also in zip(choices, more, strict=True)]
    most: dict[int, int] = {}
    for move, visits in sorted(turns, key=lambda turn: -turn[1]):
        most.setdefault(move, visits)
    return most


def is_decided(tree: Tree, remaining: int) -> bool:
    """Return whether the remaining simulations are unlikely to change the choice."""
    first, *others = visits_by_move(tree).values()
    return not others or not remaining or first > others[0] + remaining * CATCH_UP_SHARE


def best_move(tree: Tree, added: Sequence[int] = ()) -> int:
    """Return the first move of the most visited turn."""
    return next(iter(visits_by_move(tree, added)))


def calibrated(chances: Sequence[int], exponent: float) -> list[float]:
    """Return the chances of all seats, in ten-thousandths, as shares raised to an exponent; their sum is 1."""
    powers = [(chance / CERTAIN) ** exponent for chance in chances]
    whole = sum(powers) or 1.0
    return [power / whole for power in powers]


def rated_plans(tree: Tree, seat: Seat, exponent: float) -> list[tuple[int, int, float]]:
    """Return the first move of every turn plan, its visits, and a seat's chance with it."""
    return [
        (move, visits, calibrated(chances, exponent)[seat])
        for (move, visits, _), chances in zip(tree.choices(), tree.plan_chances(), strict=True)
    ]


def choices(tree: Tree, seat: Seat, exponent: float) -> list[CandidateMove]:
    """Return the choices considered, one for each first move, best first."""
    visited = rated_plans(tree, seat, exponent)
    total = max(1, sum(visits for _, visits, _ in visited))
    best: dict[int, tuple[int, float]] = {}
    for move, visits, chance in visited:
        best[move] = max(best.get(move, (0, 0.0)), (visits, chance))
    shares = {move: sum(visits for other, visits, _ in visited if other == move) / total for move in best}
    found = [CandidateMove(move, shares[move], best[move][1]) for move in best]
    return sorted(found, key=lambda choice: -best[choice.move][0])


def expected_lines(game: Game, tree: Tree, view: PositionBytes) -> Sequence[Mapping[str, float]]:
    """Return the mean score lines of every seat over some simulated games."""
    final_positions = [
        tree.play_to_end(game.turn(view) + MAX_ESTIMATE_TURNS * game.players) for _ in range(ESTIMATE_GAMES)
    ]
    sheets = [game.scores(end).scores for end in final_positions]
    return [
        {line: sum(sheet[seat].lines[line] for sheet in sheets) / len(sheets) for line in sheets[0][seat].lines}
        for seat in range(game.players)
    ]
