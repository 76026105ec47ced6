"""The referee: lists the moves of the task on top, carries one out, and lets run what runs by itself."""

from __future__ import annotations

from array import array
from typing import Final

from kontor.core.kernel import Ints
from kontor.core.table import CHANCE
from kontor.games.teutonica.composing import (
    closing_stages,
    creation_stages,
    opening_stages,
    placing_stages,
    steps_of,
)
from kontor.games.teutonica.endings import ending
from kontor.games.teutonica.facts import GAME_ENDED
from kontor.games.teutonica.layout import DRAWN, ENDED
from kontor.games.teutonica.reasons import (
    CHANCE_IS_DUE,
    GAME_OVER,
    MODULE_ABSENT,
    OTHER_TASK_DUE,
    SEAT_IS_DUE,
)
from kontor.games.teutonica.rules import Rules
from kontor.games.teutonica.steps.step import Stage, Step
from kontor.games.teutonica.table import Table
from kontor.games.teutonica.tasks import (
    PLACEMENT,
    SEQUENCE,
    STAGE,
    TASKS,
    TURN,
    WHICH,
)

MOST_STEPS: Final = 16  # of one task, with room for the end of the row
NO_MOVE: Final = 1000000


def in_order(steps: list[Step]) -> list[Step]:
    """The steps by the numbers of their moves, so that moves are offered in ascending order."""
    numbered: list[tuple[int, int]] = []
    step: Step
    for n in range(len(steps)):
        step = steps[n]
        numbered.append((step.first, n))
    return [steps[n] for _, n in sorted(numbered)]


class Referee:
    """Rules at work: the steps of every task and the stages of every sequence."""

    steps: list[list[Step]]
    firsts: Ints  # task * MOST_STEPS + n -> where the moves of its n-th step begin, then NO_MOVE
    stages: list[list[Stage]]
    stop: int
    first: dict[str, int]
    at_once: bool

    def __init__(self, rules: Rules) -> None:
        self.steps = [[] for _ in range(TASKS)]
        for task in range(TASKS):
            self.steps[task] = in_order([step for at, step in steps_of(rules) if at == task])
        self.firsts = array("i", [NO_MOVE] * (TASKS * MOST_STEPS))
        self.number_steps()
        self.stages = [
            opening_stages(rules),
            creation_stages(rules),
            closing_stages(rules),
            rules.neutral_creation,
            placing_stages(rules),
        ]
        self.stop = rules.first["stop"]
        self.first = rules.first
        self.at_once = rules.switches["marker_place_time"] == "end-of-action"

    def number_steps(self) -> None:
        """Note where the moves of every step begin."""
        step: Step
        for task in range(TASKS):
            steps: list[Step] = self.steps[task]
            for n in range(len(steps)):
                step = steps[n]
                self.firsts[task * MOST_STEPS + n] = step.first

    def list_moves(self, t: Table) -> None:
        """Offer every legal move, in ascending order; none when the game is over. [HT-INV-7]"""
        if t.up_to_date:
            return
        t.offered = 0
        t.up_to_date = True
        if t.cells[ENDED] == 0:
            step: Step
            steps: list[Step] = self.steps[t.task()]
            for step in steps:
                step.moves(t)

    def refusal(self, t: Table, move: int) -> int:
        """Return why a move is not legal, or LEGAL. [HT-INV-7]"""
        if t.cells[ENDED]:
            return GAME_OVER
        step: Step
        steps: list[Step] = self.steps[t.task()]
        for step in steps:
            if step.covers(move):
                return step.refusal(t, move - step.first)
        return self.refusal_of_task(t, move)

    def refusal_of_task(self, t: Table, move: int) -> int:
        """Return why a move that answers no step of the task on top is not legal. [HT-RNG-1, HT-SET-1, HT-TRN-3]"""
        is_chance = move >= self.first["chance-marker"]
        if is_chance != (t.decider() == CHANCE):
            return SEAT_IS_DUE if is_chance else CHANCE_IS_DUE
        is_of_module = self.first["attach"] <= move < self.stop or self.is_purchase(move)
        return MODULE_ABSENT if is_of_module and not self.has_step(move) else OTHER_TASK_DUE

    def is_purchase(self, move: int) -> bool:
        """Whether a move buys a favour tile. [HT-FAV-2]"""
        return self.first["buy-favour"] <= move < self.first["react-income"]

    def has_step(self, move: int) -> bool:
        """Whether the rules in play have a step for a move in any task."""
        step: Step
        for task in range(TASKS):
            steps: list[Step] = self.steps[task]
            for step in steps:
                if step.covers(move):
                    return True
        return False

    def step_for(self, t: Table, move: int) -> Step:
        """The step of the task on top to which a legal move belongs."""
        row = t.task() * MOST_STEPS
        n = 0
        while self.firsts[row + n + 1] <= move:
            n += 1
        steps: list[Step] = self.steps[t.task()]
        step: Step = steps[n]
        return step

    def play(self, t: Table, move: int) -> None:
        """Carry out a legal move and everything that follows by itself."""
        step: Step = self.step_for(t, move)
        t.fact_count = 0
        t.up_to_date = False
        step.apply(t, move - step.first)
        self.settle(t)

    def settle(self, t: Table) -> None:
        """Run what runs by itself until somebody owes a decision or the game is over."""
        while True:
            task = t.task()
            if task == SEQUENCE:
                self.go_on(t)
            elif task == TURN:
                if not self.is_interrupted(t):
                    return
            elif t.decider() == CHANCE or not self.only_stop(t):
                return

    def go_on(self, t: Table) -> None:
        """Begin the next stage of the sequence on top, or leave it."""
        stages: list[Stage] = self.stages[t.argument(WHICH)]
        at = t.argument(STAGE)
        if at == len(stages):
            t.pop()
            return
        t.remember(STAGE, at + 1)
        stage: Stage = stages[at]
        stage.begin(t)

    def is_interrupted(self, t: Table) -> bool:
        """Between actions: end the game if it is due, or place markers drawn, by switch. [HT-END-4, AMB-11]"""
        cause = ending(t)
        if cause:
            t.cells[ENDED] = cause
            t.tell(GAME_ENDED, cause, 0, 0)
        elif self.at_once and t.cells[DRAWN]:
            t.push(SEQUENCE, t.active())
            t.remember(WHICH, PLACEMENT)
            return True
        return False

    def only_stop(self, t: Table) -> bool:
        """Answer a task whose only answer is `stop`; such a decision is not asked."""
        t.up_to_date = False
        self.list_moves(t)
        if t.offered != 1 or t.offers[0] != self.stop:
            return False
        step: Step = self.step_for(t, self.stop)
        t.up_to_date = False
        step.apply(t, 0)
        return True
