"""Turn plans: the best positions that a seat can reach with its own moves before another seat decides."""

from __future__ import annotations

from typing import Any, Final

from kontor.kernel.arguments import MOST_INT, checked_number
from kontor.kernel.base_position import BasePosition
from kontor.kernel.engine import BaseEngine
from kontor.kernel.runtime.dialect import exported
from kontor.kernel.seats import CHANCE_CELL

MOST_ACTIONS: Final = 12  # in one plan
NO_PLAN: Final = -1000000000


class Plan:
    """A position that a seat can reach, its worth to the seat, and the first move towards it."""

    position: bytearray
    worth: int
    first_move: int

    def __init__(self, position: bytearray, worth: int, first_move: int) -> None:
        self.position = position
        self.worth = worth
        self.first_move = first_move


class Plans:
    """The best plans found so far, best first, each position once."""

    kept: list[Plan]
    most: int

    def __init__(self, most: int) -> None:
        self.kept = []
        self.most = most

    def add(self, p: BasePosition, worth: int, first_move: int) -> None:
        """Add the loaded position if it is among the best and not known yet."""
        at = self.rank(worth)
        if at < self.most and not self.is_known(p, worth, at):
            self.kept.insert(at, Plan(bytearray(p.store), worth, first_move))
            if len(self.kept) > self.most:
                self.kept.pop()

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
            if plan.position == p.store:
                return True
            at -= 1
        return False


class Planner:
    """A beam search for the best turn plans of a seat by the evaluation of its game."""

    engine: BaseEngine
    width: int
    is_fast: bool  # considers only the moves that the game marks as fast candidates
    may_deadlock: bool  # whether plans may lead to a position from which the game might never end

    def __init__(self, engine: BaseEngine, width: int, is_fast: bool) -> None:
        self.engine = engine
        self.may_deadlock = False
        self.width = width
        self.is_fast = is_fast

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
        for plan in self.plans(bytearray(position), most):
            found.append((plan.first_move, plan.worth))
        return found

    def plans(self, position: bytearray, count: int) -> list[Plan]:
        """Return the best plans for the seat to move, best first; at least one."""
        engine = self.engine
        engine.base_position.load(position)
        seat = engine.decider()
        self.may_deadlock = engine.is_deadlocked()
        found = self.plans_of(seat, position, count)
        if not found:
            self.may_deadlock = True
            found = self.plans_of(seat, position, count)
        return found

    def plans_of(self, seat: int, position: bytearray, count: int) -> list[Plan]:
        """Return the best plans for a seat, best first; none if all of them lead to a deadlock."""
        ended = Plans(count)
        beam: list[Plan] = [Plan(position, NO_PLAN, -1)]
        plan: Plan
        for _ in range(MOST_ACTIONS):
            reached = Plans(self.width)
            for plan in beam:
                self.expand(plan, seat, reached, ended)
            if not reached.kept:
                return ended.kept
            beam = reached.kept
        return ended.kept or beam

    def is_avoided(self) -> bool:
        """Return whether plans avoid the loaded position because the game might never end from there."""
        return not self.may_deadlock and self.engine.is_deadlocked()

    def expand(self, plan: Plan, seat: int, reached: Plans, ended: Plans) -> None:
        """Add every position that the seat can reach with one more action."""
        engine = self.engine
        p: BasePosition = engine.base_position
        p.load(plan.position)
        for move in self.candidates():
            p.load(plan.position)
            engine.make(move)
            self.finish_action(seat)
            if p.store == plan.position or self.is_avoided():
                continue
            first_move = plan.first_move if plan.first_move >= 0 else move
            if engine.is_over() or engine.decider() != seat:
                ended.add(p, engine.worth(seat), first_move)
            else:
                reached.add(p, engine.worth(seat), first_move)

    def candidates(self) -> list[int]:
        """Return the moves to consider in the loaded position."""
        engine = self.engine
        p: BasePosition = engine.base_position
        engine.list_moves()
        moves = []
        for n in range(p.offered):
            move = p.offers[n]
            if (
                engine.is_distinct(move)
                and not engine.is_idle(move)
                and (not self.is_fast or engine.is_fast_candidate(move))
            ):
                moves.append(move)
        return moves if moves else [p.offers[0]]

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
        moves = self.candidates()
        if len(moves) == 1:
            return moves[0]
        before = bytearray(p.store)
        best, best_worth = moves[0], NO_PLAN
        for move in moves:
            engine.make(move)
            worth = engine.worth(seat)
            if worth > best_worth and not self.is_avoided():
                best, best_worth = move, worth
            p.load(before)
        return best
