"""Referee: lists the legal moves of the task on top, applies moves and runs the stages that follow."""

from __future__ import annotations

from array import array
from typing import Final

from kontor.games.teutonica.rules.build_rules import (
    closing_stages,
    creation_stages,
    opening_stages,
    placing_stages,
    steps_of,
)
from kontor.games.teutonica.rules.endings import ending
from kontor.games.teutonica.rules.layout import DRAWN, ENDED
from kontor.games.teutonica.rules.position import Position
from kontor.games.teutonica.rules.raw_events import GAME_ENDED
from kontor.games.teutonica.rules.reasons import (
    CHANCE_IS_DUE,
    GAME_IS_OVER,
    LEGAL,
    MODULE_ABSENT,
    OTHER_TASK_DUE,
    SEAT_IS_DUE,
)
from kontor.games.teutonica.rules.rule_set import RuleSet
from kontor.games.teutonica.rules.steps.step import Stage, Step
from kontor.games.teutonica.rules.tasks import PLACEMENT, SEQUENCE, STAGE, TASKS, TURN, WHICH
from kontor.kernel.runtime.dialect import Ints
from kontor.kernel.seats import CHANCE_CELL

MOST_STEPS: Final = 16  # of one task, and one entry for the end of the row
NO_MOVE: Final = 1000000


def in_order(steps: list[Step]) -> list[Step]:
    """Return the steps in the order of their move numbers, so that moves are offered in ascending order."""
    numbered: list[tuple[int, int]] = []
    step: Step
    for n in range(len(steps)):
        step = steps[n]
        numbered.append((step.first, n))
    return [steps[n] for _, n in sorted(numbered)]


class Referee:
    """Steps of every task and stages of every sequence of one rule set."""

    steps: list[list[Step]]
    firsts: Ints  # task * MOST_STEPS + n -> first move of its n-th step, then NO_MOVE
    stages: list[list[Stage]]
    stop: int
    stop_steps: Ints  # task -> which of its steps is `stop`, or NO_MOVE
    first: dict[str, int]
    place_at_once: bool

    def __init__(self, rules: RuleSet) -> None:
        self.steps = [[] for _ in range(TASKS)]
        for task in range(TASKS):
            self.steps[task] = in_order([step for at, step in steps_of(rules) if at == task])
        self.firsts = array("i", [NO_MOVE] * (TASKS * MOST_STEPS))
        self.stop = rules.first["stop"]
        self.stop_steps = array("i", [NO_MOVE] * TASKS)
        self.number_steps()
        self.stages = [
            opening_stages(rules),
            creation_stages(rules),
            closing_stages(rules),
            rules.neutral_creation,
            placing_stages(rules),
        ]
        self.first = rules.first
        self.place_at_once = rules.switches["marker_place_time"] == "end-of-action"

    def number_steps(self) -> None:
        """Store the first move of every step, and which step is `stop`."""
        step: Step
        for task in range(TASKS):
            steps: list[Step] = self.steps[task]
            for n in range(len(steps)):
                step = steps[n]
                self.firsts[task * MOST_STEPS + n] = step.first
                if step.first == self.stop:
                    self.stop_steps[task] = n

    def list_moves(self, p: Position) -> None:
        """Offer every legal move, in ascending order; none when the game is over. [HT-INV-7]"""
        if p.up_to_date:
            return
        p.offered = 0
        p.up_to_date = True
        if p.cells[ENDED] == 0:
            step: Step
            steps: list[Step] = self.steps[p.task()]
            for step in steps:
                step.moves(p)

    def refusal(self, p: Position, move: int) -> int:
        """Return why a move is not legal, or LEGAL. [HT-INV-7]"""
        if p.cells[ENDED]:
            return GAME_IS_OVER
        step: Step
        steps: list[Step] = self.steps[p.task()]
        for step in steps:
            if step.covers(move):
                return step.refusal(p, move - step.first)
        return self.refusal_of_task(p, move)

    def refusal_of_task(self, p: Position, move: int) -> int:
        """Return why a move that no step of the task on top covers is not legal. [HT-RNG-1, HT-SET-1, HT-TRN-3]"""
        is_chance = move >= self.first["chance-marker"]
        if is_chance != (p.decider() == CHANCE_CELL):
            return SEAT_IS_DUE if is_chance else CHANCE_IS_DUE
        is_of_module = self.first["attach"] <= move < self.stop or self.is_purchase(move)
        return MODULE_ABSENT if is_of_module and not self.has_step(move) else OTHER_TASK_DUE

    def is_purchase(self, move: int) -> bool:
        """Return whether a move buys a favour tile. [HT-FAV-2]"""
        return self.first["buy-favour"] <= move < self.first["react-income"]

    def has_step(self, move: int) -> bool:
        """Return whether the rules in play have a step for a move in any task."""
        step: Step
        for task in range(TASKS):
            steps: list[Step] = self.steps[task]
            for step in steps:
                if step.covers(move):
                    return True
        return False

    def step_number(self, p: Position, move: int) -> int:
        """Return which step of the task on top covers a legal move."""
        row = p.task() * MOST_STEPS
        n = 0
        while self.firsts[row + n + 1] <= move:
            n += 1
        return n

    def list_weights(self, p: Position) -> None:
        """List the weights of the listed chance moves, all of which belong to one step."""
        steps: list[Step] = self.steps[p.task()]
        step: Step = steps[self.step_number(p, p.offers[0])]
        for n in range(p.offered):
            p.weights[n] = step.weight(p, p.offers[n] - step.first)

    def play(self, p: Position, move: int) -> None:
        """Apply a legal move and run the stages that follow."""
        steps: list[Step] = self.steps[p.task()]
        step: Step = steps[self.step_number(p, move)]
        p.event_count = 0
        p.up_to_date = False
        step.apply(p, move - step.first)
        self.settle(p)

    def settle(self, p: Position) -> None:
        """Run stages until a decision is due or the game is over."""
        while True:
            task = p.task()
            if task == SEQUENCE:
                self.run_next_stage(p)
            elif task == TURN:
                if not self.is_interrupted(p):
                    return
            elif p.decider() == CHANCE_CELL or not self.skip_forced_stop(p):
                return

    def run_next_stage(self, p: Position) -> None:
        """Run the next stage of the sequence on top, or remove the finished sequence."""
        stages: list[Stage] = self.stages[p.argument(WHICH)]
        at = p.argument(STAGE)
        if at == len(stages):
            p.pop()
            return
        p.set_argument(STAGE, at + 1)
        stage: Stage = stages[at]
        stage.begin(p)

    def is_interrupted(self, p: Position) -> bool:
        """End the game if it is due; return whether drawn markers have to be placed first. [HT-END-4, AMB-11]"""
        cause = ending(p)
        if cause:
            p.cells[ENDED] = cause
            p.emit(GAME_ENDED, cause, 0, 0)
        elif self.place_at_once and p.cells[DRAWN]:
            p.push(SEQUENCE, p.active())
            p.set_argument(WHICH, PLACEMENT)
            return True
        return False

    def skip_forced_stop(self, p: Position) -> bool:
        """Apply `stop` if it is the only legal move, and return whether it was."""
        p.up_to_date = False
        n = self.stop_steps[p.task()]
        if n == NO_MOVE:
            return False
        steps: list[Step] = self.steps[p.task()]
        step: Step = steps[n]
        if step.refusal(p, 0) != LEGAL:  # asked first, because the list of all moves takes much longer
            return False
        self.list_moves(p)
        if p.offered != 1:
            return False
        p.up_to_date = False
        step.apply(p, 0)
        return True
