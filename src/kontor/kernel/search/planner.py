"""Turn plans: the best positions that a seat can reach with its own moves before another seat decides."""

from __future__ import annotations

from array import array
from typing import Any, Final

from kontor.kernel.arguments import MOST_INT, checked_number
from kontor.kernel.base_position import MOST_OFFERS, BasePosition, Snapshots
from kontor.kernel.engine import BaseEngine
from kontor.kernel.runtime.dialect import Ints, exported
from kontor.kernel.seats import CHANCE_CELL

MOST_ACTIONS: Final = 12  # in one plan
NO_PLAN: Final = -1000000000


class Plan:
    """A position that a seat can reach, its worth to the seat, and the first move towards it."""

    snapshot: Snapshots
    worth: int
    first_move: int

    def __init__(self, p: BasePosition) -> None:
        self.snapshot = Snapshots(p, 1)
        self.worth = NO_PLAN
        self.first_move = -1


class Plans:
    """The best plans found so far, best first, each position once."""

    kept: list[Plan]
    spare: list[Plan]  # plans that were dropped, to be used again: memory is allocated only for the first plans
    most: int

    def __init__(self) -> None:
        self.kept = []
        self.spare = []
        self.most = 1

    def reset(self, most: int) -> None:
        """Drop all plans and set how many are kept."""
        self.spare.extend(self.kept)
        self.kept.clear()
        self.most = most

    def add(self, p: BasePosition, worth: int, first_move: int) -> None:
        """Add the loaded position if it is among the best and not known yet."""
        at = self.rank(worth)
        if at < self.most and not self.is_known(p, worth, at):
            plan: Plan = self.unused_plan(p)
            plan.worth = worth
            plan.first_move = first_move
            self.kept.insert(at, plan)

    def unused_plan(self, p: BasePosition) -> Plan:
        """Return a plan with the loaded position, which replaces the worst one if there are enough."""
        if len(self.kept) < self.most and not self.spare:
            return Plan(p)
        plan: Plan = self.spare.pop() if len(self.kept) < self.most else self.kept.pop()
        p.save(plan.snapshot)
        return plan

    def rank(self, worth: int) -> int:
        """Return how many plans are worth at least as much."""
        plan: Plan
        at = len(self.kept)
        while at > 0:
            plan = self.kept[at - 1]
            if plan.worth >= worth:
                return at
            at -= 1
        return at

    def is_known(self, p: BasePosition, worth: int, at: int) -> bool:
        """Return whether a plan with the same position is already kept."""
        plan: Plan
        while at > 0:
            plan = self.kept[at - 1]
            if plan.worth != worth:
                return False
            if p.equals(plan.snapshot):
                return True
            at -= 1
        return False


class Candidates:
    """The moves that are considered in one position."""

    moves: Ints
    count: int

    def __init__(self) -> None:
        self.moves = array("i", bytes(4 * MOST_OFFERS))
        self.count = 0


class Planner:
    """A beam search for the best turn plans of a seat by the evaluation of its game."""

    engine: BaseEngine
    width: int
    is_fast: bool  # considers only the moves that the game marks as fast candidates
    may_deadlock: bool  # whether plans may lead to a position from which the game might never end
    start: Plan
    reached: Plans  # by the action that is being considered
    previous: Plans  # reached by the action before
    ended: Plans
    actions: Candidates  # first moves of the next action
    decisions: Candidates  # moves of a decision within an action
    undecided: Snapshots  # the position of that decision

    def __init__(self, engine: BaseEngine, width: int, is_fast: bool) -> None:
        self.engine = engine
        self.may_deadlock = False
        self.width = width
        self.is_fast = is_fast
        self.start = Plan(engine.base_position)
        self.reached = Plans()
        self.previous = Plans()
        self.ended = Plans()
        self.actions = Candidates()
        self.decisions = Candidates()
        self.undecided = Snapshots(engine.base_position, 1)

    @exported
    def first_moves(self, position: bytearray, count: Any) -> list[tuple[int, int]]:
        """Return the first moves of the best plans for the seat to move, and the worth of each."""
        engine = self.engine
        most: int = checked_number(count, 1, MOST_INT, "the number of plans")
        engine.load_checked(position)
        if engine.is_over() or engine.decider() == CHANCE_CELL:
            raise ValueError("no seat is to move: plans are made only for a seat that decides.")
        engine.prepare_evaluation()
        plan: Plan
        found = []
        for plan in self.plans(most):
            found.append((plan.first_move, plan.worth))
        return found

    def plans(self, count: int) -> list[Plan]:
        """Return the best plans for the seat to move in the loaded position, best first; at least one.

        They are valid until plans are made again.
        """
        engine = self.engine
        engine.base_position.save(self.start.snapshot)
        seat = engine.decider()
        self.may_deadlock = engine.is_deadlocked()
        found = self.plans_of(seat, count)
        if not found:
            self.may_deadlock = True
            found = self.plans_of(seat, count)
        return found

    def plans_of(self, seat: int, count: int) -> list[Plan]:
        """Return the best plans for a seat, best first; none if all of them lead to a deadlock."""
        self.ended.reset(count)
        beam: list[Plan] = [self.start]
        plan: Plan
        for _ in range(MOST_ACTIONS):
            self.reached.reset(self.width)
            for plan in beam:
                self.expand(plan, seat)
            if not self.reached.kept:
                return self.ended.kept
            beam = self.reached.kept
            self.reached, self.previous = self.previous, self.reached
        return self.ended.kept or beam

    def is_avoided(self) -> bool:
        """Return whether plans avoid the loaded position because the game might never end from there."""
        return not self.may_deadlock and self.engine.is_deadlocked()

    def expand(self, plan: Plan, seat: int) -> None:
        """Add every position that the seat can reach with one more action."""
        engine = self.engine
        p: BasePosition = engine.base_position
        p.restore(plan.snapshot)
        self.list_candidates(self.actions)
        for n in range(self.actions.count):
            move = self.actions.moves[n]
            p.restore(plan.snapshot)
            engine.make(move)
            self.finish_action(seat)
            if p.equals(plan.snapshot) or self.is_avoided():
                continue
            first_move = plan.first_move if plan.first_move >= 0 else move
            if engine.is_over() or engine.decider() != seat:
                self.ended.add(p, engine.worth(seat), first_move)
            else:
                self.reached.add(p, engine.worth(seat), first_move)

    def list_candidates(self, candidates: Candidates) -> None:
        """List the moves to consider in the loaded position."""
        engine = self.engine
        p: BasePosition = engine.base_position
        engine.list_moves()
        count = 0
        for n in range(p.offered):
            move = p.offers[n]
            if (
                engine.is_distinct(move)
                and not engine.is_idle(move)
                and (not self.is_fast or engine.is_fast_candidate(move))
            ):
                candidates.moves[count] = move
                count += 1
        if count == 0:
            candidates.moves[0] = p.offers[0]
        candidates.count = max(count, 1)

    def finish_action(self, seat: int) -> None:
        """Make the remaining decisions of the current action, each by the best immediate worth."""
        engine = self.engine
        for _ in range(MOST_ACTIONS):
            if engine.is_over() or engine.decider() != seat or engine.is_between_actions():
                return
            engine.make(self.best_move(seat))

    def best_move(self, seat: int) -> int:
        """Return the move with the best immediate worth; the loaded position stays the same."""
        engine = self.engine
        p: BasePosition = engine.base_position
        candidates = self.decisions
        self.list_candidates(candidates)
        best, best_worth = candidates.moves[0], NO_PLAN
        if candidates.count == 1:
            return best
        p.save(self.undecided)
        for n in range(candidates.count):
            move = candidates.moves[n]
            engine.make(move)
            worth = engine.worth(seat)
            if worth > best_worth and not self.is_avoided():
                best, best_worth = move, worth
            p.restore(self.undecided)
        return best
