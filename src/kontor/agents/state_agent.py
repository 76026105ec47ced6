"""Agents as objects that take states: `kontor.agent("hard").choose(state)`."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from kontor.agents import catalog
from kontor.agents.reasons import Reason, stated_plan
from kontor.core.agent import AnalyzingAgent, Budget, Estimate
from kontor.core.move import Move
from kontor.core.state import MOST_SEED, State
from kontor.kernel.generator import Generator


@dataclass(frozen=True)
class RatedMove:
    """A move with its share of the visits of a search and the seat's chance of winning with it."""

    move: Move
    share: float
    chance: float


@dataclass(frozen=True)
class StateAnalysis:
    """The best move, the moves that were considered, best first, and the estimated outcome."""

    move: Move
    choices: Sequence[RatedMove]
    estimate: Estimate


class StateAgent:
    """An agent of the catalogue; it knows only what the seat to move may know."""

    def __init__(self, name: str, *, seed: int | None = None) -> None:
        self.name = name
        self.seed: int = random.randrange(MOST_SEED) if seed is None else seed
        self._agent = catalog.agent(name)
        self._generator = Generator(self.seed)

    def choose(self, state: State, *, seconds: float | None = None, simulations: int | None = None) -> Move:
        """Return the move for the seat to move, within a time or a number of simulations if one is given."""
        view, budget = self._view(state), Budget(seconds, simulations)
        return state.game.move(self._agent.choose(state.game, view, budget, self._generator))

    def analyze(self, state: State, *, seconds: float | None = None, simulations: int | None = None) -> StateAnalysis:
        """Return the best move, alternatives and the estimated outcome; only searching agents can do this."""
        if not isinstance(self._agent, AnalyzingAgent):
            raise TypeError(f"the agent {self.name!r} cannot analyze: take 'search', 'hard' or 'expert'.")
        view, budget = self._view(state), Budget(seconds, simulations)
        found = self._agent.analyze(state.game, view, budget, self._generator)
        choices = [RatedMove(state.game.move(each.move), each.share, each.chance) for each in found.choices]
        return StateAnalysis(state.game.move(found.move), choices, found.estimate)

    def plan(self, state: State, move: Move) -> Reason | None:
        """Return what the seat to move gains with a move within its next turns, or None if that is not clear.

        It contains nothing that a spectator may not know.
        """
        return stated_plan(state.game, self._view(state), move.number)

    def _view(self, state: State) -> bytearray:
        """Return what the seat to move may know."""
        catalog.check_agent(self.name, state.game)
        if state.to_move < 0:
            raise ValueError("no seat is to move: the game is over, or a chance move is due.")
        return state.game.view(state.raw, state.to_move)

    def __repr__(self) -> str:
        return f"kontor.agent({self.name!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StateAgent):
            return NotImplemented
        return (self.name, self.seed) == (other.name, other.seed)

    def __hash__(self) -> int:
        return hash((self.name, self.seed))
