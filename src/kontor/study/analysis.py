"""Analysis of a recorded game: which decisions are evaluated, and what the evaluations say about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from itertools import pairwise

from kontor.core.agent import Budget
from kontor.core.game import Game
from kontor.core.record import Record
from kontor.study.decisions import Decision, record_decisions
from kontor.study.evaluation import (
    Chances,
    Evaluation,
    EvaluationJob,
    EvaluationRequest,
    after_forced_moves,
    evaluations,
)

DEFAULT_BUDGET = Budget(seconds=0.2)
MIN_DIFFERENCE = 0.02  # the accuracy of estimates: a smaller difference counts as none
MAX_TURNING_POINTS = 8
EVALUATIONS_PER_DECISION = 2  # the time for a decision is divided among them
SECOND_BUDGET_FACTOR = 4  # times the budget of the first


class Analysis:
    """A record under analysis, with the evaluations made so far."""

    def __init__(self, game: Game, record: Record, budget: Budget = DEFAULT_BUDGET, seed: int = 1) -> None:
        self.game = game
        self.record = record
        self.budget = budget
        self.seed = seed
        self.decisions = record_decisions(game, record)
        self.by_number = {decision.number: decision for decision in self.decisions}
        self.following = next_choices(self.decisions)
        self.first_evaluations: dict[int, Evaluation] = {}
        self.second_evaluations: dict[int, Evaluation] = {}

    def requests(self) -> list[EvaluationRequest]:
        """Return the first evaluation of every unforced decision, each from the view of its seat."""
        return [self.request(decision) for decision in self.decisions if not decision.is_forced]

    def request(self, decision: Decision) -> EvaluationRequest:
        """Return the evaluation of a decision; the position after it is included only if no later one covers it."""
        before = bytes(self.game.view(decision.before, decision.seat))
        after = None if self.is_covered_by_next(decision) else self.view_after(decision)
        return EvaluationRequest(decision.number, before, after, decision.move, evaluation_budget(self.budget))

    def is_covered_by_next(self, decision: Decision) -> bool:
        """Return whether the next choice comes before any chance move and is seen the same by both seats."""
        number, view = self.following[decision.number], self.game.view
        if number is None:
            return False
        later = self.by_number[number]
        return view(later.before, later.seat) == view(later.before, decision.seat)

    def view_after(self, decision: Decision) -> bytes:
        """Return the position after a decision and its forced moves, from the view of its seat."""
        return bytes(after_forced_moves(self.game, self.game.view(decision.after, decision.seat)))

    def second_requests(self) -> list[EvaluationRequest]:
        """Return longer evaluations of the decisions that seem worst, with the better turn to its end."""
        return [self.second_request(self.by_number[number]) for number in self.worst_decisions()]

    def second_request(self, decision: Decision) -> EvaluationRequest:
        """Return the longer evaluation of a decision that may be a turning point."""
        before = bytes(self.game.view(decision.before, decision.seat))
        budget, after = evaluation_budget(self.budget, SECOND_BUDGET_FACTOR), self.view_after(decision)
        return EvaluationRequest(decision.number, before, after, decision.move, budget, wants_line=True)

    def worst_decisions(self) -> list[int]:
        """Return the decisions that gave away most by the first evaluation, the worst of each turn."""
        worst: dict[tuple[int, int], int] = {}
        for decision in sorted(self.decisions, key=lambda each: -self.given_away(each.number)):
            if self.given_away(decision.number) >= MIN_DIFFERENCE:
                worst.setdefault((decision.turn, decision.seat), decision.number)
        return list(worst.values())[:MAX_TURNING_POINTS]

    def before(self, number: int) -> Chances | None:
        """Return every seat's chances before an unforced decision, by the first evaluation."""
        evaluation = self.first_evaluations.get(number)
        return evaluation.before if evaluation else None

    def after(self, number: int) -> Chances | None:
        """Return every seat's chances after a decision, if they are known."""
        evaluation = self.second_evaluations.get(number) or self.first_evaluations.get(number)
        if evaluation is not None and evaluation.after is not None:
            return evaluation.after
        later = self.following[number]
        return None if later is None else self.before(later)

    def given_away(self, number: int) -> float:
        """Return by how much the best move's chance exceeds that of the played move; 0 if below the threshold."""
        evaluation, after = (
            self.second_evaluations.get(number) or self.first_evaluations.get(number),
            self.after(number),
        )
        if evaluation is None or evaluation.after_best is None or after is None:
            return 0.0
        seat = self.by_number[number].seat
        difference = evaluation.after_best[seat] - after[seat]
        return difference if difference >= MIN_DIFFERENCE else 0.0

    def turning_points(self) -> list[int]:
        """Return the decisions that the second evaluation confirms as mistakes, the worst first."""
        found = [number for number in self.second_evaluations if self.given_away(number) > 0]
        return sorted(found, key=lambda number: -self.given_away(number))

    def run(self, jobs: int, progress: Callable[[int, int], object]) -> None:
        """Make all evaluations with so many processes; `progress` gets the number done and the total."""
        first = self.requests()
        total = len(first) + MAX_TURNING_POINTS
        self.evaluate_all(first, jobs, self.first_evaluations, lambda done: progress(done, total))
        second = self.second_requests()
        total = len(first) + len(second)
        self.evaluate_all(second, jobs, self.second_evaluations, lambda done: progress(len(first) + done, total))

    def evaluate_all(
        self,
        requests: Iterable[EvaluationRequest],
        jobs: int,
        into: dict[int, Evaluation],
        progress: Callable[[int], object],
    ) -> None:
        """Make evaluations in one process or many, and store them."""
        job = EvaluationJob(self.game.setup, self.seed, self.game.kernel)
        with closing(evaluations(job, requests, jobs)) as finished:
            for evaluation in finished:
                into[evaluation.number] = evaluation
                progress(len(into))


def evaluation_budget(budget: Budget, factor: int = 1) -> Budget:
    """Return the budget of one evaluation; a budget in simulations is that of one evaluation already."""
    seconds, playouts = budget.seconds, budget.playouts
    return Budget(seconds and seconds * factor / EVALUATIONS_PER_DECISION, playouts and playouts * factor)


def next_choices(decisions: list[Decision]) -> dict[int, int | None]:
    """Return for every decision the next unforced one, or None if chance or the end of the game comes first."""
    found: dict[int, int | None] = dict.fromkeys((decision.number for decision in decisions[-1:]), None)
    for decision, then in reversed(list(pairwise(decisions))):
        if then.number != decision.number + 1:
            found[decision.number] = None
        else:
            found[decision.number] = found[then.number] if then.is_forced else then.number
    return found
