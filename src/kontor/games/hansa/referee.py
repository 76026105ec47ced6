"""The referee: lists the moves of the phase and carries one out."""

from __future__ import annotations

from kontor.core.table import CHANCE
from kontor.games.hansa.layout import PHASE
from kontor.games.hansa.steps.placing import Building, Placing
from kontor.games.hansa.steps.restocking import Restocking, SkippingRestock
from kontor.games.hansa.steps.revealing import ChoosingStart, Drawing, Filling, LeavingOut
from kontor.games.hansa.steps.sailing import Buying, EndingActions, Sailing
from kontor.games.hansa.steps.selling import ClosingSale, Losing, Selling, first_loser
from kontor.games.hansa.steps.step import Step
from kontor.games.hansa.steps.taxing import GivingUp
from kontor.games.hansa.table import Table
from kontor.games.hansa.tasks import FILLING, FINISHED, LOSING, REVEAL, SELLING


class Referee:
    """The steps of every phase, each phase's in the order of their moves. [H-DEC-1 … H-DEC-5]"""

    steps: list[list[Step]]
    stop: int

    def __init__(self, first: dict[str, int], left_out: int) -> None:
        self.stop = first["stop"]
        selling = Selling(first["sell"])
        self.steps = [
            [LeavingOut(first["chance-colour"], left_out)],
            [ChoosingStart(first["chance-seat"])],
            [Filling(first["chance-tile"])],
            [Placing(first["place"])],
            [Restocking(first["restock"]), SkippingRestock(first["skip-restock"])],
            [Drawing(first["chance-tile"])],
            [
                Sailing(first["sail"]),
                Buying(first["buy"]),
                Building(first["build"]),
                selling,
                EndingActions(first["end-actions"]),
            ],
            [selling, ClosingSale(first["stop"])],
            [Losing(first["lose"])],
            [GivingUp(first["give-up"])],
            [],
        ]

    def decider(self, t: Table) -> int:
        """Who has to move: chance while tiles are revealed, the loser after a sale, else the active seat."""
        phase = t.phase()
        if phase <= FILLING or phase == REVEAL:
            return CHANCE
        return first_loser(t) if phase == LOSING else t.active()

    def list_moves(self, t: Table) -> None:
        """Offer every legal move, in ascending order; none when the game is finished."""
        if t.up_to_date:
            return
        t.offered = 0
        t.up_to_date = True
        step: Step
        steps: list[Step] = self.steps[t.phase()]
        for step in steps:
            step.moves(t)

    def step_for(self, t: Table, move: int) -> Step:
        """The step of the phase to which a legal move belongs."""
        steps: list[Step] = self.steps[t.phase()]
        found: Step = steps[0]
        step: Step
        for step in steps:
            if step.first > move:
                return found
            found = step
        return found

    def play(self, t: Table, move: int) -> None:
        """Carry out a legal move; a sale that can only be closed closes by itself."""
        t.fact_count = 0
        self.apply(t, move)
        if t.cells[PHASE] == SELLING:
            self.list_moves(t)
            if t.offered == 1 and t.offers[0] == self.stop:
                self.apply(t, self.stop)

    def apply(self, t: Table, move: int) -> None:
        """Carry out one move."""
        step: Step = self.step_for(t, move)
        t.up_to_date = False
        step.apply(t, move - step.first)

    def is_over(self, t: Table) -> bool:
        """Whether the game is finished. [H-END-2]"""
        return t.phase() == FINISHED
