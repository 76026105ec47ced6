"""The referee: lists the moves of the phase and makes a move."""

from __future__ import annotations

from kontor.games.hansa.rules.layout import PHASE
from kontor.games.hansa.rules.pieces import MOST_SEATS, TILE_TYPES
from kontor.games.hansa.rules.position import Position
from kontor.games.hansa.rules.reasons import (
    GAME_IS_OVER,
    NOTHING_CHOSEN,
    NOTHING_TO_RESTOCK,
    SALE_UNDER_WAY,
    SETUP_ORDER,
    TOO_LATE_TO_RESTOCK,
    WRONG_PHASE,
)
from kontor.games.hansa.rules.steps.placing import Building, Placing
from kontor.games.hansa.rules.steps.restocking import Restocking, SkippingRestock
from kontor.games.hansa.rules.steps.revealing import ChoosingStart, Drawing, Filling, LeavingOut
from kontor.games.hansa.rules.steps.sailing import Buying, EndingActions, Sailing
from kontor.games.hansa.rules.steps.selling import ClosingSale, Losing, Selling, first_loser
from kontor.games.hansa.rules.steps.step import Step
from kontor.games.hansa.rules.steps.taxing import GivingUp
from kontor.games.hansa.rules.tasks import ACTIONS, FILLING, FINISHED, LOSING, REVEAL, SELLING
from kontor.kernel.seats import CHANCE_CELL


class Referee:
    """The steps of every phase, in the order of their moves. [H-DEC-1 … H-DEC-5]"""

    steps: list[list[Step]]
    stop: int
    restocks: int
    chances: int

    def __init__(self, first: dict[str, int], ports: int, left_out: int) -> None:
        self.stop = first["stop"]
        self.restocks = first["restock"]
        self.chances = first["chance-colour"]
        selling = Selling(first["sell"], TILE_TYPES)
        self.steps = [
            [LeavingOut(first["chance-colour"], left_out)],
            [ChoosingStart(first["chance-seat"], MOST_SEATS)],
            [Filling(first["chance-tile"], TILE_TYPES)],
            [Placing(first["place"], ports)],
            [Restocking(first["restock"], 1), SkippingRestock(first["skip-restock"], 1)],
            [Drawing(first["chance-tile"], TILE_TYPES)],
            [
                Sailing(first["sail"], ports),
                Buying(first["buy"], TILE_TYPES),
                Building(first["build"], TILE_TYPES),
                selling,
                EndingActions(first["end-actions"], 1),
            ],
            [selling, ClosingSale(first["stop"], 1)],
            [Losing(first["lose"], TILE_TYPES)],
            [GivingUp(first["give-up"], TILE_TYPES)],
            [],
        ]

    def decider(self, p: Position) -> int:
        """Return CHANCE_CELL while tiles are revealed, the losing seat after a sale, otherwise the active seat."""
        phase = p.phase()
        if phase <= FILLING or phase == REVEAL:
            return CHANCE_CELL
        return first_loser(p) if phase == LOSING else p.active()

    def list_moves(self, p: Position) -> None:
        """List every legal move in ascending order; none when the game is finished."""
        if p.up_to_date:
            return
        p.offered = 0
        p.up_to_date = True
        step: Step
        steps: list[Step] = self.steps[p.phase()]
        for step in steps:
            step.moves(p)

    def refusal(self, p: Position, move: int) -> int:
        """Return why a move is not legal, or LEGAL. [H-DEC-3]"""
        step: Step
        steps: list[Step] = self.steps[p.phase()]
        for step in steps:
            if step.first <= move < step.first + step.size:
                return step.refusal(p, move - step.first)
        return self.refusal_of_phase(p, move)

    def refusal_of_phase(self, p: Position, move: int) -> int:
        """Return why a move that belongs to no step of the phase is not legal. [H-STATE-2]"""
        phase = p.phase()
        if phase == FINISHED:
            return GAME_IS_OVER
        if move >= self.chances:
            return SETUP_ORDER if phase <= FILLING else WRONG_PHASE
        if phase == ACTIONS and move == self.stop:
            return NOTHING_CHOSEN
        if phase == ACTIONS and self.restocks <= move < self.restocks + 2:
            return TOO_LATE_TO_RESTOCK if p.empty_warehouses() and p.supply() else NOTHING_TO_RESTOCK
        return SALE_UNDER_WAY if phase == SELLING else WRONG_PHASE

    def step_number(self, p: Position, move: int) -> int:
        """Return which step of the phase covers a legal move."""
        steps: list[Step] = self.steps[p.phase()]
        number = 0
        step: Step
        for step in steps:
            number += 1 if step.first + step.size <= move else 0
        return number

    def list_weights(self, p: Position) -> None:
        """List the weights of the listed chance moves, all of which belong to one step. [H-INFO-5]"""
        steps: list[Step] = self.steps[p.phase()]
        step: Step = steps[self.step_number(p, p.offers[0])]
        for n in range(p.offered):
            p.weights[n] = step.weight(p, p.offers[n] - step.first)

    def play(self, p: Position, move: int) -> None:
        """Make a legal move, then close a sale to which no tile can be added."""
        p.event_count = 0
        self.apply(p, move)
        if p.cells[PHASE] == SELLING:
            self.list_moves(p)
            if p.offered == 1 and p.offers[0] == self.stop:
                self.apply(p, self.stop)

    def apply(self, p: Position, move: int) -> None:
        """Make one move."""
        steps: list[Step] = self.steps[p.phase()]
        step: Step = steps[self.step_number(p, move)]
        p.up_to_date = False
        step.apply(p, move - step.first)

    def is_over(self, p: Position) -> bool:
        """Return whether the game is finished. [H-END-2]"""
        return p.phase() == FINISHED
