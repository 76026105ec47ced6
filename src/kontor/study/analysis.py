"""Analysing a recorded game: what has to be asked about its decisions, and what the answers come to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from itertools import pairwise

from kontor.core.agent import Budget
from kontor.core.game import Game
from kontor.core.record import Record
from kontor.study.decisions import Decision, decisions
from kontor.study.looking import Answer, Chances, Looking, Question, answers, settled

USUAL = Budget(seconds=0.2)
DOUBT = 0.02  # estimates are not better than that, so a smaller difference counts as none
MOST_TURNING_POINTS = 8
LOOKS = 2  # that the time for a decision is divided into
SECOND_LOOK = 4  # times as long as the first


class Analysis:
    """A record under study, with the answers that were given so far."""

    def __init__(self, game: Game, record: Record, budget: Budget = USUAL, seed: int = 1) -> None:
        self.game = game
        self.record = record
        self.budget = budget
        self.seed = seed
        self.course = decisions(game, record)
        self.by_number = {decision.number: decision for decision in self.course}
        self.following = next_choices(self.course)
        self.first_looks: dict[int, Answer] = {}
        self.second_looks: dict[int, Answer] = {}

    def questions(self) -> list[Question]:
        """The first look: every decision that was no forced move, each as the seat that decided saw it."""
        return [self.question(decision) for decision in self.course if not decision.is_forced]

    def question(self, decision: Decision) -> Question:
        """The question about a decision; where the move led is asked only if no later question tells it."""
        before = bytes(self.game.view(decision.before, decision.seat))
        after = None if self.is_told_later(decision) else self.seen_after(decision)
        return Question(decision.number, before, after, decision.move, for_look(self.budget))

    def is_told_later(self, decision: Decision) -> bool:
        """Whether the next choice is made before chance decides anything, by somebody who sees the same."""
        number, view = self.following[decision.number], self.game.view
        if number is None:
            return False
        later = self.by_number[number]
        return view(later.before, later.seat) == view(later.before, decision.seat)

    def seen_after(self, decision: Decision) -> bytes:
        """Where a decision and what was forced by it led, as its seat saw it."""
        return bytes(settled(self.game, self.game.view(decision.after, decision.seat)))

    def second_questions(self) -> list[Question]:
        """The second look: what seems to have given away most, with more time, and the better turn to its end."""
        return [self.second_question(self.by_number[number]) for number in self.suspects()]

    def second_question(self, decision: Decision) -> Question:
        """The question about a decision that seems to be a turning point."""
        before = bytes(self.game.view(decision.before, decision.seat))
        budget, after = for_look(self.budget, SECOND_LOOK), self.seen_after(decision)
        return Question(decision.number, before, after, decision.move, budget, wants_line=True)

    def suspects(self) -> list[int]:
        """The decisions that gave away most by the first look, the worst of each turn."""
        worst: dict[tuple[int, int], int] = {}
        for decision in sorted(self.course, key=lambda each: -self.given_away(each.number)):
            if self.given_away(decision.number) >= DOUBT:
                worst.setdefault((decision.turn, decision.seat), decision.number)
        return list(worst.values())[:MOST_TURNING_POINTS]

    def before(self, number: int) -> Chances | None:
        """Every seat's chances before a decision that was no forced move, by the first look, as all of the curve."""
        answer = self.first_looks.get(number)
        return answer.before if answer else None

    def after(self, number: int) -> Chances | None:
        """Every seat's chances after a decision, if they are known."""
        answer = self.second_looks.get(number) or self.first_looks.get(number)
        if answer is not None and answer.after is not None:
            return answer.after
        later = self.following[number]
        return None if later is None else self.before(later)

    def given_away(self, number: int) -> float:
        """By how much the chance after the best move found exceeds that after the played one; 0 where in doubt."""
        answer, after = self.second_looks.get(number) or self.first_looks.get(number), self.after(number)
        if answer is None or answer.after_best is None or after is None:
            return 0.0
        seat = self.by_number[number].seat
        difference = answer.after_best[seat] - after[seat]
        return difference if difference >= DOUBT else 0.0

    def turning_points(self) -> list[int]:
        """The decisions that still seem mistakes at a second look, the worst first."""
        found = [number for number in self.second_looks if self.given_away(number) > 0]
        return sorted(found, key=lambda number: -self.given_away(number))

    def run(self, jobs: int, seen: Callable[[int, int], object]) -> None:
        """Look at everything with so many processes; `seen` hears how many of how many looks are done."""
        first = self.questions()
        whole = len(first) + MOST_TURNING_POINTS
        self.take_all(first, jobs, self.first_looks, lambda done: seen(done, whole))
        second = self.second_questions()
        whole = len(first) + len(second)
        self.take_all(second, jobs, self.second_looks, lambda done: seen(len(first) + done, whole))

    def take_all(
        self, asked: Iterable[Question], jobs: int, into: dict[int, Answer], seen: Callable[[int], object]
    ) -> None:
        """Have questions answered, one process or many, and keep the answers."""
        errand = Looking(self.game.setup, self.seed, self.game.kernel)
        with closing(answers(errand, asked, jobs)) as arriving:
            for answer in arriving:
                into[answer.number] = answer
                seen(len(into))


def for_look(budget: Budget, factor: int = 1) -> Budget:
    """What one look may cost, some times as long as a first one; a budget in simulations is that of one look."""
    seconds, playouts = budget.seconds, budget.playouts
    return Budget(seconds and seconds * factor / LOOKS, playouts and playouts * factor)


def next_choices(course: list[Decision]) -> dict[int, int | None]:
    """For every decision the next that was no forced move, or None if chance or the end comes before it."""
    found: dict[int, int | None] = dict.fromkeys((decision.number for decision in course[-1:]), None)
    for decision, then in reversed(list(pairwise(course))):
        if then.number != decision.number + 1:
            found[decision.number] = None
        else:
            found[decision.number] = found[then.number] if then.is_forced else then.number
    return found
