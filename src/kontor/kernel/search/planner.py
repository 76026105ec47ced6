"""Planning a stretch: the best positions a seat can reach by its own moves before somebody else decides."""

from __future__ import annotations

from typing import Any, Final

from kontor.kernel.arguments import MOST_INT, checked_number
from kontor.kernel.base_position import BasePosition
from kontor.kernel.engine import BaseEngine
from kontor.kernel.runtime.dialect import exported
from kontor.kernel.seats import CHANCE_CELL

DEEPEST: Final = 12  # actions in a row
NO_PLAN: Final = -1000000000


class Plan:
    """A position within reach, what it is worth to its seat, and the first move of the way to it."""

    position: bytearray
    worth: int
    first_move: int

    def __init__(self, position: bytearray, worth: int, first_move: int) -> None:
        self.position = position
        self.worth = worth
        self.first_move = first_move


class Plans:
    """The best plans of many, best first, each position once."""

    kept: list[Plan]
    most: int

    def __init__(self, most: int) -> None:
        self.kept = []
        self.most = most

    def consider(self, p: BasePosition, worth: int, first_move: int) -> None:
        """Keep the position on the table if it is good enough and new."""
        at = self.rank(worth)
        if at < self.most and not self.is_known(p, worth, at):
            self.kept.insert(at, Plan(bytearray(p.store), worth, first_move))
            if len(self.kept) > self.most:
                self.kept.pop()

    def rank(self, worth: int) -> int:
        """How many kept plans are worth at least as much."""
        plan: Plan
        at = len(self.kept)
        while at > 0:
            plan = self.kept[at - 1]
            if plan.worth >= worth:
                return at
            at -= 1
        return at

    def is_known(self, p: BasePosition, worth: int, at: int) -> bool:
        """Whether another way to the same position is kept already."""
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
    """Looks for the best stretches of a seat by the evaluation of its game, with a beam of positions."""

    engine: BaseEngine
    width: int
    is_hurried: bool
    may_deadlock: bool  # whether plans may lead to a position from which the game might never end

    def __init__(self, engine: BaseEngine, width: int, is_hurried: bool) -> None:
        self.engine = engine
        self.may_deadlock = False
        self.width = width
        self.is_hurried = is_hurried

    @exported
    def first_moves(self, position: bytearray, count: Any) -> list[tuple[int, int]]:
        """The first moves of the best stretches found for the seat that is to move, and what each is worth."""
        engine = self.engine
        most: int = checked_number(count, 1, MOST_INT, "the number of plans")
        engine.opened(position)
        if engine.is_over() or engine.decider() == CHANCE_CELL:
            raise ValueError("no seat is to move: plans are made only for a seat that decides.")
        engine.look_ahead()
        plan: Plan
        found = []
        for plan in self.plans(bytearray(position), most):
            found.append((plan.first_move, plan.worth))
        return found

    def plans(self, position: bytearray, count: int) -> list[Plan]:
        """The best stretches found for the seat that is to move, best first; never none."""
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
        """The best stretches found for a seat, best first; none if all of them are refused."""
        ended = Plans(count)
        beam: list[Plan] = [Plan(position, NO_PLAN, -1)]
        plan: Plan
        for _ in range(DEEPEST):
            reached = Plans(self.width)
            for plan in beam:
                self.explore(plan, seat, reached, ended)
            if not reached.kept:
                return ended.kept
            beam = reached.kept
        return ended.kept or beam

    def is_refused(self) -> bool:
        """Whether plans avoid the position on the table, since the game might never end from there."""
        return not self.may_deadlock and self.engine.is_deadlocked()

    def explore(self, plan: Plan, seat: int, reached: Plans, ended: Plans) -> None:
        """Consider everything that one more action of the seat can reach."""
        engine = self.engine
        p: BasePosition = engine.base_position
        p.load(plan.position)
        for move in self.candidates():
            p.load(plan.position)
            engine.make(move)
            self.finish_action(seat)
            if p.store == plan.position or self.is_refused():
                continue
            first_move = plan.first_move if plan.first_move >= 0 else move
            if engine.is_over() or engine.decider() != seat:
                ended.consider(p, engine.worth(seat), first_move)
            else:
                reached.consider(p, engine.worth(seat), first_move)

    def candidates(self) -> list[int]:
        """The moves worth a look in the position on the table."""
        engine = self.engine
        p: BasePosition = engine.base_position
        engine.list_moves()
        moves = []
        for n in range(p.offered):
            move = p.offers[n]
            if (
                engine.is_distinct(move)
                and not engine.is_idle(move)
                and (not self.is_hurried or engine.is_obvious(move))
            ):
                moves.append(move)
        return moves if moves else [p.offers[0]]

    def finish_action(self, seat: int) -> None:
        """Answer what the action still asks of the seat, each time by what is best at once."""
        engine = self.engine
        for _ in range(DEEPEST):
            if engine.is_over() or engine.decider() != seat or engine.is_resting():
                return
            engine.make(self.best_answer(seat))

    def best_answer(self, seat: int) -> int:
        """The move after which the position on the table is worth most; the table is left as it was."""
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
            if worth > best_worth and not self.is_refused():
                best, best_worth = move, worth
            p.load(before)
        return best
