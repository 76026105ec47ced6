"""Planning a whole turn: a beam of the best positions a seat can reach by its own moves."""

from __future__ import annotations

from typing import Final

from kontor.core.engine import CoreEngine
from kontor.core.kernel import door
from kontor.core.table import OpenTable

DEEPEST: Final = 12


class Plan:
    """A position within reach, what it is worth, and the first move of the way to it."""

    position: bytearray
    worth: int
    first_move: int

    def __init__(self, position: bytearray, worth: int, first_move: int) -> None:
        self.position = position
        self.worth = worth
        self.first_move = first_move


class Planner:
    """Looks for the best whole turn of a seat by the evaluation of its game."""

    engine: CoreEngine
    width: int

    def __init__(self, engine: CoreEngine, width: int) -> None:
        self.engine = engine
        self.width = width

    @door
    def best_move(self, position: bytearray) -> int:
        """The first move of the best turn found for the seat that is to move."""
        engine = self.engine
        engine.open_table.lay(position)
        seat = engine.decider()
        best: Plan = Plan(position, -1000000000, -1)
        beam: list[Plan] = [Plan(bytearray(position), 0, -1)]
        for _ in range(DEEPEST):
            reached: list[Plan] = []
            plan: Plan
            for plan in beam:
                best = self.explore(plan, seat, reached, best)
            if not reached:
                break
            beam = self.widest(reached)
        for plan in beam:
            if plan.first_move >= 0 and plan.worth > best.worth:
                best = plan
        return best.first_move

    def explore(self, plan: Plan, seat: int, reached: list[Plan], best: Plan) -> Plan:
        """Add what one more move of the seat can reach; return the best turn that ends with it."""
        engine = self.engine
        t: OpenTable = engine.open_table
        t.lay(plan.position)
        engine.list_moves()
        moves = [t.offers[n] for n in range(t.offered) if engine.is_distinct(t.offers[n])]
        for move in moves:
            t.lay(plan.position)
            engine.list_moves()
            engine.make(move)
            self.finish_action(seat)
            worth = engine.worth(seat)
            first_move = plan.first_move if plan.first_move >= 0 else move
            if engine.is_over() or engine.decider() != seat:
                if worth > best.worth:
                    best = Plan(bytearray(0), worth, first_move)
            else:
                reached.append(Plan(bytearray(t.store), worth, first_move))
        return best

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
        t: OpenTable = engine.open_table
        engine.list_moves()
        moves = [t.offers[n] for n in range(t.offered) if engine.is_distinct(t.offers[n])]
        before = bytearray(t.store)
        best, best_worth = moves[0], -1000000000
        for move in moves:
            engine.make(move)
            worth = engine.worth(seat)
            if worth > best_worth:
                best, best_worth = move, worth
            t.lay(before)
            engine.list_moves()
        return best

    def widest(self, reached: list[Plan]) -> list[Plan]:
        """The best positions reached, as many as the beam is wide."""
        kept: list[Plan] = []
        while reached and len(kept) < self.width:
            at = self.best_of(reached)
            kept.append(reached[at])
            reached[at] = reached[len(reached) - 1]
            reached.pop()
        return kept

    def best_of(self, reached: list[Plan]) -> int:
        """Where the best position stands."""
        at = 0
        plan: Plan
        best: Plan = reached[0]
        for n in range(len(reached)):
            plan = reached[n]
            if plan.worth > best.worth:
                at, best = n, plan
        return at
